use toolcast::tool;

#[tool]
fn search(query: Vec<_>) {}

fn main() {}

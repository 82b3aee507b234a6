use toolcast::tool;

#[tool]
fn search(query: &str, filter: Filter) {}

fn main() {}

use toolcast::tool;

#[tool]
fn search(_: &str) {}

fn main() {}

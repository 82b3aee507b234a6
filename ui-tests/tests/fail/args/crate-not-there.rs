use toolcast::tool;

#[tool(crate = crate::deps::toolcast)]
fn search(query: &str) {}

fn main() {}

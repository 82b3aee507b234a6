use toolcast::tool;

#[tool(timeout = 0)]
fn search() {}

fn main() {}

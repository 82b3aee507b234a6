use toolcast::tool;

#[tool(timeout = -1.5)]
fn search() {}

fn main() {}

use toolcast::tool;

#[tool(timeout = "5s")]
fn search() {}

fn main() {}

use toolcast::tool;

#[tool(blocking, timeout = "5s")]
fn search() {}

fn main() {}

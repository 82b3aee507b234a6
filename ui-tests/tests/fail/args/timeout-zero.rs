use toolcast::tool;

#[tool(blocking, timeout = 0)]
fn search() {}

fn main() {}

use toolcast::tool;

#[tool(blocking, timeout = -1.5)]
fn search() {}

fn main() {}

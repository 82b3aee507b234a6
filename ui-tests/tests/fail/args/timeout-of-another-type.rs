use toolcast::tool;

const SECONDS: u64 = 5;

#[tool(blocking, timeout = SECONDS)]
fn search() {}

fn main() {}

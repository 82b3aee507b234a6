use toolcast::tool;

const SECONDS: u64 = 5;

#[tool(timeout = SECONDS)]
fn search() {}

fn main() {}

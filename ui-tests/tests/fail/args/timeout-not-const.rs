use std::time::Duration;
use toolcast::tool;

fn patience() -> Duration {
    Duration::from_secs(5)
}

#[tool(blocking, timeout = patience())]
fn search() {}

fn main() {}

#![allow(unused_variables)]

use toolcast::tool;

struct Hits;

#[tool(output)]
fn search(query: &str) -> Result<Hits, String> {
    Ok(Hits)
}

fn main() {}

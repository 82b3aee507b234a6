#![allow(unused_variables)]

use toolcast::tool;

#[derive(serde::Serialize)]
struct Hits;

#[tool(output)]
fn search(query: &str) -> Result<Hits, String> {
    Ok(Hits)
}

fn main() {}

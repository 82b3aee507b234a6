#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool(strict, providers(Anthropic))]
fn search(
    a: Vec<Option<u8>>, b: Vec<Option<u8>>, c: Vec<Option<u8>>, d: Vec<Option<u8>>, e: Vec<Option<u8>>,
    f: Vec<Option<u8>>, g: Vec<Option<u8>>, h: Vec<Option<u8>>, i: Vec<Option<u8>>, j: Vec<Option<u8>>,
    k: Vec<Option<u8>>, l: Vec<Option<u8>>, m: Vec<Option<u8>>, n: Vec<Option<u8>>, o: Vec<Option<u8>>,
    p: Vec<Option<u8>>, q: Vec<Option<u8>>,
) {
}

fn main() {}

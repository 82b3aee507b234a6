#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>,
    f: Option<u8>, g: Option<u8>, h: Option<u8>, i: Option<u8>, j: Option<u8>,
    k: Option<u8>, l: Option<u8>, m: Option<u8>, n: Option<u8>, o: Option<u8>,
    p: Option<u8>, q: Option<u8>, r: Option<u8>, s: Option<u8>, t: Option<u8>,
    u: Option<u8>, v: Option<u8>, w: Option<u8>, x: Option<u8>, y: Option<u8>,
}

/// Searches.
#[tool(strict, providers(Anthropic))]
fn search(query: &str, filter: Filter) {}

fn main() {}

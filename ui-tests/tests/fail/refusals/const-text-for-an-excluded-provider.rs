#![allow(unused_variables)]

use toolcast::{Provider, tool};

/// Searches.
#[tool(except(Cohere))]
fn search(query: &str) {}

const COHERE: &str = search::schema_for(Provider::Cohere);

fn main() {
    println!("{COHERE}");
}

#![allow(unused_variables)]

use toolcast::{Provider, tool};

/// Searches.
#[tool(name = "github.search")]
fn search(query: &str) {}

const OPENAI: &str = search::schema_for(Provider::OpenAi);

fn main() {
    println!("{OPENAI}");
}

#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

// Eleven mistakes in one function: eleven errors.
#[tool(nmae = "find", strict = "yes", providers(OpenAi), except(Cohere))]
fn search<T>(
    #[tool(lenght(1..))] query: &str,
    _: u8,
    #[tool(range(9..=1))] limit: u8,
    #[tool(pattern = "[a-z")] sort: &'static str,
    hit: &mut String,
    #[serde(default)] page: u8,
) {
}

// Six mistakes in one type: six errors.
#[derive(ToolSchema)]
#[tool(title = "Filter")]
struct Filter {
    #[tool(rename = "q")]
    text: String,
    #[tool(length(1..=0))]
    words: Vec<String>,
    #[serde(with = "humantime")]
    age: u64,
    #[tool(default)]
    stars: u32,
    #[serde(rename = "text")]
    other: String,
}

fn main() {}

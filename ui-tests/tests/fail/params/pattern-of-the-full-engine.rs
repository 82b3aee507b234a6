//! Patterns that only the engine of the feature `regex` reads.

#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn find(
    #[tool(pattern = r"^\p{L}+$")] word: &str,
    #[tool(pattern = "^[a-z&&[^aeiou]]+$")] consonants: &str,
    #[tool(pattern = r"^[\w-]+$")] id: &str,
) {
}

fn main() {}

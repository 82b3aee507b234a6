#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool]
fn search_all_the_public_repositories_that_have_some_words_in_their_readme(query: &str) {}

fn main() {}

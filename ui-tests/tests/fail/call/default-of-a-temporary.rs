#![allow(unused_variables)]

use toolcast::tool;

#[tool]
async fn search(query: &str, #[tool(default = &["a".to_owned()])] words: &[String]) {}

fn main() {}

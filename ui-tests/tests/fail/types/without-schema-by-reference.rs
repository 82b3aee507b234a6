#![allow(unused_variables)]

use toolcast::tool;

#[derive(serde::Deserialize)]
struct Client;

#[tool]
async fn search(query: &str, client: &Client) {}

fn main() {}

#![allow(unused_variables)]

use toolcast::tool;

struct Client;

#[tool]
async fn search(query: &str, client: &Client) {}

fn main() {}

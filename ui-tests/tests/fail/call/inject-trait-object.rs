#![allow(unused_variables)]

use toolcast::tool;

trait Client {}

#[tool]
fn search(query: &str, #[tool(inject)] client: &dyn Client, #[tool(inject)] other: Option<std::sync::Arc<dyn Client>>) {}

fn main() {}

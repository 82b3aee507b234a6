#![allow(unused_variables)]

use toolcast::ToolSchema;

#[tool(description = "How to filter")]
#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
}

fn main() {}

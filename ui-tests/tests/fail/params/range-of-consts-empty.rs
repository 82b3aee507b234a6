#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

const MIN: u8 = 60;
const MAX: u8 = 50;

#[tool]
fn find(#[tool(range(MIN..=MAX))] limit: u8) {}

#[tool]
fn list(#[tool(range(MAX..50))] limit: u8, #[tool(length(min = MIN, max = MAX))] name: &str) {}

#[derive(serde::Deserialize, ToolSchema)]
struct Page {
    #[tool(range(60..=MAX))]
    size: u8,
}

fn main() {}

//! The bridges, tested with the real crates.

mod bedrock;
mod chat;
mod declared;
mod described;
mod genai_tools;
mod migrating;
mod responses;
mod rig;
mod schemars_tools;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toolcast::{ToolSchema, ToolSet, tool, toolset};

/// The location.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Place {
    /// Degrees
    #[tool(range(-90..=90))]
    lat: f64,
    #[tool(range(-180..=180))]
    lon: f64,
}

/// How to order.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    /// Nearest first
    Near,
    /// Cheapest first
    Cheap,
}

/// Find hotels.
#[tool]
fn hotels(
    /// Around it
    place: Place,
    order: Option<Order>,
    #[tool(default = 5, range(1..=20))] limit: u8,
    tags: Vec<String>,
    scores: BTreeMap<String, i64>,
) -> Result<serde_json::Value, String> {
    if tags.iter().any(|tag| tag == "closed") {
        return Err("all are closed".to_owned());
    }
    Ok(serde_json::json!({
        "at": [place.lat, place.lon], "near": order == Some(Order::Near), "limit": limit, "tags": tags, "scores": scores
    }))
}

/// Add two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn set() -> ToolSet {
    toolset![hotels, add].build().unwrap()
}

fn block_on<F: Future>(future: F) -> F::Output {
    futures_executor::block_on(future)
}

//! The way without a library for tools: text to a `Value`, the `Value` to a struct, the result to a `Value`, that to text.

use crate::arguments::{Sort, found};
use serde_json::{Value, json};

#[derive(serde::Deserialize)]
#[allow(dead_code)] // Only some of it is used, as by the others.
struct SearchRepos {
    query: String,
    sort: Option<Sort>,
    limit: u8,
    labels: Vec<String>,
    fuzzy: bool,
    min_score: f64,
    owner: Option<String>,
    since: Option<String>,
}

pub fn call(id: &str, arguments: &str) -> String {
    let value: Value = serde_json::from_str(arguments).expect("JSON");
    let p: SearchRepos = serde_json::from_value(value).expect("arguments");
    let found = found(&p.query, p.limit, p.labels.len());
    let content = serde_json::to_string(&found).expect("JSON");
    json!({ "role": "tool", "tool_call_id": id, "content": content }).to_string()
}

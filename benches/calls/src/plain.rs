//! The ways without a library for tools: text to a `Value`, the `Value` to a struct, the result to a `Value`, that to text; or structs alone.

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
    let content = p.content();
    json!({ "role": "tool", "tool_call_id": id, "content": content }).to_string()
}

/// What OpenAI is sent.
#[derive(serde::Serialize)]
struct Message<'m> {
    role: &'static str,
    tool_call_id: &'m str,
    content: String,
}

/// The least that serde can do: one tool, no name to look up, no tree on either side.
pub fn call_without_tree(id: &str, arguments: &str) -> String {
    let p: SearchRepos = serde_json::from_str(arguments).expect("arguments");
    let message = Message {
        role: "tool",
        tool_call_id: id,
        content: p.content(),
    };
    serde_json::to_string(&message).expect("JSON")
}

impl SearchRepos {
    fn content(&self) -> String {
        let found = found(&self.query, self.limit, self.labels.len());
        serde_json::to_string(&found).expect("JSON")
    }
}

//! Implementations without a tool library: from text through `Value`, struct and `Value` to text,
//! or with structs only.

use crate::arguments::{Sort, found};
use serde_json::{Value, json};

#[derive(serde::Deserialize)]
#[allow(dead_code)] // Only a part is used, as in the other implementations.
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

/// OpenAI's message.
#[derive(serde::Serialize)]
struct Message<'m> {
    role: &'static str,
    tool_call_id: &'m str,
    content: String,
}

/// The minimum with serde: one tool, no lookup by name, no tree on either side.
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

//! rig's implementation: a tool behind its type-erased trait, and the result as rig's message.

use crate::arguments::{Found, Sort, found};
use rig_core::completion::message::{Message, ToolCall, ToolFunction, ToolName};
use rig_core::tool::{ErasedTool, ToolContext};
use std::collections::HashMap;

/// Search public repositories.
#[rig_core::rig_tool(required(query, limit, labels, fuzzy, min_score))]
#[allow(clippy::too_many_arguments)]
fn search_repos(
    query: String,
    sort: Option<Sort>,
    limit: u8,
    labels: Vec<String>,
    fuzzy: bool,
    min_score: f64,
    owner: Option<String>,
    since: Option<String>,
) -> Result<Found, std::io::Error> {
    let _ = (sort, fuzzy, min_score, owner, since);
    Ok(found(&query, limit, labels.len()))
}

pub struct Rig {
    tools: HashMap<String, Box<dyn ErasedTool>>,
}

impl Rig {
    pub fn new() -> Self {
        let tool: Box<dyn ErasedTool> = Box::new(SearchRepos);
        Rig {
            tools: HashMap::from([(tool.name(), tool)]),
        }
    }

    pub async fn call(&self, name: &str, arguments: &str) -> String {
        let mut context = ToolContext::new();
        let output = self.tools[name]
            .execute(arguments.to_owned(), &mut context)
            .await;
        let call = ToolCall::from_wire(
            "call_1",
            ToolFunction::new(ToolName::new(name).unwrap(), serde_json::Value::Null),
        );
        let result = call.result(output.output().as_content().to_vec());
        serde_json::to_string(&Message::tool_results(vec![result])).unwrap()
    }
}

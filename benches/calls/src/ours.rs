//! toolcast's way: a call of a set, the result as the provider's message.

use crate::arguments::{Found, Sort, found};
use toolcast::call::{ToolCall, ToolResults};
use toolcast::{Provider, ToolSet, tool, toolset};

/// Search public repositories.
#[tool]
#[allow(clippy::too_many_arguments, unused_variables)]
fn search_repos(
    query: &str,
    sort: Option<Sort>,
    limit: u8,
    labels: Vec<&str>,
    fuzzy: bool,
    min_score: f64,
    owner: Option<&str>,
    since: Option<&str>,
) -> Found {
    found(query, limit, labels.len())
}

pub struct Ours {
    tools: ToolSet,
}

impl Ours {
    pub fn new() -> Self {
        let tools = toolset![search_repos].build().expect("nothing is missing");
        Ours { tools }
    }

    pub async fn call(&self, provider: Provider, id: &str, arguments: &str) -> String {
        let call = ToolCall::new(id, "search_repos", arguments);
        let result = self.tools.call(provider, call).await;
        assert!(!result.is_error(), "{result:?}");
        let messages = ToolResults(vec![result]).to_messages(provider);
        serde_json::to_string(&messages[0]).expect("JSON")
    }
}

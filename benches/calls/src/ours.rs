//! toolcast's implementation: a call of a set, and the result as the provider's message.

use crate::arguments::{Found, Sort, found};
use serde_json::value::RawValue;
use toolcast::call::{ToolCall, ToolResult};
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

/// The `params` of a `tools/call`, for servers with a JSON-RPC layer of their own.
#[derive(serde::Deserialize)]
struct Params<'t> {
    name: &'t str,
    #[serde(borrow)]
    arguments: &'t RawValue,
}

pub struct Ours {
    tools: ToolSet,
}

impl Ours {
    pub fn new() -> Self {
        let tools = toolset![search_repos].build().expect("a valid set");
        Ours { tools }
    }

    async fn result(&self, provider: Provider, call: ToolCall) -> ToolResult {
        let result = self.tools.call(provider, call).await;
        assert!(!result.is_error(), "{result:?}");
        result
    }

    pub async fn call(&self, id: &str, arguments: &str) -> String {
        let call = ToolCall::new(id, "search_repos", arguments);
        let result = self.result(Provider::OpenAi, call).await;
        result.to_message_texts(Provider::OpenAi).remove(0)
    }

    /// The same with the message as a tree, for programs that build requests as trees.
    pub async fn call_to_tree(&self, id: &str, arguments: &str) -> String {
        let call = ToolCall::new(id, "search_repos", arguments);
        let result = self.result(Provider::OpenAi, call).await;
        let messages = result.to_messages(Provider::OpenAi);
        serde_json::to_string(&messages[0]).expect("JSON")
    }

    /// Handles the `params` of a `tools/call`.
    pub async fn call_mcp(&self, params: &str) -> String {
        let Params { name, arguments } = serde_json::from_str(params).expect("JSON");
        let call = ToolCall::new("1", name, arguments.get());
        let result = self.result(Provider::Mcp, call).await;
        result.to_message_texts(Provider::Mcp).remove(0)
    }

    /// Handles a whole `tools/call` and returns the whole response.
    pub async fn answer_mcp(&self, request: &str) -> String {
        let calls = Provider::Mcp.parse_calls(request).expect("a request");
        let [call] = <[_; 1]>::try_from(calls).expect("one call");
        let result = self.result(Provider::Mcp, call).await;
        let id = result.call.id.as_str();
        let text = result.to_message_texts(Provider::Mcp).remove(0);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{text}}}"#)
    }
}

//! Conversations: requests, answers, results, storing, a change of provider.

mod accepted;
mod limits;
mod loops;
mod media;
mod messages;
mod prepared;
mod response_format;
mod roles;
mod set_features;
mod shortened;
mod spans;
mod stored;
mod streams;
mod switch;

use serde_json::Value;
use toolcast::call::{Content, ToolCall};
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Conversation, Next, Provider, Turn};

use crate::wire::shapes::{id, whole};

/// All providers with a chat API.
pub(crate) fn chats() -> impl Iterator<Item = Provider> {
    Provider::ALL
        .iter()
        .copied()
        .filter(|provider| !matches!(provider, Provider::Mcp | Provider::JsonSchema))
}

/// Two tools, of which the second fails.
fn tools() -> ToolSet {
    let alpha = DynamicTool::new("alpha", "Answers", |(), _: &_| {
        Ok::<_, String>(Content::Json(r#"{"degrees":18}"#.into()))
    });
    let beta = DynamicTool::new("beta", "Fails", |(), _: &_| {
        Err::<String, _>("no such city".to_owned())
    });
    ToolSet::builder()
        .dynamic(alpha)
        .dynamic(beta)
        .build()
        .expect("a set")
}

/// The answer of a provider with a call of each tool.
fn two_calls(provider: Provider) -> String {
    let (first, second) = (id(provider, 1), id(provider, 2));
    let calls = [(&*first, "alpha", "{}"), (&*second, "beta", "{}")];
    whole(provider, "Let me see.", &calls)
}

fn last_answer(provider: Provider) -> String {
    whole(provider, "18 degrees.", &[])
}

/// A conversation with a question.
fn asked(provider: Provider) -> Conversation {
    let mut chat = Conversation::new(provider, "some-model");
    chat.system("Be brief.");
    chat.user("How warm is it?");
    chat
}

/// A conversation whose last answer has two calls, and the calls.
fn called(provider: Provider) -> (Conversation, Vec<ToolCall>) {
    let mut chat = asked(provider);
    chat.request(&tools()).expect("a request");
    match chat.receive(&two_calls(provider)).expect("an answer") {
        Next::Calls(Turn { calls, .. }) => (chat, calls),
        other => panic!("{provider}: {other:?}"),
    }
}

fn run(provider: Provider, calls: Vec<ToolCall>) -> toolcast::call::ToolResults {
    futures_executor::block_on(tools().call_all(provider, calls))
}

/// The messages of a request.
fn messages(request: &Value) -> &[Value] {
    let key = ["messages", "input", "contents"]
        .into_iter()
        .find(|key| request.get(key).is_some());
    let messages = key.and_then(|key| request[key].as_array());
    messages.expect("a request has messages")
}

//! Sets of tools: building and changing them, the results of their calls, and the requests that
//! declare them.

// A tool may be asynchronous without awaiting anything.
#![allow(clippy::unused_async)]

mod attacked;
mod budget;
mod calling;
mod deferred;
mod dynamic;
mod end_to_end;
mod hooks;
mod narrowing;
mod operations;
mod policy;
mod requests;
mod spans;
mod tools;
mod waiting;

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::call::{Content, ToolCall, ToolResult};
use toolcast::set::ToolSet;

/// Makes one call and waits for it.
fn call(set: &ToolSet, name: &str, arguments: &str) -> ToolResult {
    block_on(set.call(Provider::OpenAi, ToolCall::new("call_1", name, arguments)))
}

/// The text of a result that is one text.
fn text_of(result: &ToolResult) -> &str {
    match result.content.as_slice() {
        [Content::Text(text)] => text,
        other => panic!("not one text: {other:?}"),
    }
}

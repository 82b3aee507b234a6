//! Failing calls: every way in which user code may fail or stop, and hostile input from a model.
//!
//! - `panics`: in a tool and in all code that is called around it;
//! - `dropped`: futures that are dropped before they finish, cancelled at any moment, or never run;
//! - `threads`: one set used by many threads, and many calls in parallel;
//! - `outgoing`: bounds and redaction of the texts that a model is sent;
//! - `secrets`: values that must not leave the program;
//! - `hostile`: texts of every size and depth, in every protocol family.

mod dropped;
mod hostile;
mod outgoing;
mod panics;
mod secrets;
mod threads;

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::call::{Content, ToolCall, ToolResult};

/// A job for an executor.
type Work = Box<dyn FnOnce() + Send>;
use toolcast::set::ToolSet;

/// One call of a set.
fn call(tools: &ToolSet, name: &str, arguments: &str) -> ToolResult {
    block_on(tools.call(Provider::Mcp, ToolCall::new("call_1", name, arguments)))
}

/// The text that the model gets.
fn text_of(result: &ToolResult) -> String {
    let part = |content: &Content| match content {
        Content::Text(text) | Content::Json(text) => text.clone(),
        other => format!("{other:?}"),
    };
    result.content.iter().map(part).collect()
}

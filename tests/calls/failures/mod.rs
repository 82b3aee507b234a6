//! Calls that are made to go wrong: every way in which code of others may fail or stop, and what a model may send to hurt.
//!
//! - `panics`: in a tool and in all that is called around it;
//! - `dropped`: futures that are dropped on their way, cancelled at any moment, or never run;
//! - `threads`: one set used by many at once, and many calls at once;
//! - `outgoing`: bounds and redaction of the texts that a model is sent;
//! - `secrets`: what the program keeps to itself;
//! - `hostile`: texts of every size and depth, in every family of wire shapes.

mod dropped;
mod hostile;
mod outgoing;
mod panics;
mod secrets;
mod threads;

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::call::{Content, ToolCall, ToolResult};

/// What an executor is given to run.
type Work = Box<dyn FnOnce() + Send>;
use toolcast::set::ToolSet;

/// One call of a set.
fn call(tools: &ToolSet, name: &str, arguments: &str) -> ToolResult {
    block_on(tools.call(Provider::Mcp, ToolCall::new("call_1", name, arguments)))
}

/// What the model is told.
fn text_of(result: &ToolResult) -> String {
    let part = |content: &Content| match content {
        Content::Text(text) | Content::Json(text) => text.clone(),
        other => format!("{other:?}"),
    };
    result.content.iter().map(part).collect()
}

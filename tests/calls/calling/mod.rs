//! Calls through generated code: from a model's text into a function and back.

// The tests cover every way to take a parameter and to return, including ways that clippy rejects.
#![allow(
    clippy::needless_arbitrary_self_type,
    clippy::needless_pass_by_value,
    clippy::ptr_arg,
    clippy::ref_option,
    clippy::too_many_arguments,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    clippy::unused_self
)]

mod answers;
mod defaults;
mod injected;
mod methods;
mod outputs;
mod parameters;
mod sets;
mod sources;
mod structured;

use toolcast::call::{Content, Reply, ToolOutput};

/// The only part of an answer.
fn part(reply: Option<Reply>) -> Content {
    let mut parts = answer(reply).content;
    assert_eq!(parts.len(), 1, "{parts:?}");
    parts.remove(0)
}

/// The text or JSON of the only part.
fn text(reply: Option<Reply>) -> String {
    match part(reply) {
        Content::Text(text) | Content::Json(text) => text,
        other => panic!("neither text nor JSON: {other:?}"),
    }
}

fn answer(reply: Option<Reply>) -> ToolOutput {
    reply.expect("no waiting").expect("an answer")
}

/// The error text that the model gets.
fn error(reply: Option<Reply>) -> String {
    match reply.expect("no waiting") {
        Ok(answer) => panic!("no error: {answer:?}"),
        Err(error) => error.to_string(),
    }
}

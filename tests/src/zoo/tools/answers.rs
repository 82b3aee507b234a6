//! Every kind of value that a tool can return.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::future::Future;
use toolcast::call::{Content, ToolOutput};
use toolcast::{ToolSchema, tool};

/// Answers nothing.
#[tool]
pub fn answers_nothing() {}

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    line_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Answers an object with a schema.
#[tool(output)]
pub fn answers_a_report(lines: u32) -> Report {
    Report {
        line_count: lines,
        note: None,
    }
}

/// Answers what another type describes.
#[tool(output = "Report")]
pub fn answers_json() -> serde_json::Value {
    serde_json::json!({"lineCount": 1})
}

/// Answers, or fails with a reason.
#[tool(output)]
pub fn may_fail(fails: bool) -> Result<Vec<u8>, String> {
    if fails {
        Err("it was asked to".into())
    } else {
        Ok(vec![1, 2])
    }
}

/// An error with a cause.
#[derive(Debug)]
pub struct Because;

impl fmt::Display for Because {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let causes = if out.alternate() {
            ": the disk is full"
        } else {
            ""
        };
        write!(out, "not written{causes}")
    }
}

/// Fails with all its causes.
#[tool]
pub fn fails() -> Result<(), Because> {
    Err(Because)
}

/// Answers later.
#[tool]
pub async fn answers_later(text: String) -> String {
    std::future::ready(()).await;
    text
}

/// Answers later, written out.
#[tool]
pub fn answers_a_future(x: u8) -> impl Future<Output = u8> + Send {
    std::future::ready(x)
}

/// Answers content of several kinds.
#[tool]
pub fn answers_content() -> Vec<Content> {
    vec![Content::Text("a".into()), Content::Json("[1]".into())]
}

/// Answers the model, and keeps something for the program.
#[tool]
pub fn answers_both(x: u8) -> ToolOutput<String, u8> {
    ToolOutput::new(format!("got {x}"), x)
}

/// Answers a list of reports, or none.
#[tool(output)]
pub fn may_answer(any: bool) -> Option<Vec<Report>> {
    any.then(Vec::new)
}

super::tools! {
    /// `()` for an answer
    answers_nothing = ["{}" => ""];
    /// An object, and MCP's `outputSchema` for it
    answers_a_report = [r#"{"lines": 3}"# => r#"{"lineCount":3}"#];
    /// An answer whose type has no schema, described by another type
    answers_json = ["{}" => r#"{"lineCount":1}"#];
    /// A `Result`, whose schema is that of what succeeds
    may_fail = [r#"{"fails": false}"# => "[1,2]", r#"{"fails": true}"# =>! "it was asked to"];
    /// An error whose alternate form has the causes
    fails = ["{}" =>! "not written: the disk is full"];
    /// An `async` function
    answers_later = [r#"{"text": "t"}"# => "t"];
    /// A function that returns a future
    answers_a_future = [r#"{"x": 1}"# => "1"];
    /// Parts of several kinds
    answers_content = ["{}" => "a[1]"];
    /// An artifact beside the answer
    answers_both = [r#"{"x": 1}"# => "got 1"];
    /// An optional answer: empty text if it is absent
    may_answer = [r#"{"any": false}"# => "", r#"{"any": true}"# => "[]"];
}

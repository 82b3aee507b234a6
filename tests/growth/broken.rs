//! Texts that aren't JSON, with every repair allowed, and deep or long ones.

use crate::arguments::{One, Open, Series, decoded, members, rejected, repaired};
use serde::Deserialize;
use serde_json::Value;
use toolcast::decode::{DecodeOptions, decode_with};
use toolcast::{Provider, ToolSchema};

/// Texts that aren't JSON, with every repair allowed. Some are rejected at their beginning.
pub(crate) const BROKEN: [Series; 8] = [
    rejected("single quotes", repaired::<One<Open>>, |n| {
        format!("{{'v':{{{}}}}}", members(n).replace('"', "'"))
    }),
    rejected("commas", repaired::<One<u8>>, |n| {
        format!(r#"{{"v":1{}}}"#, ",".repeat(n))
    }),
    rejected("open brackets", repaired::<One<u8>>, |n| "[".repeat(n)),
    rejected("backslashes", repaired::<One<String>>, |n| {
        format!(r#"{{"v":"{}"#, "\\".repeat(2 * n))
    }),
    rejected("fences", repaired::<One<u8>>, |n| "```json\n".repeat(n)),
    rejected("sentences", repaired::<One<u8>>, |n| {
        format!(r#"{}{{"v":1}}"#, "Here it is: {".repeat(n))
    }),
    rejected("half escapes", repaired::<One<String>>, |n| {
        format!(r#"{{"v":"{}"}}"#, "\\u12".repeat(n))
    }),
    rejected("quotes", repaired::<One<String>>, |n| {
        format!(r#"{{"v":{}}}"#, "\"".repeat(n))
    }),
];

pub(crate) fn is_text(text: &str, options: DecodeOptions) -> bool {
    decode_with::<One<String>>(Provider::OpenAi, text, options).is_ok()
}

/// A list that contains itself, and any JSON.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Chain {
    next: Option<Box<Chain>>,
    any: Option<Value>,
}

/// Arguments of so many levels.
pub(crate) fn nested(levels: usize) -> String {
    let chain = |name: &str| {
        let open = format!(r#"{{"{name}":"#).repeat(levels);
        format!("{open}null{}", "}".repeat(levels))
    };
    format!(r#"[{},{{"any":{}}}]"#, chain("next"), chain("a"))
}

pub(crate) fn is_nested(text: &str) -> bool {
    decoded::<Vec<Chain>>(text)
}

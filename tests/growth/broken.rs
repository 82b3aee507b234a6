//! Texts that aren't JSON, with every repair allowed, and deep or long ones.

use crate::arguments::{One, Open, Series, accepted, decoded, members, rejected, repaired};
use serde::Deserialize;
use serde_json::Value;
use toolcast::decode::{DecodeOptions, decode_with};
use toolcast::{Provider, ToolSchema};

/// Texts that aren't JSON, with every repair allowed. Some are rejected at their beginning.
pub(crate) const BROKEN: [Series; 11] = [
    accepted("a fence around an object", repaired::<One<Open>>, |n| {
        format!("```json\n{{\"v\":{{{}}}}}\n```", members(n))
    }),
    rejected("a fence around open brackets", repaired::<One<u8>>, |n| {
        format!("```\n{}\n```", "[".repeat(n))
    }),
    rejected("a fence around fences", repaired::<One<u8>>, |n| {
        format!("{}```", "```json\n".repeat(n))
    }),
    rejected(
        "a text that holds open brackets",
        repaired::<One<u8>>,
        |n| format!("{:?}", "[".repeat(n)),
    ),
    rejected("a text that holds texts", repaired::<One<u8>>, |n| {
        format!("{:?}", "\"{".repeat(n))
    }),
    rejected("single quotes", repaired::<One<Open>>, |n| {
        format!("{{'v':{{{}}}}}", members(n).replace('"', "'"))
    }),
    rejected("commas", repaired::<One<u8>>, |n| {
        format!(r#"{{"v":1{}}}"#, ",".repeat(n))
    }),
    rejected("backslashes", repaired::<One<String>>, |n| {
        format!(r#"{{"v":"{}"#, "\\".repeat(2 * n))
    }),
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

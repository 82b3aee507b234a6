//! The envelope around a tool's schema: its provider, and the location of its parts.

use serde_json::{Map, Value};

use super::request_layout::EntryPlace;
use super::walk::find;
use crate::provider::ToolFormat;

/// The key of Gemini's JSON Schema parameters, in both spellings.
pub(super) const JSON_FIELD: [&str; 2] = ["parametersJsonSchema", "parameters_json_schema"];

/// The key of the JSON Schema of a Gemini function's response, in both spellings.
pub(super) const RESPONSE_JSON: [&str; 2] = ["responseJsonSchema", "response_json_schema"];

#[derive(Clone, Copy)]
pub(super) struct EnvelopeParts<'v> {
    pub(super) format: ToolFormat,
    /// The path from the entry to the object that has the name.
    pub(super) inside: &'static [&'static str],
    /// That object.
    pub(super) tool: &'v Map<String, Value>,
    /// The path from that object to the schema.
    pub(super) at: &'static [&'static str],
    pub(super) schema: Option<&'v Value>,
}

impl ToolFormat {
    /// The name used in messages.
    pub(super) const fn words(self) -> &'static str {
        match self {
            ToolFormat::OpenAi => "OpenAI's envelope",
            ToolFormat::OpenAiResponses => "the Responses API's envelope",
            ToolFormat::Anthropic => "Anthropic's envelope",
            ToolFormat::Gemini => "a function declaration of Gemini",
            ToolFormat::Bedrock => "Bedrock's envelope",
            ToolFormat::Mcp => "MCP's envelope",
            ToolFormat::JsonSchema => "no envelope",
        }
    }
}

/// Returns the parts of an entry, recognised by its form. Returns `None` if it isn't a client
/// function: a tool that the provider runs, or an unknown entry. `expected` decides if an entry has
/// only a name.
pub(super) fn parts(entry: &Map<String, Value>, expected: ToolFormat) -> Option<EnvelopeParts<'_>> {
    use ToolFormat::{Anthropic, Bedrock, Gemini, Mcp, OpenAi, OpenAiResponses};
    let kind = entry.get("type").and_then(Value::as_str);
    let has = |key: &str| entry.contains_key(key);
    let wrapped = |key: &'static str| entry.get(key).and_then(Value::as_object);
    let parts = |format, inside: &'static [&'static str], tool, at: &'static [&'static str]| {
        EnvelopeParts {
            format,
            inside,
            tool,
            at,
            schema: member_at(tool, at),
        }
    };
    if let Some(tool) = wrapped("function") {
        return Some(parts(OpenAi, &["function"], tool, &["parameters"]));
    }
    if let Some(tool) = wrapped("toolSpec") {
        return Some(parts(
            Bedrock,
            &["toolSpec"],
            tool,
            &["inputSchema", "json"],
        ));
    }
    if let Some(tool) = wrapped("tool_spec") {
        let at: &[&str] = if tool.contains_key("input_schema") {
            &["input_schema", "json"]
        } else {
            &["inputSchema", "json"]
        };
        return Some(parts(Bedrock, &["tool_spec"], tool, at));
    }
    if has("inputSchema") {
        return Some(parts(Mcp, &[], entry, &["inputSchema"]));
    }
    if has("input_schema") {
        return Some(parts(Anthropic, &[], entry, &["input_schema"]));
    }
    match kind {
        Some("function") => return Some(parts(OpenAiResponses, &[], entry, &["parameters"])),
        // A provider-run tool, whatever else it has.
        Some(kind) if kind != "custom" => return None,
        _ => {}
    }
    if let Some(at) = GEMINI_FIELDS.into_iter().find(|at| has(at[0])) {
        return Some(parts(Gemini, &[], entry, at));
    }
    if !has("name") || kind == Some("custom") && expected != Anthropic {
        return None;
    }
    Some(match expected {
        Anthropic => parts(Anthropic, &[], entry, &["input_schema"]),
        Mcp => parts(Mcp, &[], entry, &["inputSchema"]),
        _ => parts(Gemini, &[], entry, &["parameters"]),
    })
}

const GEMINI_FIELDS: [&[&str]; 3] = [&[JSON_FIELD[0]], &[JSON_FIELD[1]], &["parameters"]];

/// Returns the reason why an entry that isn't a function isn't a tool that the provider runs
/// either.
pub(super) fn not_a_tool(map: &Map<String, Value>, entry: &EntryPlace) -> Option<&'static str> {
    let no_type = !map.get("type").is_some_and(Value::is_string);
    if map.is_empty() {
        return Some("an empty object instead of a tool");
    }
    if entry.declared {
        return Some("no function in a list of declarations");
    }
    match entry.format {
        ToolFormat::OpenAi | ToolFormat::OpenAiResponses if no_type => {
            Some("an object without a function and without `type`")
        }
        ToolFormat::Anthropic if no_type => Some("an object without `name` and without `type`"),
        ToolFormat::Mcp => Some("an object without `name` and `inputSchema`"),
        _ => None,
    }
}

fn member_at<'v>(tool: &'v Map<String, Value>, at: &[&str]) -> Option<&'v Value> {
    let (first, rest) = at.split_first()?;
    find(tool.get(*first)?, rest)
}

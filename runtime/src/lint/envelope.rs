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
    type Path = &'static [&'static str];
    let kind = entry.get("type").and_then(Value::as_str);
    let has = |key: &str| entry.contains_key(key);
    let wrapped = |key: &str| entry.get(key).and_then(Value::as_object);
    let (format, inside, at): (_, Path, Path) = if wrapped("function").is_some() {
        (OpenAi, &["function"], &["parameters"])
    } else if wrapped("toolSpec").is_some() {
        (Bedrock, &["toolSpec"], &["inputSchema", "json"])
    } else if let Some(tool) = wrapped("tool_spec") {
        let at: Path = if tool.contains_key("input_schema") {
            &["input_schema", "json"]
        } else {
            &["inputSchema", "json"]
        };
        (Bedrock, &["tool_spec"], at)
    } else if has("inputSchema") {
        (Mcp, &[], &["inputSchema"])
    } else if has("input_schema") {
        (Anthropic, &[], &["input_schema"])
    } else if kind == Some("function") {
        (OpenAiResponses, &[], &["parameters"])
    } else if kind.is_some_and(|kind| kind != "custom") {
        // A provider-run tool, whatever else it has.
        return None;
    } else if let Some(at) = GEMINI_FIELDS.into_iter().find(|at| has(at[0])) {
        (Gemini, &[], at)
    } else if !has("name") || kind.is_some() && expected != Anthropic {
        return None;
    } else {
        match expected {
            Anthropic => (Anthropic, &[], &["input_schema"]),
            Mcp => (Mcp, &[], &["inputSchema"]),
            _ => (Gemini, &[], &["parameters"]),
        }
    };
    let tool = match inside {
        [key, ..] => wrapped(key)?,
        [] => entry,
    };
    Some(EnvelopeParts {
        format,
        inside,
        tool,
        at,
        schema: tool.get(at[0]).and_then(|one| find(one, &at[1..])),
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

//! The envelope around a tool's schema: its provider, and the location of its parts.

use serde_json::{Map, Value};

use super::body::Body;
use super::rule::{Because, Evidence};
use crate::provider::Provider;

/// The form of a tool's envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `{"type":"function","function":{"name":..,"parameters":..}}`
    Nested,
    /// `{"type":"function","name":..,"parameters":..}`
    Flat,
    /// `{"name":..,"input_schema":..}`
    Anthropic,
    /// `{"name":..,"parameters":..}`, in a list of `functionDeclarations`.
    Declaration,
    /// `{"toolSpec":{"name":..,"inputSchema":{"json":..}}}`
    Bedrock,
    /// `{"name":..,"inputSchema":..}`
    Mcp,
}

/// The key of Gemini's JSON Schema parameters, in both spellings.
pub(super) const JSON_FIELD: [&str; 2] = ["parametersJsonSchema", "parameters_json_schema"];

/// The key of the JSON Schema of a Gemini function's response, in both spellings.
pub(super) const RESPONSE_JSON: [&str; 2] = ["responseJsonSchema", "response_json_schema"];

/// The parts of a tool's declaration.
#[derive(Clone, Copy)]
pub(super) struct Parts<'v> {
    pub(super) shape: Shape,
    /// The path from the entry to the object that has the name.
    pub(super) inside: &'static [&'static str],
    /// That object.
    pub(super) tool: &'v Map<alloc::string::String, Value>,
    /// The path from that object to the schema.
    pub(super) at: &'static [&'static str],
    pub(super) schema: Option<&'v Value>,
}

impl Shape {
    /// The name used in messages.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Shape::Nested => "OpenAI's envelope",
            Shape::Flat => "the Responses API's envelope",
            Shape::Anthropic => "Anthropic's envelope",
            Shape::Declaration => "a function declaration of Gemini",
            Shape::Bedrock => "Bedrock's envelope",
            Shape::Mcp => "MCP's envelope",
        }
    }

    /// Returns the form of a provider's tools.
    pub(super) const fn of(body: Body) -> Self {
        match body.provider {
            _ if body.flat => Shape::Flat,
            Provider::OpenAiResponses => Shape::Flat,
            Provider::Anthropic => Shape::Anthropic,
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => Shape::Declaration,
            Provider::Bedrock => Shape::Bedrock,
            Provider::Mcp => Shape::Mcp,
            _ => Shape::Nested,
        }
    }
}

/// Returns the parts of an entry, recognised by its form. Returns `None` if it isn't a client
/// function: a tool that the provider runs, or an unknown entry. `expected` decides if an entry has
/// only a name.
pub(super) fn parts(
    entry: &Map<alloc::string::String, Value>,
    expected: Shape,
) -> Option<Parts<'_>> {
    let kind = entry.get("type").and_then(Value::as_str);
    let has = |key: &str| entry.contains_key(key);
    let wrapped = |key: &'static str| entry.get(key).and_then(Value::as_object);
    let parts = |shape, inside: &'static [&'static str], tool, at: &'static [&'static str]| Parts {
        shape,
        inside,
        tool,
        at,
        schema: look(tool, at),
    };
    if let Some(tool) = wrapped("function") {
        return Some(parts(Shape::Nested, &["function"], tool, &["parameters"]));
    }
    if let Some(tool) = wrapped("toolSpec") {
        return Some(parts(
            Shape::Bedrock,
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
        return Some(parts(Shape::Bedrock, &["tool_spec"], tool, at));
    }
    if has("inputSchema") {
        return Some(parts(Shape::Mcp, &[], entry, &["inputSchema"]));
    }
    if has("input_schema") {
        return Some(parts(Shape::Anthropic, &[], entry, &["input_schema"]));
    }
    let field = |key: &str| match key {
        "parametersJsonSchema" => &["parametersJsonSchema"] as &[&str],
        _ => &["parameters_json_schema"],
    };
    let json = JSON_FIELD.into_iter().find(|key| has(key));
    match kind {
        Some("function") => return Some(parts(Shape::Flat, &[], entry, &["parameters"])),
        // A provider-run tool, whatever else it has.
        Some(kind) if kind != "custom" => return None,
        _ => {}
    }
    if let Some(key) = json {
        return Some(parts(Shape::Declaration, &[], entry, field(key)));
    }
    if has("parameters") {
        return Some(parts(Shape::Declaration, &[], entry, &["parameters"]));
    }
    if !has("name") || kind == Some("custom") && expected != Shape::Anthropic {
        return None;
    }
    match expected {
        Shape::Anthropic => Some(parts(Shape::Anthropic, &[], entry, &["input_schema"])),
        Shape::Mcp => Some(parts(Shape::Mcp, &[], entry, &["inputSchema"])),
        _ => Some(parts(Shape::Declaration, &[], entry, &["parameters"])),
    }
}

fn look<'v>(tool: &'v Map<alloc::string::String, Value>, at: &[&str]) -> Option<&'v Value> {
    let (first, rest) = at.split_first()?;
    rest.iter()
        .try_fold(tool.get(*first)?, |value, key| value.get(*key))
}

/// A provider's requirements for a declaration, apart from its schema.
pub(super) struct Form {
    /// The evidence for its form.
    pub(super) because: Because,
    /// The evidence for its rule on names.
    pub(super) names: Because,
    /// The schema is optional.
    pub(super) optional: bool,
    /// The allowed members; empty if they aren't documented.
    pub(super) members: &'static [&'static str],
}

impl Form {
    pub(super) const fn of(provider: Provider) -> Self {
        use Evidence::{Documented, Parser, Recorded};
        let (because, names) = match provider {
            Provider::OpenAi | Provider::AzureOpenAi => {
                ((Parser, "oa-sdk"), (Recorded, "oa-names"))
            }
            Provider::OpenAiResponses => ((Parser, "oa-sdk"), (Documented, "oa-spec")),
            Provider::Anthropic => ((Parser, "an-sdk"), (Recorded, "an-errors")),
            Provider::Gemini | Provider::GeminiJsonSchema => {
                ((Parser, "gm-proto"), (Recorded, "gm-errors"))
            }
            Provider::Vertex => ((Parser, "vx-proto"), (Documented, "vx-proto")),
            Provider::Bedrock => ((Parser, "br-model"), (Parser, "br-model")),
            Provider::Mistral => ((Parser, "mi-spec"), (Recorded, "mi-common")),
            Provider::Cohere => ((Documented, "co-docs"), (Documented, "common")),
            Provider::XAi => ((Documented, "xa-docs"), (Documented, "common")),
            Provider::DeepSeek => ((Documented, "ds-docs"), (Recorded, "ds-names")),
            Provider::Groq => ((Parser, "gq-sdk"), (Documented, "gq-sdk")),
            Provider::Ollama => ((Parser, "ol-types"), (Documented, "common")),
            Provider::Mcp => ((Parser, "mcp-spec"), (Documented, "mcp-spec")),
            Provider::JsonSchema | Provider::Portable => {
                ((Documented, "common"), (Documented, "common"))
            }
        };
        let members: &[&str] = match provider {
            Provider::Mistral => &["name", "description", "strict", "parameters"],
            Provider::Bedrock => &["name", "description", "inputSchema", "strict"],
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => &[
                "name",
                "description",
                "behavior",
                "parameters",
                "parametersJsonSchema",
                "parameters_json_schema",
                "response",
                "responseJsonSchema",
                "response_json_schema",
            ],
            _ => &[],
        };
        let optional = !matches!(
            provider,
            Provider::Anthropic
                | Provider::Bedrock
                | Provider::Mistral
                | Provider::Cohere
                | Provider::Mcp
                | Provider::Portable
        );
        Form {
            because,
            names,
            optional,
            members,
        }
    }
}

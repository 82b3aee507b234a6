//! Detects the format of a definition by its members.

use super::examples::EXAMPLES;
use super::extra_fields::is_mcp;
use crate::decode::JsonTree;
use crate::import::ImportError;
use crate::provider::ToolFormat;
use crate::text::beginning;

/// Keywords that identify an object as a schema.
const SCHEMA: [&str; 12] = [
    "$schema",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "$ref",
    "$defs",
    "definitions",
    "anyOf",
    "oneOf",
    "allOf",
    "patternProperties",
];

/// Members that exist only in MCP's tools.
const MCP: [&str; 4] = ["title", "outputSchema", "annotations", "_meta"];

pub(super) fn recognise(item: &JsonTree) -> Result<ToolFormat, ImportError> {
    let has = |name: &str| item.get(name).is_some();
    let object = |name: &str| matches!(item.get(name), Some(JsonTree::Object(_)));
    // The content of a `toolSpec` may be without the wrapper.
    let is_json =
        |schema: &JsonTree| matches!(schema.as_object(), Some([(one, _)]) if one == "json");
    let by_member = [
        (object("function"), ToolFormat::OpenAi),
        (object("toolSpec"), ToolFormat::Bedrock),
        (has("input_schema") && is_mcp(item), ToolFormat::Mcp),
        (has("input_schema"), ToolFormat::Anthropic),
        (
            item.get("inputSchema").is_some_and(is_json),
            ToolFormat::Bedrock,
        ),
        (has("inputSchema"), ToolFormat::Mcp),
        (has("parametersJsonSchema"), ToolFormat::Gemini),
        (has("parameters_json_schema"), ToolFormat::Gemini),
    ];
    if let Some((_, format)) = by_member.into_iter().find(|(is, _)| *is) {
        return Ok(format);
    }
    let kind = item.get("type").and_then(JsonTree::as_str);
    if has("name") {
        return match kind {
            Some("function") => Ok(ToolFormat::OpenAiResponses),
            // Anthropic's type for user-defined tools.
            Some("custom") => Err(ImportError::new(
                "",
                "a tool of type `custom` without `input_schema` takes text, not arguments",
            )),
            Some(kind) => Err(ImportError::new("/type", own_tool(kind))),
            None => match unknown(item).filter(|_| !has("parameters")) {
                // Parameters under an unknown name must not be mistaken for none.
                Some(name) => {
                    let name = beginning(name);
                    let reason = format!(
                        "it has no parameters where a known format has them, and it has `{name}`, which no format has"
                    );
                    Err(ImportError::new("", reason))
                }
                None if MCP.iter().any(|member| has(member)) => Ok(ToolFormat::Mcp),
                // Also for a name alone: Gemini omits empty parameters.
                None => Ok(ToolFormat::Gemini),
            },
        };
    }
    if SCHEMA.iter().any(|keyword| has(keyword)) && kind != Some("function") {
        let known = |kind: &str| {
            [
                "object", "array", "string", "number", "integer", "boolean", "null", "dict",
            ]
            .contains(&kind.to_ascii_lowercase().as_str())
        };
        return match kind {
            Some(kind) if !known(kind) => Err(ImportError::new("/type", own_tool(kind))),
            _ => Ok(ToolFormat::JsonSchema),
        };
    }
    let reason = match item {
        JsonTree::Object(members) => match members.as_slice() {
            [] => "it is empty".to_owned(),
            [(name, _)] => format!("`{}` is not a tool definition", beginning(name)),
            _ => "it has no known format of a tool definition, and no name".to_owned(),
        },
        _ => "a definition must be an object".to_owned(),
    };
    Err(ImportError::new("", reason))
}

/// Why a part of the input is not a definition.
pub(super) fn own_tool(kind: &str) -> String {
    let kind = beginning(kind);
    format!("`{kind}` is a provider's own tool, not a definition")
}

/// Returns the first member that is unknown in definitions without parameters.
fn unknown(item: &JsonTree) -> Option<&str> {
    let mut names = item.as_object()?.iter().map(|(name, _)| name.as_str());
    names.find(|name| {
        !MCP.contains(name)
            && ![
                "name",
                "description",
                "icons",
                "execution",
                "behavior",
                "response",
                "responseJsonSchema",
                "response_json_schema",
                EXAMPLES,
            ]
            .contains(name)
            && !name.starts_with("x-")
    })
}

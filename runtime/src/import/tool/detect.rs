//! Detects the format of a definition by its members.

use super::examples::EXAMPLES;
use super::sdk;
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

/// Returns the format of a definition.
pub(super) fn recognise(item: &JsonTree) -> Result<ToolFormat, ImportError> {
    let has = |name: &str| item.get(name).is_some();
    let object = |name: &str| matches!(item.get(name), Some(JsonTree::Object(_)));
    if object("function") {
        return Ok(ToolFormat::OpenAi);
    }
    if object("toolSpec") {
        return Ok(ToolFormat::Bedrock);
    }
    if has("input_schema") {
        return Ok(if sdk::is_mcp(item) {
            ToolFormat::Mcp
        } else {
            ToolFormat::Anthropic
        });
    }
    if let Some(schema) = item.get("inputSchema") {
        // The content of a `toolSpec` without the wrapper.
        return Ok(match schema {
            JsonTree::Object(members) if matches!(members.as_slice(), [(one, _)] if one == "json") => {
                ToolFormat::Bedrock
            }
            _ => ToolFormat::Mcp,
        });
    }
    if has("parametersJsonSchema") || has("parameters_json_schema") {
        return Ok(ToolFormat::Gemini);
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
            Some(kind) => Err(ImportError::new(
                "/type",
                format!(
                    "`{}` is a provider's own tool, not a definition",
                    beginning(kind)
                ),
            )),
            // Parameters under an unknown name must not be mistaken for none.
            None if !has("parameters") && unknown(item).is_some() => Err(ImportError::new(
                "",
                format!(
                    "it has no parameters where a known format has them, and it has `{}`, which no format has",
                    beginning(unknown(item).unwrap_or_default())
                ),
            )),
            None if MCP.iter().any(|member| has(member)) => Ok(ToolFormat::Mcp),
            // Also for a name alone: Gemini omits empty parameters.
            None => Ok(ToolFormat::Gemini),
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
            Some(kind) if !known(kind) => Err(ImportError::new(
                "/type",
                format!(
                    "`{}` is a provider's own tool, not a definition",
                    beginning(kind)
                ),
            )),
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

/// Returns the first member that is unknown in definitions without parameters.
fn unknown(item: &JsonTree) -> Option<&str> {
    let JsonTree::Object(members) = item else {
        return None;
    };
    let names = members.iter().map(|(name, _)| name.as_str());
    names.into_iter().find(|name| {
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

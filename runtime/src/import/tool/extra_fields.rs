//! The members of a definition that the common model lacks.

use super::examples::EXAMPLES;
use crate::decode::JsonTree;
use crate::provider::{Provider, ToolFormat};

/// A member of a definition that the common model lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtraField {
    /// A JSON Pointer into the source.
    pub pointer: String,
    /// The member's name.
    pub name: String,
    /// Its value, as JSON text.
    pub value: String,
}

/// Returns true if a member is copied to a provider's declarations of definitions in a format.
pub(super) fn is_given_back(format: ToolFormat, provider: Provider, name: &str) -> bool {
    let form = provider.tool_form();
    // Examples are copied for every format, because they are examples of the same arguments.
    name == EXAMPLES && form.examples
        || form.format == format && form.members.contains(&written(format, name))
}

/// A member's name as the provider of the format spells it.
fn written(format: ToolFormat, name: &str) -> &str {
    match format {
        ToolFormat::Mcp => protocol_name(name),
        _ => name,
    }
}

/// Returns the text of the copied members for each provider of the format.
pub(super) fn extra(
    format: ToolFormat,
    rest: &[(String, String, JsonTree)],
) -> Vec<(Provider, String)> {
    let text = |(name, value): (&str, &JsonTree)| match format {
        ToolFormat::Mcp => format!("\"{name}\":{}", protocol_value(value.clone()).text()),
        _ => format!("\"{name}\":{}", value.text()),
    };
    let of = |provider: Provider| {
        let form = provider.tool_form();
        let members: Vec<String> = rest
            .iter()
            .map(|(_, name, value)| (written(format, name), value))
            .filter(|(name, value)| form.members.contains(name) && **value != JsonTree::Null)
            .map(text)
            .collect();
        (form.format == format && !members.is_empty()).then(|| (provider, members.join(",")))
    };
    Provider::ALL.iter().copied().filter_map(of).collect()
}

/// Members that identify `input_schema` as MCP's, not Anthropic's. By default MCP's Python SDK
/// writes its own names instead of the protocol's: `input_schema`, `read_only_hint`, and `null` for
/// everything that is not set.
const MEMBERS: [&str; 6] = [
    "output_schema",
    "annotations",
    "icons",
    "execution",
    "meta",
    "_meta",
];

/// Members that exist only in Anthropic's tools.
const ANTHROPIC: [&str; 7] = [
    "type",
    "strict",
    "cache_control",
    "defer_loading",
    "allowed_callers",
    "eager_input_streaming",
    "input_examples",
];

/// The protocol's names of nested members.
const NAMES: [(&str, &str); 7] = [
    ("read_only_hint", "readOnlyHint"),
    ("destructive_hint", "destructiveHint"),
    ("idempotent_hint", "idempotentHint"),
    ("open_world_hint", "openWorldHint"),
    ("mime_type", "mimeType"),
    ("task_support", "taskSupport"),
    ("meta", "_meta"),
];

/// Returns true if a definition with `input_schema` is MCP's.
pub(super) fn is_mcp(item: &JsonTree) -> bool {
    let has = |name: &&str| item.get(name).is_some();
    MEMBERS.iter().any(has) && !ANTHROPIC.iter().any(has)
}

/// The protocol's name of a member.
fn protocol_name(name: &str) -> &str {
    NAMES
        .iter()
        .find(|(own, _)| *own == name)
        .map_or(name, |(_, protocol)| protocol)
}

/// Renames the members of a value to the protocol's names. Members with a protocol name are
/// unchanged. Of the others, those that are `null` are dropped.
pub(super) fn protocol_value(value: JsonTree) -> JsonTree {
    match value {
        JsonTree::Object(members) => {
            let mut all: Vec<(String, JsonTree)> = Vec::with_capacity(members.len());
            for (own, value) in members {
                let protocol = protocol_name(&own);
                if protocol == own {
                    all.push((own, value));
                } else if value != JsonTree::Null && !all.iter().any(|(name, _)| name == protocol) {
                    all.push((protocol.to_owned(), value));
                }
            }
            JsonTree::Object(all)
        }
        JsonTree::Array(items) => JsonTree::Array(items.into_iter().map(protocol_value).collect()),
        other => other,
    }
}

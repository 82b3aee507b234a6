//! MCP's members in the spelling of its Python SDK. By default the SDK writes its own names instead
//! of the protocol's: `input_schema`, `read_only_hint`, and `null` for everything that is not set.

use crate::decode::JsonTree;

/// Members that identify `input_schema` as MCP's, not Anthropic's.
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
pub(super) fn name(name: &str) -> &str {
    NAMES
        .iter()
        .find(|(own, _)| *own == name)
        .map_or(name, |(_, protocol)| protocol)
}

/// Renames the members of a value to the protocol's names. Members with a protocol name are
/// unchanged. Of the others, those that are `null` are dropped.
pub(super) fn value(value: JsonTree) -> JsonTree {
    match value {
        JsonTree::Object(members) => {
            let mut all: Vec<(String, JsonTree)> = Vec::with_capacity(members.len());
            for (own, value) in members {
                let protocol = name(&own);
                if protocol == own {
                    all.push((own, value));
                } else if value != JsonTree::Null && !all.iter().any(|(name, _)| name == protocol) {
                    all.push((protocol.to_owned(), value));
                }
            }
            JsonTree::Object(all)
        }
        JsonTree::Array(items) => JsonTree::Array(items.into_iter().map(self::value).collect()),
        other => other,
    }
}

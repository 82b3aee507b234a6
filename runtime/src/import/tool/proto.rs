//! Gemini's field `parameters`: a protobuf message whose JSON has its own spellings.

use std::collections::HashMap;

use crate::decode::{JsonTree, take_member};

/// Keywords as proto field names, and in JSON Schema.
const SNAKE: [(&str, &str); 10] = [
    ("any_of", "anyOf"),
    ("min_items", "minItems"),
    ("max_items", "maxItems"),
    ("min_length", "minLength"),
    ("max_length", "maxLength"),
    ("min_properties", "minProperties"),
    ("max_properties", "maxProperties"),
    ("additional_properties", "additionalProperties"),
    ("property_ordering", "propertyOrdering"),
    // Vertex AI only.
    ("ref", "$ref"),
];

/// Counts are 64 bits wide in the proto, so their JSON may be strings.
const COUNTS: [&str; 6] = [
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minProperties",
    "maxProperties",
];

/// Converts the schema to JSON Schema, at every depth.
pub(super) fn plain(schema: &mut JsonTree) {
    let JsonTree::Object(members) = schema else {
        return;
    };
    // Of two spellings, that of JSON Schema counts.
    let written = |plain: &str| members.iter().any(|(name, _)| name == plain);
    let twice: Vec<&str> = SNAKE
        .iter()
        .filter(|(_, plain)| written(plain))
        .map(|(snake, _)| *snake)
        .collect();
    members.retain(|(name, _)| !twice.contains(&name.as_str()));
    for (name, value) in members.iter_mut() {
        if let Some((_, plain)) = SNAKE.iter().find(|(snake, _)| snake == name) {
            *name = (*plain).to_owned();
        }
        if COUNTS.contains(&name.as_str())
            && let JsonTree::String(text) = value
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && !text.is_empty()
        {
            // No number of JSON begins with another 0.
            let digits = text.trim_start_matches('0');
            let digits = if digits.is_empty() { "0" } else { digits };
            *value = JsonTree::Number(digits.to_owned());
        }
        // A double may be a string too, in any spelling of a number.
        if matches!(name.as_str(), "minimum" | "maximum")
            && let JsonTree::String(text) = value
            && serde_json::from_str::<serde_json::Number>(text).is_ok()
        {
            *value = JsonTree::Number(text.trim().to_owned());
        }
        match (name.as_str(), value) {
            ("properties" | "$defs" | "definitions" | "defs", JsonTree::Object(inner)) => {
                for (_, schema) in inner {
                    plain(schema);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", JsonTree::Array(inner)) => {
                inner.iter_mut().for_each(plain);
            }
            ("items" | "additionalProperties" | "not", inner) => plain(inner),
            _ => {}
        }
    }
    // Both are redundant: the enum's default value, and a format next to an `enum`.
    members.retain(|(name, value)| match value.as_str() {
        Some("TYPE_UNSPECIFIED") => name != "type",
        Some("enum") => name != "format",
        _ => true,
    });
    order(members);
}

/// Sorts properties by `propertyOrdering`.
fn order(members: &mut Vec<(String, JsonTree)>) {
    let Some(JsonTree::Array(wanted)) = take_member(members, "propertyOrdering") else {
        return;
    };
    let wanted = wanted.iter().filter_map(JsonTree::as_str);
    let places: HashMap<&str, usize> = wanted.zip(0..).collect();
    let properties = members.iter_mut().find(|(name, _)| name == "properties");
    if let Some((_, JsonTree::Object(properties))) = properties {
        // Properties that are not listed keep their order, at the end.
        properties
            .sort_by_key(|(name, _)| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
    }
}

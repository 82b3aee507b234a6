//! Gemini's field `parameters`: a protobuf message whose JSON has its own spellings.

use crate::decode::JsonTree;

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
    let has = |members: &[(String, JsonTree)], name: &str, values: &[&str]| {
        members.iter().any(|(key, value)| {
            key == name && value.as_str().is_some_and(|value| values.contains(&value))
        })
    };
    // Both are redundant: the enum's default value, and a format next to an `enum`.
    if has(members, "type", &["TYPE_UNSPECIFIED"]) {
        members.retain(|(name, _)| name != "type");
    }
    if has(members, "format", &["enum"]) {
        members.retain(|(name, _)| name != "format");
    }
    order(members);
}

/// Sorts properties by `propertyOrdering`.
fn order(members: &mut Vec<(String, JsonTree)>) {
    let Some(at) = members
        .iter()
        .position(|(name, _)| name == "propertyOrdering")
    else {
        return;
    };
    let (_, JsonTree::Array(wanted)) = members.remove(at) else {
        return;
    };
    let places: std::collections::HashMap<&str, usize> = wanted
        .iter()
        .filter_map(JsonTree::as_str)
        .zip(0..)
        .collect();
    for (name, value) in members {
        if let (true, JsonTree::Object(properties)) = (name == "properties", value) {
            // Properties that are not listed keep their order, at the end.
            properties
                .sort_by_key(|(name, _)| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
        }
    }
}

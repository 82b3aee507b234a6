//! Estimates the number of errors of one value, and finds those that end a validation early.

use serde_json::{Map, Value};

/// The number of required names that are missing.
fn missing(keywords: &Map<String, Value>, value: &Value) -> usize {
    match (keywords.get("required"), value) {
        (Some(Value::Array(names)), Value::Object(members)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.filter(|name| !members.contains_key(*name)).count()
        }
        _ => 0,
    }
}

/// Maximum number of errors of one schema's keywords with one value.
pub(super) fn errors(keywords: &Map<String, Value>, value: &Value) -> usize {
    let own = keywords.keys().filter(|keyword| {
        !matches!(
            keyword.as_str(),
            "$ref"
                | "$defs"
                | "$id"
                | "$anchor"
                | "allOf"
                | "properties"
                | "prefixItems"
                | "items"
                | "patternProperties"
                | "dependentSchemas"
                | "if"
                | "then"
                | "else"
                | "required"
                | "title"
                | "description"
                | "default"
                | "examples"
                | "definitions"
        )
    });
    let dependent = match keywords.get("dependentRequired") {
        Some(Value::Object(all)) => all
            .values()
            .map(|one| one.as_array().map_or(0, Vec::len))
            .sum(),
        _ => 0,
    };
    own.count() + missing(keywords, value) + dependent
}

/// Returns true if the type or a missing property ends the validation before it descends.
pub(super) fn ends_early(keywords: &Map<String, Value>, value: &Value) -> bool {
    let other_type = match keywords.get("type") {
        Some(Value::String(one)) => !is_of(value, one),
        Some(Value::Array(all)) => !all
            .iter()
            .filter_map(Value::as_str)
            .any(|one| is_of(value, one)),
        _ => false,
    };
    other_type || missing(keywords, value) > 0
}

fn is_of(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(_) => name == "number" || name == "integer",
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

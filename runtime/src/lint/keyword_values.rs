//! Checks keyword values against draft 2020-12, or against the fields of a proto.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::described;
use super::walk::SchemaNode;
use crate::provider::Proto;
use crate::text::beginning;

/// Describes a keyword value that is invalid in JSON Schema draft 2020-12.
pub(super) fn invalid_values(key: &str, value: &Value) -> Option<String> {
    let expected = match key {
        "type" => {
            let names = match value {
                Value::String(_) => return None,
                Value::Array(names) => names,
                _ => return Some(not("type", "a name or a list of names", value)),
            };
            return if names.is_empty() {
                Some("`type` without a name".into())
            } else {
                all_texts("type", names)
            };
        }
        "required" => {
            let Value::Array(names) = value else {
                return Some(not(key, "a list of names", value));
            };
            return all_texts(key, names);
        }
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
        | "dependentRequired" | "dependencies"
            if !value.is_object() =>
        {
            "an object"
        }
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => match value {
            Value::Array(items) if items.is_empty() => {
                return Some(format!("`{key}` without a schema"));
            }
            Value::Array(_) => return None,
            _ => "a list of schemas",
        },
        // The list form of older drafts is now `prefixItems`.
        "items"
        | "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties"
            if value.is_array() =>
        {
            "a schema"
        }
        "enum" => match value {
            Value::Array(values) if values.is_empty() => {
                return Some("an `enum` without a value".into());
            }
            Value::Array(_) => return None,
            _ => "a list of values",
        },
        "examples" if !value.is_array() => "a list of values",
        "title" | "description" | "$comment" | "pattern" | "format" | "$schema" | "$id"
        | "$ref" | "$anchor" | "$dynamicRef" | "$dynamicAnchor" | "contentEncoding"
        | "contentMediaType"
            if !value.is_string() =>
        {
            "a text"
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" if !value.is_number() => {
            "a number"
        }
        "multipleOf" if value.as_f64().is_none_or(|number| number <= 0.0) => {
            "a number greater than 0"
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains"
            if !is_count(value) =>
        {
            "a count"
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" if !value.is_boolean() => {
            "`true` or `false`"
        }
        _ => return None,
    };
    Some(not(key, expected, value))
}

/// Returns a name in `type` that JSON Schema doesn't define.
pub(super) fn unknown_type(value: &Value) -> Option<&str> {
    const NAMES: [&str; 7] = [
        "string", "number", "integer", "boolean", "array", "object", "null",
    ];
    let unknown = |name: &&str| !NAMES.contains(name);
    match value {
        Value::String(name) => Some(name.as_str()).filter(unknown),
        Value::Array(names) => names.iter().filter_map(Value::as_str).find(unknown),
        _ => None,
    }
}

/// Returns `true` if a value matches the sibling `type`. Another rule reports a missing `type`.
pub(super) fn is_of_type(node: &SchemaNode<'_>, value: &Value) -> bool {
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Number(number) => {
            let whole = number.as_f64().is_none_or(|number| number % 1.0 == 0.0);
            return node.get("type").is_none() || node.is("number") || whole && node.is("integer");
        }
    };
    node.get("type").is_none() || node.is(name)
}

/// Describes an invalid field of a proto `Schema`. `null` counts as an unset field.
pub(super) fn wrong_field(proto: &Proto, key: &str, value: &Value) -> Option<String> {
    const TYPES: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];
    let expected = match key {
        _ if value.is_null() => return None,
        "type" => {
            let Value::String(name) = value else {
                return Some(not("type", "one name", value));
            };
            let known = TYPES.iter().any(|known| name.eq_ignore_ascii_case(known))
                || proto.null_type && name.eq_ignore_ascii_case("null");
            return (!known).then(|| format!("type `{}`", beginning(name)));
        }
        "format" | "title" | "description" | "pattern" if !value.is_string() => "a text",
        "nullable" if !value.is_boolean() => "`true` or `false`",
        "required" | "enum" | "propertyOrdering" | "property_ordering" => match value {
            Value::Array(texts) if texts.iter().all(Value::is_string) => return None,
            _ => "a list of texts",
        },
        "properties" if !value.is_object() => "an object",
        "items" if !value.is_object() => "a schema",
        "anyOf" | "any_of" => match value {
            Value::Array(items) if !items.is_empty() => return None,
            _ => "a list of schemas",
        },
        "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties"
        | "min_items" | "max_items" | "min_length" | "max_length" | "min_properties"
        | "max_properties"
            // An int64 may be a string.
            if !is_count(value)
                && value
                    .as_str()
                    .is_none_or(|text| text.parse::<i64>().is_err()) =>
        {
            "a count"
        }
        "minimum" | "maximum"
            if !value.is_number()
                && value
                    .as_str()
                    .is_none_or(|text| text.parse::<f64>().is_err()) =>
        {
            "a number"
        }
        _ => return None,
    };
    Some(not(key, expected, value))
}

/// Returns `true` for 0; in a proto's JSON it may be a string.
pub(super) fn is_zero(value: &Value) -> bool {
    let number = match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_f64(),
    };
    number == Some(0.0)
}

fn all_texts(key: &str, names: &[Value]) -> Option<String> {
    let mut seen = BTreeSet::new();
    for name in names {
        let Value::String(name) = name else {
            return Some(format!("`{key}` has {}", described(name)));
        };
        if !seen.insert(name.as_str()) {
            return Some(format!("`{key}` has `{}` twice", beginning(name)));
        }
    }
    None
}

/// Returns `true` for a non-negative whole number, including `3.0`.
fn is_count(value: &Value) -> bool {
    value.is_u64()
        || value
            .as_f64()
            .is_some_and(|number| number >= 0.0 && number % 1.0 == 0.0)
}

fn not(key: &str, expected: &str, value: &Value) -> String {
    format!("`{key}` is {}, not {expected}", described(value))
}

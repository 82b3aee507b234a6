//! Checks keywords against a profile, and their values against draft 2020-12 or the fields of a
//! proto.

use core::str::FromStr;
use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::described;
use super::rule::{Citation, Effect};
use super::walk::SchemaNode;
use crate::provider::{Profile, Proto};
use crate::text::beginning;

impl Profile {
    pub(super) fn ban(&self, key: &str) -> Option<(Citation, Effect)> {
        if let Some((only, because)) = self.only {
            let known = only
                .iter()
                .copied()
                .flatten()
                .any(|name| self.same(name, key));
            return (!known).then_some((because, Effect::Rejected));
        }
        let ban = self.banned.iter().find(|ban| ban.keys.contains(&key))?;
        Some((ban.because, ban.effect))
    }

    /// Returns the rule against 0 as a keyword's value.
    pub(super) fn zero(&self, key: &str) -> Option<Citation> {
        let mut all = self.zeros.iter();
        let (_, because) =
            all.find(|(keys, _)| keys.iter().any(|keyword| self.same(keyword, key)))?;
        Some(*because)
    }

    /// Returns `true` if a key names the keyword. A proto's JSON also accepts the field's own name.
    fn same(&self, keyword: &str, key: &str) -> bool {
        keyword == key
            || self.proto.is_some()
                && key.contains('_')
                && key
                    .bytes()
                    .filter(|byte| *byte != b'_')
                    .map(|byte| byte.to_ascii_lowercase())
                    .eq(keyword.bytes().map(|byte| byte.to_ascii_lowercase()))
    }

    /// Returns `true` if a keyword's value is checked. A keyword unknown to the provider has no
    /// rules.
    pub(super) fn opens(&self, key: &str) -> bool {
        const UNIONS: [&str; 4] = ["oneOf", "allOf", "prefixItems", "items"];
        self.ban(key).is_none() || self.only.is_none() && UNIONS.contains(&key)
    }
}

/// A test of a keyword's values, and the words for those that pass it.
type Values = (fn(&Value) -> bool, &'static str);

/// Describes a keyword value that is invalid in JSON Schema draft 2020-12.
pub(super) fn invalid_values(key: &str, value: &Value) -> Option<String> {
    if let Some(found) = unfit(key, value, json_values(key)?) {
        return Some(found);
    }
    match (key, value) {
        ("type", Value::Array(names)) if names.is_empty() => Some("`type` without a name".into()),
        ("type" | "required", Value::Array(names)) => all_texts(key, names),
        ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(items)) if items.is_empty() => {
            Some(format!("`{key}` without a schema"))
        }
        ("enum", Value::Array(values)) if values.is_empty() => {
            Some("an `enum` without a value".into())
        }
        _ => None,
    }
}

fn json_values(key: &str) -> Option<Values> {
    Some(match key {
        "type" => (
            |value| value.is_string() || value.is_array(),
            "a name or a list of names",
        ),
        "required" => (Value::is_array, "a list of names"),
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
        | "dependentRequired" | "dependencies" => (Value::is_object, "an object"),
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => (Value::is_array, "a list of schemas"),
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
        | "unevaluatedProperties" => (|value| !value.is_array(), "a schema"),
        "enum" | "examples" => (Value::is_array, "a list of values"),
        "title" | "description" | "$comment" | "pattern" | "format" | "$schema" | "$id"
        | "$ref" | "$anchor" | "$dynamicRef" | "$dynamicAnchor" | "contentEncoding"
        | "contentMediaType" => (Value::is_string, "a text"),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            (Value::is_number, "a number")
        }
        "multipleOf" => (
            |value| value.as_f64().is_some_and(|number| number > 0.0),
            "a number greater than 0",
        ),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => (is_count, "a count"),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => {
            (Value::is_boolean, "`true` or `false`")
        }
        _ => return None,
    })
}

const TYPES: [&str; 7] = [
    "string", "number", "integer", "boolean", "array", "object", "null",
];

/// Returns a name in `type` that JSON Schema doesn't define.
pub(super) fn unknown_type(value: &Value) -> Option<&str> {
    let unknown = |name: &&str| !TYPES.contains(name);
    match value {
        Value::String(name) => Some(name.as_str()).filter(unknown),
        Value::Array(names) => names.iter().filter_map(Value::as_str).find(unknown),
        _ => None,
    }
}

/// Returns `true` if a value matches the sibling `type`. Another rule reports a missing `type`.
pub(super) fn is_of_type(node: &SchemaNode<'_>, value: &Value) -> bool {
    let is = |name| node.is(name);
    node.get("type").is_none()
        || match value {
            Value::Null => is("null"),
            Value::Bool(_) => is("boolean"),
            Value::String(_) => is("string"),
            Value::Array(_) => is("array"),
            Value::Object(_) => is("object"),
            Value::Number(number) => {
                let whole = number.as_f64().is_none_or(|number| number % 1.0 == 0.0);
                is("number") || whole && is("integer")
            }
        }
}

/// Describes an invalid field of a proto `Schema`. `null` counts as an unset field.
pub(super) fn wrong_field(proto: &Proto, key: &str, value: &Value) -> Option<String> {
    if value.is_null() {
        return None;
    }
    if key != "type" {
        return unfit(key, value, proto_values(key)?);
    }
    let Value::String(name) = value else {
        return Some(not(key, "one name", value));
    };
    let known = TYPES.iter().find(|known| name.eq_ignore_ascii_case(known));
    let known = known.is_some_and(|known| *known != "null" || proto.null_type);
    (!known).then(|| format!("type `{}`", beginning(name)))
}

fn proto_values(key: &str) -> Option<Values> {
    Some(match key {
        "format" | "title" | "description" | "pattern" => (Value::is_string, "a text"),
        "nullable" => (Value::is_boolean, "`true` or `false`"),
        "required" | "enum" | "propertyOrdering" | "property_ordering" => (
            |value| {
                let texts = value.as_array();
                texts.is_some_and(|texts| texts.iter().all(Value::is_string))
            },
            "a list of texts",
        ),
        "properties" => (Value::is_object, "an object"),
        "items" => (Value::is_object, "a schema"),
        "anyOf" | "any_of" => (|value| value.get(0).is_some(), "a list of schemas"),
        "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties"
        | "min_items" | "max_items" | "min_length" | "max_length" | "min_properties"
        | "max_properties" => (
            |value| is_count(value) || is_number_text::<i64>(value),
            "a count",
        ),
        "minimum" | "maximum" => (
            |value| value.is_number() || is_number_text::<f64>(value),
            "a number",
        ),
        _ => return None,
    })
}

/// Returns `true` for a string that holds a number: an int64 of a proto may be one.
fn is_number_text<N: FromStr>(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.parse::<N>().is_ok())
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

fn unfit(key: &str, value: &Value, (fits, expected): Values) -> Option<String> {
    (!fits(value)).then(|| not(key, expected, value))
}

fn not(key: &str, expected: &str, value: &Value) -> String {
    format!("`{key}` is {}, not {expected}", described(value))
}

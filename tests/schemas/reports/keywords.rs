//! The constraint keywords, and how a description expresses each.

use serde_json::Value;
use toolcast_test_support::json::WIDE_ENDS;

/// Keywords that restrict or explain a value.
pub(crate) const KEYWORDS: [&str; 17] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "anyOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "default",
    "examples",
];

/// The words of a keyword, any of them.
pub(crate) fn words(keyword: &str, value: &Value) -> Vec<String> {
    let n = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let unit = |what: &str, units: [&str; 2]| {
        let unit = if n == "1" { units[0] } else { units[1] };
        vec![format!("{what} {n} {unit}"), format!("exactly {n} {unit}")]
    };
    let characters = ["character", "characters"];
    let items = ["item", "items"];
    let entries = ["entry", "entries"];
    match keyword {
        "minimum" => vec![format!("minimum {n}")],
        "maximum" => vec![format!("maximum {n}")],
        "exclusiveMinimum" => vec![format!("greater than {n}")],
        "exclusiveMaximum" => vec![format!("less than {n}")],
        "multipleOf" => vec![format!("a multiple of {n}")],
        "anyOf" => vec!["not 0".to_owned()],
        "minLength" => unit("at least", characters),
        "maxLength" => unit("at most", characters),
        "minItems" => unit("at least", items),
        // A tuple that is sent as an object has a property for each item instead.
        "maxItems" => unit("at most", items),
        // A map that is sent as a list has items.
        "minProperties" => [unit("at least", entries), unit("at least", items)].concat(),
        "maxProperties" => [unit("at most", entries), unit("at most", items)].concat(),
        "pattern" => vec![format!("matches the pattern {n}")],
        "format" => vec![format!("format: {n}")],
        "uniqueItems" => vec!["no item twice".to_owned()],
        "default" => vec![format!("default: {}", plain(value))],
        "examples" => match value.as_array().map_or(&[][..], Vec::as_slice) {
            [one] => vec![format!("example: {}", plain(one))],
            all => {
                let all: Vec<String> = all.iter().map(plain).collect();
                vec![format!("examples: {}", all.join(", "))]
            }
        },
        _ => Vec::new(),
    }
}

/// A value as a description shows it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(plain).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns true if a bound is that of a wide integer type, which only the canonical text has.
pub(crate) fn is_wide(keyword: &str, value: &Value) -> bool {
    matches!(keyword, "minimum" | "maximum")
        && (WIDE_ENDS.contains(&value.to_string().as_str())
            // Integers of more than 64 bits were read as floats.
            || value.is_f64() && value.as_f64().is_some_and(|n| n.abs() > 9e18))
}

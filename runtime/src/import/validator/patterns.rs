//! Removes patterns that are too large, too many, or invalid.

use serde_json::{Value, json};

use super::{Unchecked, compile, faults, places, without};
use crate::import::patterns::SchemaPatterns;
use crate::import::reference::escape;

/// Returns the pointers of patterns beyond the limits, with the reason.
pub(super) fn beyond(schema: &Value, patterns: &mut SchemaPatterns) -> Vec<(String, String)> {
    let reason = "it is not checked: its patterns are too large, or too many";
    find(schema, |pattern| {
        (!patterns.takes(pattern)).then(|| reason.to_owned())
    })
}

/// Removes patterns that can't be compiled, and keyword values that JSON Schema does not allow.
pub(super) fn mend(schema: &mut Value, unchecked: &mut Vec<Unchecked>) {
    let wrong = find(schema, |pattern| {
        let alone = compile(&json!({"pattern": pattern})).err();
        alone.map(|wrong| wrong.reason)
    });
    take_out(schema, wrong, unchecked);
    let wrong: Vec<(String, String)> = jsonschema::draft202012::meta::validator()
        .iter_errors(schema)
        .map(|error| {
            let reason = format!("it is not checked: {}", faults::short(&error.to_string()));
            (error.instance_path().to_string(), reason)
        })
        .collect();
    take_out(schema, wrong, unchecked);
}

pub(super) fn take_out(
    schema: &mut Value,
    wrong: Vec<(String, String)>,
    unchecked: &mut Vec<Unchecked>,
) {
    for (pointer, reason) in wrong {
        // It may have been removed together with another one.
        if let Some(left_out) = without(schema, &pointer) {
            unchecked.push(Unchecked { reason, ..left_out });
        }
    }
}

/// Returns the pointers of patterns for which `wrong` returns a reason.
fn find(schema: &Value, mut wrong: impl FnMut(&str) -> Option<String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    places::objects(schema, &mut String::new(), &mut |members, at| {
        if let Some(Value::String(pattern)) = members.get("pattern")
            && let Some(reason) = wrong(pattern)
        {
            found.push((format!("{at}/pattern"), reason));
        }
        if let Some(Value::Object(all)) = members.get("patternProperties") {
            for pattern in all.keys() {
                if let Some(reason) = wrong(pattern) {
                    found.push((
                        format!("{at}/patternProperties/{}", escape(pattern)),
                        reason,
                    ));
                }
            }
        }
    });
    found
}

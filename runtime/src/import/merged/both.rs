//! Merges two values of a keyword whose value is not a schema.

use std::collections::HashSet;

use crate::decode::JsonTree;
use crate::import::number::{plain, tighter};

/// The result of merging two values of a keyword.
pub(super) enum MergedValue {
    Both(JsonTree),
    /// No value can match both.
    Never,
    /// They can't be merged.
    Apart(JsonTree, JsonTree),
}

/// Merges two values of a keyword.
pub(super) fn one(name: &str, old: JsonTree, new: JsonTree) -> MergedValue {
    MergedValue::Both(match (name, old, new) {
        ("enum", JsonTree::Array(old), JsonTree::Array(new)) => {
            let new: HashSet<String> = new.iter().map(identity).collect();
            let both: Vec<JsonTree> = (old.into_iter())
                .filter(|one| new.contains(&identity(one)))
                .collect();
            if both.is_empty() {
                return MergedValue::Never;
            }
            JsonTree::Array(both)
        }
        ("const", old, new) if identity(&old) == identity(&new) => old,
        ("const", ..) => return MergedValue::Never,
        ("type", old, new) => match types(&old, &new) {
            mut both if both.len() < 2 => match both.pop() {
                Some(one) => one,
                None => return MergedValue::Never,
            },
            both => JsonTree::Array(both),
        },
        (
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
            JsonTree::Number(old),
            JsonTree::Number(new),
        ) => JsonTree::Number(tighter(Some(old), Some(new), false).unwrap_or_default()),
        (
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
            JsonTree::Number(old),
            JsonTree::Number(new),
        ) => JsonTree::Number(tighter(Some(old), Some(new), true).unwrap_or_default()),
        ("uniqueItems", JsonTree::Bool(a), JsonTree::Bool(b)) => JsonTree::Bool(a || b),
        ("nullable", JsonTree::Bool(a), JsonTree::Bool(b)) => JsonTree::Bool(a && b),
        (_, old, new) => return MergedValue::Apart(old, new),
    })
}

/// A text that is the same for equal values.
pub(in crate::import) fn identity(value: &JsonTree) -> String {
    match value {
        JsonTree::Number(number) => plain(number).unwrap_or_else(|| number.clone()),
        other => other.text(),
    }
}

/// Returns the types that both allow.
fn types(a: &JsonTree, b: &JsonTree) -> Vec<JsonTree> {
    let list = |of: &JsonTree| -> Vec<String> {
        let mut known = HashSet::new();
        let all = match of {
            JsonTree::Array(items) => items.as_slice(),
            one => core::slice::from_ref(one),
        };
        all.iter()
            .filter_map(JsonTree::as_str)
            .filter(|one| known.insert(*one))
            .map(ToString::to_string)
            .collect()
    };
    let (a, b) = (list(a), list(b));
    let in_b: HashSet<&String> = b.iter().collect();
    let mut both: Vec<String> = a.iter().filter(|one| in_b.contains(one)).cloned().collect();
    let integer = |x: &[String], y: &[String]| {
        x.iter().any(|one| one == "integer") && y.iter().any(|one| one == "number")
    };
    if (integer(&a, &b) || integer(&b, &a))
        && !both.iter().any(|one| one == "integer" || one == "number")
    {
        both.push("integer".to_owned());
    }
    both.into_iter().map(JsonTree::String).collect()
}

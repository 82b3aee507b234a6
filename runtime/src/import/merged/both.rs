//! Merges two values of a keyword whose value is not a schema.

use std::collections::HashSet;

use crate::constraint::{Exact, exact};
use crate::decode::{JsonTree, member};
use crate::import::number::{plain, tighter};
use crate::import::types::type_name;

/// The result of merging two values of a keyword.
pub(super) enum MergedValue {
    Both(JsonTree),
    /// No value can match both.
    Never,
    /// They can't be merged.
    Apart(JsonTree, JsonTree),
}

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
    canonical(value).text()
}

fn canonical(value: &JsonTree) -> JsonTree {
    match value {
        JsonTree::Number(number) => JsonTree::Number(match exact(number) {
            Some(Exact::Float(value)) => format!("{value:?}"),
            _ => plain(number).unwrap_or_else(|| number.clone()),
        }),
        JsonTree::Array(items) => JsonTree::Array(items.iter().map(canonical).collect()),
        JsonTree::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, value)| (name.clone(), canonical(value)));
            let mut all: Vec<_> = members.collect();
            all.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            JsonTree::Object(all)
        }
        other => other.clone(),
    }
}

/// Returns true if a part of `allOf` rejects `null`, whatever `nullable` of another part is.
pub(in crate::import) fn rejects_null(part: &[(String, JsonTree)]) -> bool {
    let is_null = |value: &JsonTree| *value == JsonTree::Null;
    if member(part, "nullable") == Some(&JsonTree::Bool(true)) {
        return false;
    }
    let takes_null = |of: &JsonTree| {
        let names = names(of);
        names
            .iter()
            .any(|(_, name)| matches!(*name, "null" | "any"))
    };
    member(part, "type").is_some_and(|of| !takes_null(of))
        || member(part, "const").is_some_and(|value| !is_null(value))
        || matches!(member(part, "enum"), Some(JsonTree::Array(all)) if !all.iter().any(is_null))
}

/// Returns the types that both allow, in the words of the first.
fn types(a: &JsonTree, b: &JsonTree) -> Vec<JsonTree> {
    let (a, b) = (names(a), names(b));
    let has = |all: &[(&str, &str)], name: &str| all.iter().any(|(_, one)| *one == name);
    let both = match (has(&a, "any"), has(&b, "any")) {
        (_, true) => a,
        (true, false) => b,
        (false, false) => {
            let is_either = |one: &[_], other: &[_]| has(one, "integer") && has(other, "number");
            let mut both = a.clone();
            both.retain(|(_, name)| has(&b, name));
            // An integer is a number too.
            if (is_either(&a, &b) || is_either(&b, &a))
                && !has(&both, "integer")
                && !has(&both, "number")
            {
                both.push(("integer", "integer"));
            }
            both
        }
    };
    let both = both.into_iter().map(|(word, _)| word.to_owned());
    both.map(JsonTree::String).collect()
}

/// The types in a value of `type`: the spelling of each, and its name in JSON Schema.
fn names(of: &JsonTree) -> Vec<(&str, &str)> {
    let all = match of {
        JsonTree::Array(items) => items.as_slice(),
        one => core::slice::from_ref(one),
    };
    let mut known = HashSet::new();
    let named = all.iter().filter_map(JsonTree::as_str).map(|word| {
        let name: &str = type_name(word).map_or(word, |(name, _)| name);
        (word, name)
    });
    named.filter(|(_, name)| known.insert(*name)).collect()
}

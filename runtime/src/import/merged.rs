//! Merges the members of several schemas into one. The indexes persist during the merge, so the
//! cost of a part depends only on its own size.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use super::merge::Members;
use super::number::tighter;
use super::words::is_annotation;
use crate::decode::Json;

/// Members in order, indexed by keyword.
#[derive(Default)]
pub(super) struct Merged {
    members: Members,
    places: HashMap<String, usize>,
    /// The names in `required`, as JSON text. Created when a second list is added.
    required: Option<HashSet<String>>,
    /// The indices of the names in `properties` and in `patternProperties`.
    names: [Option<HashMap<String, usize>>; 2],
}

/// Keywords that constrain the other names of an object.
const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

impl Merged {
    pub(super) fn into_members(self) -> Members {
        self.members
    }

    fn get(&self, keyword: &str) -> Option<&Json> {
        Some(&self.members[*self.places.get(keyword)?].1)
    }

    /// The number of names in `properties`.
    pub(super) fn properties(&self) -> Option<usize> {
        count(self.get("properties"))
    }

    /// Returns true if names outside of `properties` are rejected.
    pub(super) fn is_closed(&self) -> bool {
        closes(self.get("additionalProperties"))
    }

    /// Removes the names that one of two closed objects rejects, because no value can have them.
    pub(super) fn keep_common_names(&mut self, part: &mut Members) {
        let by_pattern =
            self.get("patternProperties").is_some() || member(part, "patternProperties").is_some();
        if by_pattern || !self.is_closed() || !is_closed(part) {
            return;
        }
        let theirs = names(member(part, "properties"));
        let mut ours = HashSet::new();
        for (keyword, value) in &mut self.members {
            if let ("properties", Json::Object(properties)) = (keyword.as_str(), value) {
                properties.retain(|(name, _)| theirs.contains(name));
                ours.extend(properties.iter().map(|(name, _)| name.clone()));
                self.names[0] = None;
            }
        }
        for (keyword, value) in part {
            if let ("properties", Json::Object(properties)) = (keyword.as_str(), value) {
                properties.retain(|(name, _)| ours.contains(name));
            }
        }
    }

    /// Adds a keyword. Returns false if no value can match any more. A value that can't be merged
    /// is added to `left`.
    pub(super) fn add(&mut self, name: String, value: Json, left: &mut Members) -> bool {
        let Some(&place) = self.places.get(&name) else {
            self.places.insert(name.clone(), self.members.len());
            self.members.push((name, value));
            return true;
        };
        // For annotations, the outer schema takes precedence.
        if self.members[place].1 == value || is_annotation(&name) {
            return true;
        }
        let old = core::mem::replace(&mut self.members[place].1, Json::Null);
        let both = match (name.as_str(), old, value) {
            ("required", Json::Array(old), Json::Array(new)) => Some(self.required(old, new)),
            ("properties", Json::Object(old), Json::Object(new)) => Some(self.named(0, old, new)),
            ("patternProperties", Json::Object(old), Json::Object(new)) => {
                Some(self.named(1, old, new))
            }
            (_, old, new) => one(&name, old, new, left),
        };
        match both {
            Some(both) => {
                self.members[place].1 = both;
                true
            }
            None => false,
        }
    }

    fn required(&mut self, mut old: Vec<Json>, new: Vec<Json>) -> Json {
        let known = self
            .required
            .get_or_insert_with(|| old.iter().map(Json::text).collect());
        old.extend(new.into_iter().filter(|one| known.insert(one.text())));
        Json::Array(old)
    }

    fn named(&mut self, which: usize, mut old: Members, new: Members) -> Json {
        let places = self.names[which].get_or_insert_with(|| {
            let all = old.iter().enumerate();
            all.map(|(place, (name, _))| (name.clone(), place))
                .collect()
        });
        for (name, value) in new {
            if let Some(&place) = places.get(&name) {
                let first = core::mem::replace(&mut old[place].1, Json::Null);
                old[place].1 = all_of(first, value);
            } else {
                places.insert(name.clone(), old.len());
                old.push((name, value));
            }
        }
        Json::Object(old)
    }
}

/// Merges two values of a keyword; `None` if no value can match both.
fn one(name: &str, old: Json, new: Json, left: &mut Members) -> Option<Json> {
    Some(match (name, old, new) {
        ("enum", Json::Array(old), Json::Array(new)) => {
            let new: HashSet<String> = new.iter().map(Json::text).collect();
            let both: Vec<Json> = (old.into_iter())
                .filter(|one| new.contains(&one.text()))
                .collect();
            if both.is_empty() {
                return None;
            }
            Json::Array(both)
        }
        ("const", ..) => return None,
        ("type", old, new) => {
            let mut both = types(&old, &new);
            if both.len() < 2 {
                both.pop()?
            } else {
                Json::Array(both)
            }
        }
        (
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
            Json::Number(old),
            Json::Number(new),
        ) => Json::Number(tighter(Some(old), Some(new), false).unwrap_or_default()),
        (
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
            Json::Number(old),
            Json::Number(new),
        ) => Json::Number(tighter(Some(old), Some(new), true).unwrap_or_default()),
        (name, Json::Bool(true), other) | (name, other, Json::Bool(true))
            if CLOSING.contains(&name) =>
        {
            other
        }
        (name, Json::Bool(false), _) | (name, _, Json::Bool(false)) if CLOSING.contains(&name) => {
            Json::Bool(false)
        }
        ("items" | "propertyNames" | "additionalProperties", old, new) => all_of(old, new),
        ("uniqueItems", Json::Bool(a), Json::Bool(b)) => Json::Bool(a || b),
        ("nullable", Json::Bool(a), Json::Bool(b)) => Json::Bool(a && b),
        (_, old, new) => {
            left.push((name.to_owned(), new));
            old
        }
    })
}

fn names(properties: Option<&Json>) -> HashSet<String> {
    match properties {
        Some(Json::Object(properties)) => properties.iter().map(|(name, _)| name.clone()).collect(),
        _ => HashSet::new(),
    }
}

fn count(properties: Option<&Json>) -> Option<usize> {
    match properties {
        Some(Json::Object(properties)) => Some(properties.len()),
        _ => None,
    }
}

fn closes(additional: Option<&Json>) -> bool {
    additional == Some(&Json::Bool(false))
}

fn member<'m>(members: &'m Members, keyword: &str) -> Option<&'m Json> {
    let found = members.iter().find(|(name, _)| name == keyword);
    found.map(|(_, value)| value)
}

/// Like [`Merged::properties`], for a part.
pub(super) fn properties(members: &Members) -> Option<usize> {
    count(member(members, "properties"))
}

/// Like [`Merged::is_closed`], for a part.
pub(super) fn is_closed(members: &Members) -> bool {
    closes(member(members, "additionalProperties"))
}

/// Combines two schemas with `allOf`. A third one is added to the same list, so that the depth does
/// not grow.
pub(super) fn all_of(first: Json, second: Json) -> Json {
    let mut parts = match first {
        Json::Object(mut members) if matches!(members.as_slice(), [(name, Json::Array(_))] if name == "allOf") => {
            match members.pop() {
                Some((_, Json::Array(parts))) => parts,
                _ => Vec::new(),
            }
        }
        other => vec![other],
    };
    parts.push(second);
    Json::Object(vec![("allOf".to_owned(), Json::Array(parts))])
}

/// Returns the types that both allow.
fn types(a: &Json, b: &Json) -> Vec<Json> {
    let list = |of: &Json| -> Vec<String> {
        let mut known = HashSet::new();
        let all = match of {
            Json::Array(items) => items.as_slice(),
            one => core::slice::from_ref(one),
        };
        all.iter()
            .filter_map(Json::as_str)
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
    both.into_iter().map(Json::String).collect()
}

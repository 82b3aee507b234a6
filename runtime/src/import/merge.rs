//! `allOf`, and what stands beside a `$ref`: several schemas as one.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use super::error::ImportError;
use super::itself::ITSELF;
use super::number::{num, tighter};
use super::reference::Document;
use super::words::is_annotation;
use crate::decode::Json;

pub(super) type Members = Vec<(String, Json)>;

/// What one reading may cost in members that are copied: `allOf` and references can double at every step.
const MOST_COPIED: usize = 200_000;

/// Merges schemas.
pub(super) struct Merge<'j> {
    pub(super) document: &'j Document<'j>,
    copied: usize,
    /// The references that are being followed.
    following: Vec<String>,
    /// What could not be merged: the keyword and the schema that stays in words.
    pub(super) left: Vec<(String, Json)>,
}

impl<'j> Merge<'j> {
    pub(super) fn new(document: &'j Document<'j>) -> Self {
        Merge {
            document,
            copied: 0,
            following: Vec::new(),
            left: Vec::new(),
        }
    }

    /// The members of a schema, with those of `allOf` and of its reference in them. `None`: it accepts nothing.
    pub(super) fn members(
        &mut self,
        schema: &Json,
        pointer: &str,
    ) -> Result<Option<Members>, ImportError> {
        let members = match schema {
            Json::Bool(true) => return Ok(Some(Vec::new())),
            Json::Bool(false) => return Ok(None),
            Json::Object(members) => members,
            other => {
                return Err(ImportError::new(
                    pointer,
                    alloc::format!(
                        "a schema is an object, `true` or `false`, not {}",
                        kind(other)
                    ),
                ));
            }
        };
        self.copied += members.len() + 1;
        if self.copied > MOST_COPIED {
            return Err(ImportError::new(
                pointer,
                "`allOf` and references in it make more of it than is read",
            ));
        }
        let mut all: Members = Vec::new();
        let mut parts: Vec<(&Json, String, Option<String>)> = Vec::new();
        for (name, value) in members {
            match (name.as_str(), value) {
                ("allOf", Json::Array(items)) => {
                    for (i, item) in items.iter().enumerate() {
                        parts.push((item, alloc::format!("{pointer}/allOf/{i}"), None));
                    }
                }
                ("$ref" | "$dynamicRef" | "$recursiveRef", Json::String(target)) => {
                    let (key, found) = self.document.find(target).map_err(|reason| {
                        ImportError::new(&alloc::format!("{pointer}/{name}"), reason)
                    })?;
                    if self.following.contains(&key) {
                        return Err(ImportError::new(pointer, ITSELF));
                    }
                    parts.push((found, key.clone(), Some(key)));
                }
                _ => all.push((name.clone(), value.clone())),
            }
        }
        if self.following.len() > super::MOST_DEPTH || pointer.len() > 100_000 {
            return Err(ImportError::new(
                "",
                "references and `allOf` nest deeper than is read",
            ));
        }
        for (part, at, key) in parts {
            self.following
                .push(key.unwrap_or_else(|| alloc::format!("allOf {at}")));
            let merged = self.members(part, &at);
            self.following.pop();
            let Some(merged) = merged? else {
                return Ok(None);
            };
            self.copied += merged.len();
            // Closed around some of the names only: taken as closed around all of them, which is what its author must have meant.
            let before =
                (is_closed(&merged) != is_closed(&all)).then(|| (names(&all), names(&merged)));
            for (name, value) in merged {
                if !self.add(&mut all, name, value) {
                    return Ok(None);
                }
            }
            if let Some((Some(a), Some(b))) = before
                && names(&all).is_some_and(|n| n > a.min(b))
            {
                let closed = Json::Bool(false);
                self.left.push(("additionalProperties".to_owned(), closed));
            }
        }
        Ok(Some(all))
    }

    /// Adds a keyword to others; `false`: nothing is accepted any more.
    fn add(&mut self, all: &mut Members, name: String, value: Json) -> bool {
        let Some(at) = all.iter().position(|(key, _)| *key == name) else {
            all.push((name, value));
            return true;
        };
        let old = core::mem::replace(&mut all[at].1, Json::Null);
        // What stands outside is about this place.
        if old == value || is_annotation(&name) {
            all[at].1 = old;
            return true;
        }
        all[at].1 = match (name.as_str(), old, value) {
            ("required", Json::Array(mut old), Json::Array(new)) => {
                let known: HashSet<String> = old.iter().map(Json::text).collect();
                old.extend(new.into_iter().filter(|one| !known.contains(&one.text())));
                Json::Array(old)
            }
            ("properties" | "patternProperties", Json::Object(mut old), Json::Object(new)) => {
                let places: HashMap<String, usize> = old
                    .iter()
                    .enumerate()
                    .map(|(place, (key, _))| (key.clone(), place))
                    .collect();
                for (key, value) in new {
                    if let Some(&place) = places.get(&key) {
                        let first = core::mem::replace(&mut old[place].1, Json::Null);
                        old[place].1 = all_of(first, value);
                    } else {
                        old.push((key, value));
                    }
                }
                Json::Object(old)
            }
            ("enum", Json::Array(old), Json::Array(new)) => {
                let new: HashSet<String> = new.iter().map(Json::text).collect();
                let both: Vec<Json> = old
                    .into_iter()
                    .filter(|one| new.contains(&one.text()))
                    .collect();
                if both.is_empty() {
                    return false;
                }
                Json::Array(both)
            }
            ("const", ..) => return false,
            ("type", old, new) => {
                let both = types(&old, &new);
                match both.len() {
                    0 => return false,
                    1 => both.into_iter().next().unwrap_or(Json::Null),
                    _ => Json::Array(both),
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
            ("additionalProperties" | "unevaluatedProperties", Json::Bool(true), new) => new,
            ("additionalProperties" | "unevaluatedProperties", old, Json::Bool(true)) => old,
            ("additionalProperties" | "unevaluatedProperties", Json::Bool(false), _)
            | ("additionalProperties" | "unevaluatedProperties", _, Json::Bool(false)) => {
                Json::Bool(false)
            }
            ("items" | "propertyNames" | "additionalProperties", old, new) => all_of(old, new),
            ("uniqueItems", Json::Bool(a), Json::Bool(b)) => Json::Bool(a || b),
            ("nullable", Json::Bool(a), Json::Bool(b)) => Json::Bool(a && b),
            (_, old, new) => {
                self.left.push((name.clone(), new));
                old
            }
        };
        true
    }
}

/// The names of `properties`.
fn names(members: &Members) -> Option<usize> {
    match members.iter().find(|(name, _)| name == "properties") {
        Some((_, Json::Object(properties))) => Some(properties.len()),
        _ => None,
    }
}

/// Whether other names than those of `properties` are refused.
fn is_closed(members: &Members) -> bool {
    members
        .iter()
        .any(|(name, value)| name == "additionalProperties" && *value == Json::Bool(false))
}

pub(super) fn all_of(first: Json, second: Json) -> Json {
    Json::Object(vec![("allOf".to_owned(), Json::Array(vec![first, second]))])
}

/// The types that both allow.
fn types(a: &Json, b: &Json) -> Vec<Json> {
    let list = |of: &Json| -> Vec<String> {
        match of {
            Json::Array(items) => items
                .iter()
                .filter_map(|item| item.as_str().map(ToString::to_string))
                .collect(),
            Json::String(one) => vec![one.clone()],
            _ => Vec::new(),
        }
    };
    let (a, b) = (list(a), list(b));
    let mut both: Vec<String> = a.iter().filter(|one| b.contains(one)).cloned().collect();
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

/// What a value is, for people.
pub(super) fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

/// Whether two texts are the same number.
pub(super) fn same_number(a: &str, b: &str) -> bool {
    match (num(a), num(b)) {
        (Some(a), Some(b)) => a.equals(&b),
        _ => a == b,
    }
}

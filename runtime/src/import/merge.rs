//! Merges the schemas in `allOf` and next to a `$ref` into one.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::ImportError;
use super::itself::ITSELF;
use super::merged::{Merged, is_closed, properties};
use super::number::num;
use super::reference::Document;
use crate::decode::Json;

pub(super) type Members = Vec<(String, Json)>;

/// Maximum number of members copied while reading: `allOf` and references can double the number at
/// every step.
const MOST_COPIED: usize = 200_000;

/// Limits on copying: this many copies of the whole document, plus a number of values. Each level
/// copies the levels below it, and `anyOf` copies its siblings into every alternative.
const MOST_COPIES: usize = super::MOST_DEPTH;
const MOST_VALUES: usize = 1_000_000;

/// Merges schemas.
pub(super) struct Merge<'j> {
    pub(super) document: &'j Document<'j>,
    copied: usize,
    /// The number of values that may still be copied.
    values: usize,
    /// The references that are being followed.
    following: Vec<String>,
    /// Keywords that could not be merged, with the values that go into the description.
    pub(super) left: Vec<(String, Json)>,
}

impl<'j> Merge<'j> {
    pub(super) fn new(document: &'j Document<'j>) -> Self {
        Merge {
            document,
            copied: 0,
            values: MOST_VALUES.saturating_add(MOST_COPIES * size(document.root)),
            following: Vec::new(),
            left: Vec::new(),
        }
    }

    /// Returns the members of a schema, merged with those of its `allOf` and its reference. `None`
    /// if it accepts no value.
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
        self.copy(schema, pointer)?;
        let mut all = Merged::default();
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
                // Generators write `{"not": {}}` for a type without values.
                ("not", any) if accepts_anything(any) => return Ok(None),
                _ => {
                    all.add(name.clone(), value.clone(), &mut self.left);
                }
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
            let Some(mut merged) = merged? else {
                return Ok(None);
            };
            self.copied += merged.len();
            all.keep_common_names(&mut merged);
            // If one part is closed and the other has further names, the result is closed around
            // all names, which its author must have meant.
            let before = (is_closed(&merged) != all.is_closed())
                .then(|| all.properties().zip(properties(&merged)))
                .flatten();
            for (name, value) in merged {
                if !all.add(name, value, &mut self.left) {
                    return Ok(None);
                }
            }
            if let Some((a, b)) = before
                && all.properties().is_some_and(|n| n > a.min(b))
            {
                let closed = Json::Bool(false);
                self.left.push(("additionalProperties".to_owned(), closed));
            }
        }
        Ok(Some(all.into_members()))
    }

    /// Counts a value that will be copied.
    pub(super) fn copy(&mut self, value: &Json, pointer: &str) -> Result<(), ImportError> {
        let left = self.values.checked_sub(size(value));
        match left.filter(|_| self.copied <= MOST_COPIED) {
            Some(left) => {
                self.values = left;
                Ok(())
            }
            None => Err(ImportError::new(
                pointer,
                "`allOf`, `anyOf` and references in it make more of it than is read",
            )),
        }
    }
}

/// The cost of a copy: its values, and its text in units of 64 bytes.
pub(super) fn size(value: &Json) -> usize {
    let text = |text: &str| text.len() / 64;
    1 + match value {
        Json::Null | Json::Bool(_) => 0,
        Json::Number(number) => text(number),
        Json::String(string) => text(string),
        Json::Array(items) => items.iter().map(size).sum(),
        Json::Object(members) => {
            let each = members.iter();
            each.map(|(name, value)| text(name) + size(value)).sum()
        }
    }
}

/// Returns true if a schema has no constraint.
fn accepts_anything(schema: &Json) -> bool {
    match schema {
        Json::Bool(accepts) => *accepts,
        Json::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// A readable name of a value's type.
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

/// Returns true if two texts are the same number.
pub(super) fn same_number(a: &str, b: &str) -> bool {
    match (num(a), num(b)) {
        (Some(a), Some(b)) => a.equals(&b),
        _ => a == b,
    }
}

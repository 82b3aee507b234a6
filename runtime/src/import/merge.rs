//! `allOf`, and what stands beside a `$ref`: several schemas as one.

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

/// What one reading may cost in members that are copied: `allOf` and references can double at every step.
const MOST_COPIED: usize = 200_000;

/// How often a document may be copied as a whole, and how many values more. Each level copies the levels below it, and `anyOf` copies its siblings into
/// every alternative.
const MOST_COPIES: usize = super::MOST_DEPTH;
const MOST_VALUES: usize = 1_000_000;

/// Merges schemas.
pub(super) struct Merge<'j> {
    pub(super) document: &'j Document<'j>,
    copied: usize,
    /// Values that may still be copied.
    values: usize,
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
            values: MOST_VALUES.saturating_add(MOST_COPIES * size(document.root)),
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
            // Closed around some of the names only: taken as closed around all of them, which is what its author must have meant.
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

    /// Counts a value that is about to be copied.
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

/// What a copy costs: its values, and its text in units of 64 bytes.
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

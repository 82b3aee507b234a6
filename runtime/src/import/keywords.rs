//! A schema that is being read: its place, and its keywords.

use super::error::ImportError;
use super::merge::MergedMembers;
use super::origin::Origin;
use crate::decode::{JsonTree, member, take_member};

/// A location in the schema.
#[derive(Clone)]
pub(super) struct At {
    pub(super) place: Origin,
    pub(super) depth: usize,
    /// True if the schema may be read more than once.
    pub(super) shared: bool,
}

impl At {
    pub(super) fn of(pointer: &str, depth: usize) -> Self {
        At {
            place: Origin::of(pointer),
            depth,
            shared: !pointer.is_empty(),
        }
    }

    pub(super) fn pointer(&self) -> &str {
        &self.place.pointer
    }

    pub(super) fn step(&self, name: &str) -> Self {
        self.deeper(self.place.step(name))
    }

    /// The schema in a keyword.
    pub(super) fn schema(&self, keyword: &str) -> Self {
        self.deeper(self.place.inner(keyword, None))
    }

    /// The schema with this name in a keyword.
    pub(super) fn named(&self, keyword: &str, name: &str) -> Self {
        self.deeper(self.place.inner(keyword, Some(name)))
    }

    pub(super) fn deeper(&self, place: Origin) -> Self {
        At {
            place,
            depth: self.depth + 1,
            shared: self.shared,
        }
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> ImportError {
        ImportError::new(self.pointer(), reason)
    }

    /// The error of a schema that accepts no value because of a keyword.
    pub(super) fn never(&self, keyword: &'static str, reason: impl Into<String>) -> ImportError {
        let place = &self.place.places(keyword)[0];
        self.error(reason).never(place, keyword)
    }
}

/// The keywords of one schema that were not consumed yet, and its constraints as text.
pub(super) struct Keywords {
    pub(super) members: MergedMembers,
    pub(super) words: Vec<String>,
    pub(super) at: At,
    /// The keywords without an effect here.
    pub(super) idle: Vec<String>,
    /// True if its text has a keyword with schemas that list names of properties.
    pub(super) names_in_words: bool,
}

/// Keywords with schemas that apply to the same object, if they can't be merged.
const EVALUATING: [&str; 7] = [
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
];

/// Returns true if a keyword may list names that `unevaluatedProperties` beside it accepts.
pub(super) fn evaluates(keyword: &str) -> bool {
    EVALUATING.contains(&keyword)
}

impl Keywords {
    pub(super) fn of(members: MergedMembers, at: At) -> Self {
        Keywords {
            members,
            words: Vec::new(),
            at,
            idle: Vec::new(),
            names_in_words: false,
        }
    }

    pub(super) fn take(&mut self, name: &str) -> Option<JsonTree> {
        take_member(&mut self.members, name)
    }

    pub(super) fn push(&mut self, name: &str, value: JsonTree) {
        self.members.push((name.to_owned(), value));
    }

    pub(super) fn get(&self, name: &str) -> Option<&JsonTree> {
        member(&self.members, name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns true if a keyword in the text may list names that `unevaluatedProperties` accepts.
    pub(super) fn evaluates_in_words(&self) -> bool {
        self.names_in_words || self.members.iter().any(|(key, _)| evaluates(key))
    }
}

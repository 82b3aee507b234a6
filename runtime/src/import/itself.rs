//! Definitions with themselves among their alternatives. Such an alternative adds no value and is
//! removed.

use alloc::vec::Vec;

use super::cut::children;
use super::error::ImportError;
use super::node::{Id, Kind, Rules};
use super::read::Reader;
use super::sheet::At;
use crate::decode::Json;

/// The reason for rejecting such a schema.
pub(super) const ITSELF: &str = "the reference refers to itself, with no value in between";

impl Reader<'_> {
    /// Returns true if an alternative refers to the schema that contains it, with only alternatives
    /// in between.
    pub(super) fn is_around(&self, item: &Json, at: &At) -> Result<bool, ImportError> {
        let Some((key, ..)) = self.reference(item, at)? else {
            return Ok(false);
        };
        let choices = |path: &str| {
            (path.is_empty() || path.starts_with('/'))
                && path.split('/').all(|part| {
                    matches!(part, "" | "allOf" | "anyOf" | "oneOf") || part.parse::<u32>().is_ok()
                })
        };
        Ok(at.pointer().strip_prefix(&key).is_some_and(choices))
    }

    /// Removes the alternatives that are the named definition itself, with nothing in between.
    /// Returns false if nothing remains.
    pub(super) fn without_itself(&mut self, id: Id, name: usize) -> bool {
        // A named node is complete, and nothing in it refers to an enclosing definition.
        if self.nodes[id].name.is_some() {
            return true;
        }
        match &self.nodes[id].kind {
            Kind::Back(of) => *of != name,
            Kind::Ruled(inner, _) => {
                let inner = *inner;
                self.without_itself(inner, name)
            }
            Kind::Option(inner) => {
                let inner = *inner;
                if !self.without_itself(inner, name) {
                    self.nodes[id].kind = Kind::Null;
                }
                true
            }
            Kind::Union { variants, tagging } => {
                let (all, tagging) = (variants.clone(), *tagging);
                let left: Vec<Id> = (all.iter().copied())
                    .filter(|variant| self.without_itself(*variant, name))
                    .collect();
                if left.len() < all.len() {
                    self.nodes[id].kind = match left.as_slice() {
                        [one] => Kind::Ruled(*one, Rules::default()),
                        _ => Kind::Union {
                            variants: left.clone(),
                            tagging,
                        },
                    };
                }
                !left.is_empty()
            }
            _ => true,
        }
    }

    /// Returns true if something in the node refers to the definition.
    pub(super) fn names(&self, id: Id, name: usize) -> bool {
        let node = &self.nodes[id];
        if let Kind::Back(of) = node.kind {
            return of == name;
        }
        let mut found = false;
        if node.name.is_none() {
            children(&node.kind, |child| found = found || self.names(child, name));
        }
        found
    }
}

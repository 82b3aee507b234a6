//! A definition with itself among its alternatives: that one adds no value.

use alloc::vec::Vec;

use super::cut::children;
use super::error::ImportError;
use super::node::{Id, Kind, Rules};
use super::read::{At, Reader};
use crate::decode::Json;

/// Why there is no such schema.
pub(super) const ITSELF: &str = "the reference leads to itself, with nothing between";

impl Reader<'_> {
    /// Whether an alternative is a reference to the schema that it stands in, with nothing but choices between.
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
        Ok(at.pointer.strip_prefix(&key).is_some_and(choices))
    }

    /// Leaves out the alternatives that are the definition of that name, with nothing between it and this node; whether anything is left.
    pub(super) fn without_itself(&mut self, id: Id, name: usize) -> bool {
        // What has a name was read to its end, and nothing in it names a definition further out.
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

    /// Whether something in the node names the definition.
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

//! Definitions with themselves among their alternatives. Such an alternative adds no value and is
//! removed.

use super::cut::children;
use super::keywords::At;
use super::node::{NodeId, NodeKind, NodeRules};
use super::read::SchemaReader;
use crate::decode::JsonTree;

/// The reason for rejecting such a schema.
pub(super) const SELF_REFERENCE: &str = "the reference refers to itself, with no value in between";

impl SchemaReader<'_> {
    /// Returns true if an alternative refers to the schema that contains it, with only alternatives
    /// in between. A reference to nothing is reported when the alternative is read.
    pub(super) fn is_around(&self, item: &JsonTree, at: &At) -> bool {
        let Ok(Some((key, ..))) = self.reference(item, at) else {
            return false;
        };
        let choices = |path: &str| {
            (path.is_empty() || path.starts_with('/'))
                && path.split('/').all(|part| {
                    matches!(part, "" | "allOf" | "anyOf" | "oneOf") || part.parse::<u32>().is_ok()
                })
        };
        at.pointer().strip_prefix(&key).is_some_and(choices)
    }

    /// Removes the alternatives that are the named definition itself, with nothing in between.
    /// Returns false if nothing remains.
    pub(super) fn without_itself(&mut self, id: NodeId, name: usize) -> bool {
        // A named node is complete, and nothing in it refers to an enclosing definition.
        if self.nodes[id].name.is_some() {
            return true;
        }
        match &self.nodes[id].kind {
            NodeKind::Back(of) => *of != name,
            NodeKind::Ruled(inner, _) => {
                let inner = *inner;
                self.without_itself(inner, name)
            }
            NodeKind::Option(inner) => {
                let inner = *inner;
                if !self.without_itself(inner, name) {
                    self.nodes[id].kind = NodeKind::Null;
                }
                true
            }
            NodeKind::Union { variants, tagging } => {
                let (all, tagging) = (variants.clone(), *tagging);
                let left: Vec<NodeId> = (all.iter().copied())
                    .filter(|variant| self.without_itself(*variant, name))
                    .collect();
                if left.len() < all.len() {
                    self.nodes[id].kind = match left.as_slice() {
                        [one] => NodeKind::Ruled(*one, NodeRules::default()),
                        _ => NodeKind::Union {
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
    pub(super) fn names(&self, id: NodeId, name: usize) -> bool {
        let node = &self.nodes[id];
        if let NodeKind::Back(of) = node.kind {
            return of == name;
        }
        let mut found = false;
        if node.name.is_none() {
            children(&node.kind, |child| found = found || self.names(child, name));
        }
        found
    }
}

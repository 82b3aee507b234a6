//! References: their targets, and recursive schemas.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::walk::{DEFINITIONS, Schemas};
use crate::import::decoded;
use crate::provider::Cycles;

/// The targets of all references in a schema.
pub(super) struct References<'s, 'v> {
    all: &'s Schemas<'v>,
    /// Indices of schemas by their memory address.
    places: BTreeMap<usize, usize>,
    anchors: BTreeMap<&'v str, usize>,
    ids: BTreeSet<&'v str>,
}

/// The target of a reference.
pub(super) enum Target {
    /// A schema of this document, by its index; `None` if it wasn't collected.
    Here(Option<usize>),
    /// Another document.
    Elsewhere,
    Nowhere,
}

impl<'s, 'v> References<'s, 'v> {
    pub(super) fn of(all: &'s Schemas<'v>) -> Self {
        let mut places = BTreeMap::new();
        let mut anchors = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for (i, node) in all.nodes.iter().enumerate() {
            places.insert(address(node.value), i);
            for key in ["$anchor", "$dynamicAnchor"] {
                if let Some(name) = node.get(key).and_then(Value::as_str) {
                    anchors.insert(name, i);
                }
            }
            for key in ["$id", "id"] {
                let id = node.get(key).and_then(Value::as_str);
                ids.extend(id);
                // Draft 4's form of an anchor.
                if let Some(name) = id.and_then(|id| id.strip_prefix('#')) {
                    anchors.insert(name, i);
                }
            }
        }
        References {
            all,
            places,
            anchors,
            ids,
        }
    }

    pub(super) fn target(&self, reference: &str) -> Target {
        let (document, fragment) = match reference.split_once('#') {
            Some((document, fragment)) => (document, fragment),
            None => (reference, ""),
        };
        if !document.is_empty() {
            return if self.ids.contains(document) || self.ids.contains(reference) {
                Target::Here(None)
            } else {
                Target::Elsewhere
            };
        }
        let fragment = decoded(fragment);
        if fragment.is_empty() || fragment.starts_with('/') {
            return match self.all.nodes[0].value.pointer(&fragment) {
                Some(value) => Target::Here(self.places.get(&address(value)).copied()),
                None => Target::Nowhere,
            };
        }
        match self.anchors.get(&*fragment) {
            Some(at) => Target::Here(Some(*at)),
            None => Target::Nowhere,
        }
    }

    /// Returns the schemas whose reference closes a cycle.
    pub(super) fn cycles(&self, which: Cycles) -> Vec<usize> {
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Seen {
            No,
            Open,
            Done,
        }
        let nodes = &self.all.nodes;
        let skipped = match which {
            Cycles::All => vec![false; nodes.len()],
            Cycles::Required => self.may_be_absent(),
        };
        let mut seen = vec![Seen::No; nodes.len()];
        let mut found = Vec::new();
        for start in 0..nodes.len() {
            // Each schema with its next edge.
            let mut path: Vec<(usize, usize)> = Vec::new();
            if seen[start] == Seen::No {
                seen[start] = Seen::Open;
                path.push((start, 0));
            }
            while let Some((at, edge)) = path.last_mut() {
                let (from, next) = (*at, self.edge(*at, *edge, &skipped));
                *edge += 1;
                match next {
                    Edge::To(to, _) if seen[to] == Seen::No => {
                        seen[to] = Seen::Open;
                        path.push((to, 0));
                    }
                    Edge::To(to, true) if seen[to] == Seen::Open => found.push(from),
                    Edge::To(..) | Edge::None => {}
                    Edge::End => {
                        seen[from] = Seen::Done;
                        path.pop();
                    }
                }
            }
        }
        found
    }

    /// Flags the schemas of optional properties.
    fn may_be_absent(&self) -> Vec<bool> {
        let mut absent = vec![false; self.all.nodes.len()];
        for node in &self.all.nodes {
            let required: BTreeSet<&str> = node.required().collect();
            for child in node.children.clone() {
                let name = self.all.property(child);
                absent[child] = name.is_some_and(|name| !required.contains(name));
            }
        }
        absent
    }

    /// Returns an edge of a schema: first its reference, then its child schemas.
    fn edge(&self, at: usize, edge: usize, skipped: &[bool]) -> Edge {
        let node = &self.all.nodes[at];
        if edge == 0 {
            let reference = node.get("$ref").and_then(Value::as_str);
            return match reference.map(|reference| self.target(reference)) {
                Some(Target::Here(Some(to))) => Edge::To(to, true),
                _ => Edge::None,
            };
        }
        let child = node.children.start + edge - 1;
        if child >= node.children.end {
            return Edge::End;
        }
        if skipped[child] || DEFINITIONS.contains(&self.all.nodes[child].place) {
            return Edge::None;
        }
        Edge::To(child, false)
    }
}

enum Edge {
    /// To a schema; the flag is `true` for a reference.
    To(usize, bool),
    None,
    End,
}

/// Returns a value's memory address, which is unique.
fn address(value: &Value) -> usize {
    core::ptr::from_ref(value).addr()
}

//! References: their targets, and recursive schemas.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::walk::{DEFINITIONS, Schemas};
use crate::import::decoded;
use crate::provider::Cycles;

pub(super) struct References<'s, 'v> {
    all: &'s Schemas<'v>,
    /// Indices of schemas by their memory address.
    places: BTreeMap<usize, usize>,
    anchors: BTreeMap<&'v str, usize>,
    ids: BTreeSet<&'v str>,
}

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
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
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
        let number = self.all.nodes.len();
        let skipped = match which {
            Cycles::All => vec![false; number],
            Cycles::Required => self.may_be_absent(),
        };
        // `Some(true)` while the schemas behind one are being visited.
        let mut is_open = vec![None; number];
        let mut found = Vec::new();
        for start in 0..number {
            // Each schema with the edges that are left.
            let mut path = Vec::from([(start, Vec::new())]);
            if is_open[start].is_none() {
                is_open[start] = Some(true);
                path[0].1 = self.edges(start, &skipped);
            }
            while let Some((from, left)) = path.last_mut() {
                let from = *from;
                match left.pop() {
                    Some((to, _)) if is_open[to].is_none() => {
                        is_open[to] = Some(true);
                        path.push((to, self.edges(to, &skipped)));
                    }
                    Some((to, true)) if is_open[to] == Some(true) => found.push(from),
                    Some(_) => {}
                    None => {
                        is_open[from] = Some(false);
                        path.pop();
                    }
                }
            }
        }
        found
    }

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

    /// Returns the schemas that a schema leads to, its reference last and with `true`.
    fn edges(&self, at: usize, skipped: &[bool]) -> Vec<(usize, bool)> {
        let nodes = &self.all.nodes;
        let is_visited =
            |child: &usize| !skipped[*child] && !DEFINITIONS.contains(&nodes[*child].place);
        let children = nodes[at].children.clone().rev().filter(is_visited);
        let mut edges: Vec<_> = children.map(|child| (child, false)).collect();
        let reference = nodes[at].get("$ref").and_then(Value::as_str);
        if let Some(Target::Here(Some(to))) = reference.map(|reference| self.target(reference)) {
            edges.push((to, true));
        }
        edges
    }
}

/// Returns a value's memory address, which is unique.
fn address(value: &Value) -> usize {
    core::ptr::from_ref(value).addr()
}

//! Descriptions that no text shows, because the schema around theirs has another one.

use std::collections::HashSet;

use super::cut::children;
use super::keywords::At;
use super::node::{NodeId, NodeKind, OwnedNode};
use super::read::SchemaReader;
use crate::render::Outcome;

/// A description as it was read.
pub(super) struct ReadDescription {
    /// The schema that has it.
    pub(super) at: At,
    /// Constraints as text, which are part of it.
    pub(super) words: Vec<String>,
    /// The keyword of the description. Without it, there are only constraints.
    pub(super) keyword: Option<&'static str>,
}

impl SchemaReader<'_> {
    /// The node whose description a node is shown with.
    pub(super) fn shown(&self, mut id: NodeId) -> NodeId {
        while let NodeKind::Ruled(inner, _) | NodeKind::Option(inner) = self.nodes[id].kind
            && self.nodes[id].docs.is_empty()
        {
            id = inner;
        }
        id
    }

    /// The constraints in the description that a description around this node replaces.
    pub(super) fn replaced_words(&self, id: NodeId) -> Vec<String> {
        let same = self.described.get(&self.shown(id));
        same.map_or_else(Vec::new, |one| one.words.clone())
    }

    /// Reports the descriptions that others replace everywhere.
    pub(super) fn report_replaced_descriptions(&mut self, root: NodeId) {
        let reason = "the description of the schema around it is shown";
        let (read, shown) = described_nodes(&self.nodes, root);
        let described = core::mem::take(&mut self.described);
        let mut places = HashSet::new();
        for (node, one) in &described {
            if let Some(keyword) = one.keyword.filter(|_| shown.contains(node)) {
                places.extend(one.at.place.places(keyword));
            }
        }
        for (node, one) in &described {
            if let Some(keyword) = one.keyword
                && read.contains(node)
                && !shown.contains(node)
            {
                self.loss(&one.at, keyword, Outcome::Hidden, reason);
            }
        }
        for place in core::mem::take(&mut self.replaced) {
            if !places.contains(&place) {
                self.loss_at(&place, "description", Outcome::Hidden, reason);
            }
        }
    }
}

/// The nodes of a tree, and those whose description is shown in at least one place.
fn described_nodes(nodes: &[OwnedNode], root: NodeId) -> (HashSet<NodeId>, HashSet<NodeId>) {
    let (mut read, mut shown) = (HashSet::new(), HashSet::new());
    // Each node with the description that replaces its own.
    let mut known: HashSet<(NodeId, &str)> = HashSet::from([(root, "")]);
    let mut queue = vec![(root, "")];
    let mut recursive = HashSet::new();
    while let Some((id, around)) = queue.pop() {
        let docs = nodes[id].docs.as_str();
        read.insert(id);
        if docs.is_empty() || around.is_empty() || around.contains(docs) {
            shown.insert(id);
        }
        let around = if around.is_empty() { docs } else { around };
        let mut add = |id: NodeId, around| {
            if known.insert((id, around)) {
                queue.push((id, around));
            }
        };
        match &nodes[id].kind {
            NodeKind::Ruled(inner, _) | NodeKind::Option(inner) => add(*inner, around),
            NodeKind::Object { fields, .. } => {
                for field in fields {
                    add(field.ty, &field.docs);
                }
            }
            // The definition is written once, with its description.
            NodeKind::Back(name) => _ = recursive.insert(Some(*name)),
            kind => {
                if let NodeKind::Map { key, .. } = kind {
                    add(*key, "");
                }
                children(kind, |child| add(child, ""));
            }
        }
    }
    let written = |id: &NodeId| recursive.contains(&nodes[*id].name);
    shown.extend(read.iter().copied().filter(written));
    (read, shown)
}

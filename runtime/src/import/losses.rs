//! Reports what a schema loses when it is read, and bounds the texts that reading makes.

use std::collections::HashSet;

use super::cut::children;
use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::node::{NodeId, NodeKind, OwnedNode};
use super::read::SchemaReader;
use super::types::has_type;
use crate::render::{Outcome, ReportEntry};

/// Maximum bytes of the pointers in a report. A name in a pointer may be as long as the document.
const MAX_REPORTED: usize = 16 << 20;

/// Maximum bytes of the descriptions. Each reference with a text of its own has a copy of its
/// target's.
const MAX_DOCUMENTED: usize = 16 << 20;

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
    /// Reports a keyword of a schema, in each part of the schema that has it.
    pub(super) fn loss(&mut self, at: &At, keyword: &str, outcome: Outcome, reason: &str) {
        let keyword = at.place.spelled(keyword);
        for place in at.place.places(keyword) {
            self.loss_at(place, keyword, outcome, reason);
        }
    }

    pub(super) fn loss_at(&mut self, place: &str, keyword: &str, outcome: Outcome, reason: &str) {
        let key = (place.to_owned(), keyword.to_owned());
        let is_weak = |one| matches!(one, Outcome::Hidden | Outcome::Rewritten);
        let known = self.lost.entry(key).or_default();
        // The same place may be reached in several ways.
        for &index in known.iter() {
            let known = &mut self.losses[index];
            if is_weak(known.outcome) && !is_weak(outcome) {
                known.outcome = outcome;
                reason.clone_into(&mut known.reason);
                return;
            }
            let narrows = |one| one == Outcome::Narrowed;
            if is_weak(outcome) || narrows(known.outcome) == narrows(outcome) {
                return;
            }
        }
        known.push(self.losses.len());
        self.reported += place.len();
        self.losses
            .push(ReportEntry::new(place, keyword, outcome, reason));
    }

    /// Returns an error if the report or the descriptions are too long.
    pub(super) fn check_texts(&self, at: &At) -> Result<(), ImportError> {
        if self.reported > MAX_REPORTED {
            return Err(at.error(format!(
                "the places of what it loses have more than {MAX_REPORTED} bytes; shorten its names"
            )));
        }
        if self.documented > MAX_DOCUMENTED {
            return Err(at.error(format!(
                "with its references written out its descriptions have more than \
                 {MAX_DOCUMENTED} bytes"
            )));
        }
        Ok(())
    }

    /// Reports a keyword without an effect in this place.
    pub(super) fn idle(&mut self, sheet: &mut Keywords, keyword: String, reason: &str) {
        self.loss(&sheet.at, &keyword, Outcome::Hidden, reason);
        sheet.idle.push(keyword);
    }

    /// The keywords of a sheet that may have no effect here. A schema that is read more than once,
    /// because others refer to it or because it has alternatives, may have one that takes effect in
    /// another place.
    pub(super) fn shared(sheet: &Keywords) -> Vec<String> {
        if !sheet.at.shared {
            return Vec::new();
        }
        let names = sheet.members.iter().map(|(name, _)| name);
        names.filter(|name| has_type(name)).cloned().collect()
    }

    /// Marks the keywords that have an effect.
    pub(super) fn use_shared(&mut self, sheet: &Keywords, keywords: &[String]) {
        for keyword in keywords.iter().filter(|name| !sheet.idle.contains(name)) {
            for place in sheet.at.place.places(keyword) {
                self.used.insert((place.clone(), keyword.clone()));
            }
        }
    }

    /// Removes the reports of keywords that have an effect in another place.
    pub(super) fn forget_used(&mut self) {
        let used = core::mem::take(&mut self.used);
        if !used.is_empty() {
            self.losses.retain(|loss| {
                let key = (loss.pointer.as_str().into(), loss.keyword.clone());
                loss.outcome != Outcome::Hidden || !used.contains(&key)
            });
        }
    }

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

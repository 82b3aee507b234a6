//! The names of an object as they were sent, until each is consumed.

use crate::json_index::Node;

/// The member names received, each with a consumed flag.
pub(super) struct SentNames<'de> {
    pub(super) all: Vec<SentName<'de>>,
    /// Index after the last one consumed, because a model mostly keeps the schema's order.
    next: usize,
}

pub(super) struct SentName<'de> {
    pub(super) name: &'de str,
    pub(super) node: Node<'de>,
    taken: bool,
}

impl<'de> SentNames<'de> {
    pub(super) fn of(node: Node<'de>, about: usize) -> Self {
        let mut all = Vec::with_capacity(about);
        all.extend(node.members().map(|(name, node)| SentName {
            name,
            node,
            taken: false,
        }));
        SentNames { all, next: 0 }
    }

    /// Consumes a name. Names are unique.
    pub(super) fn take(&mut self, name: &str) -> Option<(&'de str, Node<'de>)> {
        let is = |one: &SentName<'_>| !one.taken && one.name == name;
        let at = match self.all.get(self.next) {
            Some(one) if is(one) => self.next,
            _ => self.all.iter().position(is)?,
        };
        self.next = at + 1;
        let one = &mut self.all[at];
        one.taken = true;
        Some((one.name, one.node))
    }

    /// Returns the names that were not consumed.
    pub(super) fn left(&self) -> impl Iterator<Item = &SentName<'de>> {
        self.all.iter().filter(|one| !one.taken)
    }
}

//! The members and items that the keywords of a schema evaluate, for `unevaluatedProperties` and
//! `unevaluatedItems`.

use std::collections::HashSet;

use super::view::text_steps;

/// The members or items of one value that the keywords so far have evaluated.
#[derive(Default)]
pub(super) struct Evaluated<'v> {
    pub(super) names: HashSet<&'v str>,
    /// The number of items at the start that are evaluated.
    pub(super) first: usize,
    /// Others that `contains` matched.
    pub(super) items: HashSet<usize>,
    /// True if all members or items are evaluated.
    pub(super) is_all: bool,
}

impl<'v> Evaluated<'v> {
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.is_all || self.names.contains(name)
    }

    pub(super) fn has_item(&self, place: usize) -> bool {
        self.is_all || place < self.first || self.items.contains(&place)
    }

    /// Adds what another schema evaluates. Returns the number of steps that it takes.
    pub(super) fn merge(&mut self, other: Evaluated<'v>) -> usize {
        let names: usize = other.names.iter().map(|name| text_steps(name)).sum();
        let steps = names + other.items.len();
        self.names.extend(other.names);
        self.items.extend(other.items);
        self.first = self.first.max(other.first);
        self.is_all |= other.is_all;
        steps
    }
}

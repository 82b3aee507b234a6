//! The alternative that a value is read as, of an object or of a union.

use core::iter::once;

use serde_json::Value;

use super::Walk;
use crate::dialect;
use crate::json_index::Node;
use crate::shape::Changes;

/// The alternatives of a value.
pub(super) struct Choices<'c, 'w, 'de> {
    /// Their number. A choice beyond it is another form of the same alternative.
    pub(super) number: usize,
    /// Returns true if serde distinguishes them without a tag.
    pub(super) are_untagged: &'c dyn Fn() -> bool,
    /// Returns the value of a choice as it was sent.
    pub(super) sent_as: &'c dyn Fn(usize) -> Node<'de>,
    /// Returns the value of a choice in serde's form.
    pub(super) canonical: &'c dyn Fn(usize) -> Value,
    /// Returns true if the value of a choice fits.
    pub(super) fits: &'c dyn Fn(Walk<'w, 'de>, usize) -> bool,
    /// Returns true if any value fits an alternative.
    pub(super) fits_as: &'c dyn Fn(Walk<'w, 'de>, usize, Node<'de>) -> bool,
}

impl<'w, 'de> Choices<'_, 'w, 'de> {
    /// Returns the first choice that fits. `None` if serde would read another.
    pub(super) fn first(
        &self,
        walk: Walk<'w, 'de>,
        order: &mut dyn Iterator<Item = usize>,
    ) -> Option<usize> {
        let lenient = !walk.lenient.is_none();
        let mut found = (walk.session).first(lenient, order, &mut |i| (self.fits)(walk, i))?;
        let untagged = (self.are_untagged)();
        if untagged && !lenient {
            // The look for the first one has left the later ones.
            found = self.or_declared(walk, found, order);
        }
        let is_another = untagged
            && (self.loses_earlier(walk, found)
                || self.drops_nulls(walk, found) && self.reads_as_earlier(walk, found));
        (!is_another).then_some(found)
    }

    /// Returns the first of `found` and the later choices whose declaration the value matches:
    /// without names that it doesn't list, with maps and any values in the dialect's form. If there
    /// is none, or if serde would read an earlier alternative than it, returns `found`, the first
    /// that fits in any form. If `found` declares any name there, an alternative that lists the
    /// value comes before it.
    ///
    /// Without that, an open object takes the form of a later map: `{"entries": [..]}` is an object
    /// with an unknown name.
    fn or_declared(
        &self,
        walk: Walk<'w, 'de>,
        found: usize,
        later: &mut dyn Iterator<Item = usize>,
    ) -> usize {
        let has_forms = walk.is_own() && walk.d.signature != dialect::CANONICAL.signature;
        if walk.declared || !has_forms {
            return found;
        }
        let Some(next) = later.next() else {
            return found;
        };
        let declared = Walk {
            declared: true,
            ..walk
        };
        let mut meaning = declared;
        if (self.fits)(declared, found) {
            meaning.listed = true;
            if !walk.session.has_other_name.get() || (self.fits)(meaning, found) {
                return found;
            }
        }
        // Only the first of them: the look at what serde reads costs as much as all alternatives.
        let meant = once(next).chain(later).find(|i| (self.fits)(meaning, *i));
        let is_meant = |i: &usize| walk.session.alone || !self.reads_as_earlier(walk, *i);
        meant.filter(is_meant).unwrap_or(found)
    }

    /// Returns true if serde reads an alternative before the chosen one, and loses a flattened
    /// `Option`: the names that don't fit it are those of the chosen alternative.
    fn loses_earlier(&self, walk: Walk<'w, 'de>, chosen: usize) -> bool {
        let losing = walk.losing_options();
        let is_lost = |i| {
            let node = (self.sent_as)(i);
            !(self.fits_as)(walk, i, node) && (self.fits_as)(losing, i, node)
        };
        walk.session.unfit_flattened.get()
            && !walk.session.alone
            && !walk.loses_options
            && (0..chosen % self.number).any(is_lost)
    }

    /// Returns true if a value may lose `null`s before serde selects an alternative.
    fn drops_nulls(&self, walk: Walk<'w, 'de>, chosen: usize) -> bool {
        !chosen.is_multiple_of(self.number)
            && !walk.session.alone
            && has_null((self.sent_as)(chosen))
    }

    /// Returns true if serde reads an alternative before the chosen one, because the value that it
    /// sees has its rewrites undone, and no `null`s that mean absent.
    fn reads_as_earlier(&self, walk: Walk<'w, 'de>, chosen: usize) -> bool {
        let seen = walk.session.scan_value(&(self.canonical)(chosen));
        let walk = walk.plain().with_changes(Changes::None);
        let is_read = |node| (0..chosen % self.number).any(|i| (self.fits_as)(walk, i, node));
        seen.is_none_or(is_read)
    }
}

fn has_null(node: Node<'_>) -> bool {
    node.is_null() || node.items().any(has_null) || node.members().any(|(_, value)| has_null(value))
}

impl Walk<'_, '_> {
    /// Returns the ways to read a value that has alternatives, in order. First with the rewrites of
    /// its own dialect undone, then unchanged because serde may read it so, then with those of the
    /// provider's other dialect too: the model didn't see its forms, so they don't come before a
    /// variant that takes the value unchanged. Each is attempted with the given changes, one after
    /// the other. Only then the same three with leniency.
    pub(super) fn ways(self, attempts: [Option<Changes>; 2]) -> Vec<Self> {
        let mut ways = Vec::with_capacity(9);
        let strict = self.forgiving(crate::decode::Leniency::NONE);
        for walk in strict.forms().into_iter().flatten() {
            for changes in attempts.into_iter().flatten() {
                ways.push(walk.with_changes(changes));
            }
        }
        if !self.lenient.is_none() {
            ways.extend(self.forms().into_iter().flatten());
        }
        ways
    }

    fn forms(self) -> [Option<Self>; 3] {
        let both = (!self.is_own()).then_some(self);
        // A declared form is that of its own dialect alone.
        let plain = (!self.declared).then(|| self.plain());
        let own = Walk {
            other: self.d,
            ..self
        };
        [Some(own), plain, both]
    }
}

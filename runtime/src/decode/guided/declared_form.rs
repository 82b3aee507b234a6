//! The alternative whose declared form a value has, if an earlier one takes the value only because
//! decoding is more tolerant than the declaration.

use super::Walk;
use crate::dialect;

impl Walk<'_, '_> {
    /// Returns the first of `found` and the later alternatives whose declaration the value matches:
    /// without names that it doesn't list, with maps and any values in the dialect's form. If there
    /// is none, or if serde would read an earlier alternative than it, returns `found`, the first
    /// that fits in any form.
    ///
    /// Without that, an open object takes the form of a later map: `{"entries": [..]}` is an object
    /// with an unknown name.
    pub(super) fn or_declared(
        self,
        found: usize,
        later: impl Iterator<Item = usize>,
        fits: impl Fn(Self, usize) -> bool,
        reads_as_earlier: impl Fn(usize) -> bool,
    ) -> usize {
        let has_forms = self.is_own() && self.d.signature != dialect::CANONICAL.signature;
        let mut later = later.peekable();
        if self.declared || !has_forms || !self.lenient.is_none() || later.peek().is_none() {
            return found;
        }
        let declared = Walk {
            declared: true,
            ..self
        };
        if fits(declared, found) {
            return found;
        }
        // Only the first of them: the look at what serde reads costs as much as all alternatives.
        let meant = later.find(|i| fits(declared, *i));
        let is_meant = |i: &usize| self.session.is_alone() || !reads_as_earlier(*i);
        meant.filter(is_meant).unwrap_or(found)
    }
}

//! The position of a declaration in the text.

/// The position of a declaration in the text. Only numbers, because const evaluation visits every
/// field of richer types.
#[derive(Clone, Copy)]
pub(crate) struct TextPosition(pub(super) [usize; 5]);

impl TextPosition {
    /// No declaration. The end of a real one is never 0.
    pub(crate) const NONE: Self = TextPosition([0; 5]);

    pub(crate) const fn is_none(&self) -> bool {
        self.0[1] == 0
    }

    /// The range of the declaration.
    pub(crate) const fn declaration_range(&self) -> (usize, usize) {
        (self.0[0], self.0[1])
    }

    /// The range of the parameters; empty if there are none.
    pub(crate) const fn parameters(&self) -> (usize, usize) {
        (self.0[2], self.0[3])
    }

    pub(crate) const fn strict(&self) -> bool {
        self.0[4] != 0
    }
}

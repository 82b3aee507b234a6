//! The texts of a tool, and the position of each in their shared buffer.

use crate::provider::Provider;

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

pub(super) type Table = [TextPosition; Provider::COUNT];

pub(super) const NO_DECLARATIONS: Table = [TextPosition::NONE; Provider::COUNT];

#[derive(Clone, Copy)]
pub(crate) struct Texts {
    pub(super) text: &'static str,
    pub(super) table: &'static Table,
}

impl core::fmt::Debug for Texts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Texts")
            .field("len", &self.text.len())
            .finish_non_exhaustive()
    }
}

impl Texts {
    /// No text for any provider.
    pub(crate) const NONE: Self = Texts {
        text: "",
        table: &NO_DECLARATIONS,
    };

    const fn entry(&self, provider: Provider) -> &'static TextPosition {
        &self.table[provider.index()]
    }

    const fn slice(&self, (from, to): (usize, usize)) -> &'static str {
        self.text.split_at(to).0.split_at(from).1
    }

    pub(crate) const fn declaration(&self, provider: Provider) -> Option<&'static str> {
        let entry = self.entry(provider);
        if entry.is_none() {
            return None;
        }
        Some(self.slice(entry.declaration_range()))
    }

    /// The parameters' schema in the declaration.
    pub(crate) const fn parameters(&self, provider: Provider) -> Option<&'static str> {
        let (from, to) = self.entry(provider).parameters();
        if from >= to {
            return None;
        }
        Some(self.slice((from, to)))
    }

    /// Returns whether the declaration requests strict mode.
    pub(crate) const fn strict(&self, provider: Provider) -> bool {
        self.entry(provider).strict()
    }
}

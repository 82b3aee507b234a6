//! The texts of a tool, and the position of each in their shared buffer.

use super::entry::TextPosition;
use crate::provider::Provider;

/// The position of each provider's declaration.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(super) entries: [TextPosition; Provider::COUNT],
}

impl Table {
    pub(super) const EMPTY: Self = Table {
        entries: [TextPosition::NONE; Provider::COUNT],
    };
}

/// The texts of a tool.
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
        table: &Table::EMPTY,
    };

    const fn entry(&self, provider: Provider) -> &'static TextPosition {
        &self.table.entries[provider.index()]
    }

    const fn slice(&self, (from, to): (usize, usize)) -> &'static str {
        self.text.split_at(to).0.split_at(from).1
    }

    /// Returns the declaration for a provider.
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

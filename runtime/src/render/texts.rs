//! The texts of a tool, and where each stands in the one buffer that holds them.

use super::declaration::Entry;
use crate::json::Mark;
use crate::provider::Provider;

/// Where each provider's declaration stands.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(super) entries: [Option<Entry>; Provider::COUNT],
}

impl Table {
    pub(super) const EMPTY: Self = Table {
        entries: [None; Provider::COUNT],
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
    /// No text for anybody.
    pub(crate) const NONE: Self = Texts {
        text: "",
        table: &Table::EMPTY,
    };

    const fn entry(&self, provider: Provider) -> Option<Entry> {
        self.table.entries[provider.index()]
    }

    const fn slice(&self, from: Mark, to: Mark) -> &'static str {
        self.text.split_at(to.get()).0.split_at(from.get()).1
    }

    /// The declaration for a provider.
    pub(crate) const fn declaration(&self, provider: Provider) -> Option<&'static str> {
        match self.entry(provider) {
            Some(entry) => Some(self.slice(entry.from, entry.to)),
            None => None,
        }
    }

    /// The parameters' schema in it.
    pub(crate) const fn parameters(&self, provider: Provider) -> Option<&'static str> {
        match self.entry(provider) {
            Some(entry) if entry.parameters_from.get() < entry.parameters_to.get() => {
                Some(self.slice(entry.parameters_from, entry.parameters_to))
            }
            _ => None,
        }
    }

    /// Whether it asks for strict mode.
    pub(crate) const fn strict(&self, provider: Provider) -> bool {
        match self.entry(provider) {
            Some(entry) => entry.strict,
            None => false,
        }
    }
}

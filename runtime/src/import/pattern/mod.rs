//! The analysis of regular expressions that are read at run time.

mod class;
mod group;
mod property;
mod scan;
mod script;

pub(crate) use scan::{PatternFacts, scan};

use crate::schema::Pattern;

impl PatternFacts {
    /// The bits of [`Pattern::facts`].
    pub(crate) fn bits(&self) -> u16 {
        [
            (self.anchored_start, Pattern::ANCHORED_START),
            (self.anchored_end, Pattern::ANCHORED_END),
            (self.anchor, Pattern::ANCHOR),
            (self.word_boundary, Pattern::WORD_BOUNDARY),
            (self.unicode_class, Pattern::UNICODE_CLASS),
            (self.back_reference, Pattern::BACK_REFERENCE),
            (self.lookaround, Pattern::LOOKAROUND),
            (self.dialect, Pattern::DIALECT),
            (self.class_operation, Pattern::CLASS_OPERATION),
            (self.unreadable, Pattern::UNREADABLE),
            (self.too_large, Pattern::TOO_LARGE),
        ]
        .iter()
        .filter(|(set, _)| *set)
        .fold(0, |bits, (_, bit)| bits | bit)
    }
}

/// The names in `\p{..}` that every engine is expected to have.
#[cfg(all(test, feature = "regex"))]
pub(crate) fn properties() -> impl Iterator<Item = String> {
    let scripts = script::SCRIPTS.iter();
    property::CATEGORIES
        .iter()
        .chain(property::BINARY)
        .map(|name| (*name).into())
        .chain(scripts.map(|name| format!("Script={name}")))
}

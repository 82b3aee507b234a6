//! The facts of regular expressions that are read at run time, as bits of [`Pattern::facts`].

pub(crate) use toolcast_pattern::{PatternFacts, scan};

use crate::schema::Pattern;

/// The bits of [`Pattern::facts`].
pub(crate) fn bits(facts: &PatternFacts) -> u16 {
    [
        (facts.anchored_start, Pattern::ANCHORED_START),
        (facts.anchored_end, Pattern::ANCHORED_END),
        (facts.anchor, Pattern::ANCHOR),
        (facts.word_boundary, Pattern::WORD_BOUNDARY),
        (facts.unicode_class, Pattern::UNICODE_CLASS),
        (facts.back_reference, Pattern::BACK_REFERENCE),
        (facts.lookaround, Pattern::LOOKAROUND),
        (facts.dialect, Pattern::DIALECT),
        (facts.class_operation, Pattern::CLASS_OPERATION),
        (facts.unreadable, Pattern::UNREADABLE),
        (facts.too_large, Pattern::TOO_LARGE),
    ]
    .iter()
    .filter(|(set, _)| *set)
    .fold(0, |bits, (_, bit)| bits | bit)
}

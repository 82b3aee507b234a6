//! A pattern: a keyword if the dialect accepts it, else text in the description.

use super::writer::Writer;
use crate::dialect::{PatternRules, kw};
use crate::json::lit;
use crate::schema::Pattern;

pub(super) const fn pattern_keyword(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) {
    match fit(w, pattern) {
        Fit::Words => {}
        Fit::Plain => {
            lit!(w.out, ",\"pattern\":\"");
            w.out.put(pattern.text.json());
            lit!(w.out, "\"");
        }
        Fit::Open => {
            lit!(w.out, ",\"pattern\":\"");
            if pattern.facts & Pattern::ANCHORED_START == 0 {
                lit!(w.out, ".*");
            }
            lit!(w.out, "(?:");
            w.out.put(pattern.text.json());
            lit!(w.out, ")");
            if pattern.facts & Pattern::ANCHORED_END == 0 {
                lit!(w.out, ".*");
            }
            lit!(w.out, "\"");
        }
    }
}

/// Returns whether the dialect rejects the pattern, so that it moves into the description.
pub(super) const fn pattern_is_words(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) -> bool {
    matches!(fit(w, pattern), Fit::Words)
}

/// The form of a pattern in a dialect.
#[derive(Clone, Copy)]
enum Fit {
    Plain,
    /// The dialect anchors patterns at both ends, so `.*` is added at each end that is not
    /// anchored.
    Open,
    Words,
}

/// The largest counted repeat in a simple pattern. The providers' documentation warns of large ones
/// without a number.
const LARGEST_REPEAT: u32 = 32;
/// The maximum length of a simple pattern in bytes. Longer ones compile to grammars that are
/// rejected as too complex.
const MAX_SIMPLE: usize = 128;

const fn fit(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) -> Fit {
    let rules = w.d.patterns();
    let refused = rules.refused() | Pattern::DIALECT;
    let both = Pattern::ANCHORED_START | Pattern::ANCHORED_END;
    match rules {
        PatternRules::None => Fit::Words,
        PatternRules::Simple
            if pattern.largest_repeat > LARGEST_REPEAT
                || size_of_val(pattern.text.json()) > MAX_SIMPLE =>
        {
            Fit::Words
        }
        _ if pattern.facts & refused != 0 => Fit::Words,
        PatternRules::Anchored if pattern.facts & both != both => Fit::Open,
        _ => Fit::Plain,
    }
}

/// A second pattern needs `allOf`, which only dialects with every keyword support.
pub(super) const fn second_fits(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) -> bool {
    w.has(kw::ALL_BOUNDS) && matches!(fit(w, pattern), Fit::Plain)
}

/// Describes why no argument can be checked against the pattern, if that is so.
pub(super) const fn uncheckable(pattern: &Pattern<'_>) -> Option<&'static str> {
    if pattern.facts & (Pattern::UNREADABLE | Pattern::IMPORTED) != Pattern::UNREADABLE {
        return None;
    }
    Some(if pattern.facts & Pattern::LOOKAROUND != 0 {
        "the pattern has a look-around, so no call can be checked against it; write it without, or check the value in the `TryFrom` of a type"
    } else if pattern.facts & Pattern::BACK_REFERENCE != 0 {
        "the pattern has a back-reference, so no call can be checked against it; write it without, or check the value in the `TryFrom` of a type"
    } else if pattern.facts & Pattern::TOO_LARGE != 0 {
        "the pattern repeats too much for the engine: 100 Unicode classes or 4,000 others in all; write `*` or `+`, and `length(..)` beside the pattern"
    } else if pattern.facts & Pattern::UNICODE_CLASS != 0 {
        "the pattern has a Unicode class that the crate `regex` doesn't read or other engines don't, so no call can be checked against it; write a general category (`\\p{L}`), a script (`\\p{Script=Greek}`) or a binary property (`\\p{Alphabetic}`)"
    } else {
        "the pattern has syntax that the crate `regex` doesn't read, so no call can be checked against it; for a brace that is a character write `\\{`"
    })
}

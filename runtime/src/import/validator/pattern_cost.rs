//! Estimates the work of matching a text with a pattern.
//!
//! An engine without backtracking reads a text once. With look-around or back-references, an
//! engine that backtracks may read the rest of the text from each of its places.

use crate::constraint::{matching_units, matching_work};
use crate::import::pattern::scan;

/// The constant cost of an engine that backtracks, for each of the pattern's units.
const BACKTRACKING: usize = 400;

/// The work of a pattern for any text.
#[derive(Clone, Copy)]
pub(super) struct PatternCost {
    /// The units of the pattern, for a text that is read once.
    units: usize,
    passes: Passes,
}

/// The number of times that a text is read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Passes {
    Number(usize),
    /// Once from each place.
    Square,
}

impl PatternCost {
    pub(super) fn of(pattern: &str) -> Self {
        PatternCost {
            units: matching_units(pattern),
            passes: passes(pattern),
        }
    }

    /// The pairs for a text.
    pub(super) fn for_text(self, text: &str) -> usize {
        let pass = matching_work(self.units, text.len());
        match self.passes {
            Passes::Number(1) => pass,
            Passes::Number(passes) => pass.saturating_mul(passes) + BACKTRACKING,
            Passes::Square => {
                // Even a short text may take all steps that are allowed.
                let steps = BACKTRACKING.saturating_mul(self.units);
                pass.saturating_mul(1 + text.len()).saturating_add(steps)
            }
        }
    }
}

fn passes(pattern: &str) -> Passes {
    if !backtracks(pattern) {
        return Passes::Number(1);
    }
    // `^(?!\s*$).+`: each look-ahead reads the text once, from its start.
    let mut rest = pattern.strip_prefix('^');
    let mut passes = 1;
    while let Some(after) = rest.and_then(after_look_ahead) {
        passes += 1;
        rest = Some(after);
    }
    match rest {
        // Another branch would be tried at each place.
        Some(rest) if !backtracks(rest) && outermost(rest, '|').is_none() => Passes::Number(passes),
        _ => Passes::Square,
    }
}

/// Returns true if the pattern needs an engine that backtracks: for look-around, back-references,
/// possessive quantifiers, or syntax that the other engine can't read.
fn backtracks(pattern: &str) -> bool {
    let is_possessive = ["++", "*+", "?+", "}+"]
        .iter()
        .any(|quantifier| pattern.contains(quantifier));
    let is_unreadable = || scan(pattern).map_or(true, |facts| facts.unreadable);
    is_possessive || is_unreadable()
}

/// Returns the pattern after the look-ahead with which it begins. `None` if it begins otherwise, if
/// the look-ahead is repeated, or if another one is inside.
fn after_look_ahead(pattern: &str) -> Option<&str> {
    let inside = pattern
        .strip_prefix("(?=")
        .or_else(|| pattern.strip_prefix("(?!"))?;
    let end = outermost(inside, ')')?;
    let (inside, rest) = (&inside[..end], &inside[end + 1..]);
    let is_repeated = rest.starts_with(['*', '+', '?', '{']);
    (!is_repeated && !backtracks(inside)).then_some(rest)
}

/// Returns the place of a character outside of the groups and classes of a pattern.
fn outermost(pattern: &str, wanted: char) -> Option<usize> {
    let mut groups = 0_usize;
    let mut in_class = false;
    let mut escaped = false;
    for (at, c) in pattern.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            _ if in_class => {}
            c if c == wanted && groups == 0 => return Some(at),
            '(' => groups += 1,
            ')' => groups = groups.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Passes, PatternCost, passes};

    #[test]
    fn look_ahead_at_the_start_reads_the_text_once() {
        for (pattern, expected) in [
            ("^[a-z]+$", Passes::Number(1)),
            (r"^(?!\s*$).+", Passes::Number(2)),
            (r"^(?=.*[A-Z)])(?=.*\))(?!(a|b)c).{8,}$", Passes::Number(4)),
            ("^(?=a)(b|c)", Passes::Number(2)),
            ("^(?=a)b|^c", Passes::Square),
            ("^(?=a)b|[ab]*a[ab]{900}c", Passes::Square),
            ("(?:[ab]*a)++c", Passes::Square),
            ("^(?=.)(?:(?>[ab]*c)|.)*d", Passes::Square),
            ("(?=a)b", Passes::Square),
            ("^(?=a)*b", Passes::Square),
            ("^(?:(?=.*c)a)*", Passes::Square),
            ("^(?=(?=a)b)c", Passes::Square),
            ("^(?=a)b(?=c)", Passes::Square),
            ("^(?=a)b|^(?=c)d", Passes::Square),
            (r"^(?=(a))\1", Passes::Square),
            ("^(?<=a)b", Passes::Square),
            (r"(a)\1", Passes::Square),
        ] {
            assert_eq!(passes(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn the_cost_rises_with_the_pattern_and_with_the_text() {
        let cost = |pattern: &str, len| PatternCost::of(pattern).for_text(&"a".repeat(len));
        assert!(cost("^a+$", 1 << 20) < 200_000);
        assert!(cost("[ab]*a[ab]{3000}c", 1 << 17) > 5_000_000);
        assert!(cost("(?=.)[ab]*a[ab]{900}c", 1000) > 5_000_000);
        assert!(cost(r"^(?!\s*$).+", 100_000) < 200_000);
        assert!(cost("^.{1,4000}$", 4000) < 5_000_000);
    }
}

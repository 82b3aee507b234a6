//! Estimates the work of matching a text with a pattern.
//!
//! An engine without backtracking reads a text once. With look-around or back-references, an
//! engine that backtracks may read the rest of the text from each of its places.

use crate::constraint::MatchingWork;
use crate::import::pattern::scan;

/// The constant cost of an engine that backtracks, for small patterns. Even a short text may take
/// all steps that are allowed.
const BACKTRACKING: usize = 400;

/// The states of a pattern that take that cost once more.
const SMALL: usize = 32;

/// The times that a text is read for look-around of a few characters, at each place.
const NEAR: usize = 8;

/// The work of a pattern for any text.
#[derive(Clone, Copy)]
pub(super) struct PatternCost(Passes);

/// The number of times that a text is read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Passes {
    Number(usize),
    /// Once from each place.
    Square,
}

impl PatternCost {
    pub(super) fn of(pattern: &str) -> Self {
        PatternCost(passes(pattern))
    }

    /// The steps for a text, if reading it once takes that work.
    pub(super) fn for_text(self, work: &MatchingWork, text: &str) -> usize {
        let pass = work.for_len(text.len());
        let passes = match self.0 {
            Passes::Number(passes) => passes,
            Passes::Square => 1 + text.len(),
        };
        let steps = BACKTRACKING * (1 + work.states(text.len()) / SMALL);
        pass.saturating_mul(passes).saturating_add(steps)
    }
}

fn passes(pattern: &str) -> Passes {
    if !backtracks(pattern) {
        return Passes::Number(1);
    }
    // `^(?!\s*$).+`: each look-ahead reads the text once, from its start.
    let Some(mut rest) = pattern.strip_prefix('^') else {
        return Passes::Square;
    };
    let mut passes = 1;
    while let Some(after) = after_look_ahead(rest) {
        passes += 1;
        rest = after;
    }
    if !backtracks(rest) && Outline::of(rest).is_some_and(|outline| !outline.branches) {
        return Passes::Number(passes);
    }
    // `^[a-z].*(?<!-)$`, `^((?!--).)*$`: look-around of a few characters, at each place once.
    match Outline::of(rest) {
        Some(outline) if outline.is_near() => Passes::Number(passes + NEAR),
        _ => Passes::Square,
    }
}

/// Returns true if the pattern needs an engine that backtracks: for look-around, back-references,
/// possessive quantifiers, or syntax that the other engine can't read.
fn backtracks(pattern: &str) -> bool {
    let is_unreadable = || scan(pattern).map_or(true, |facts| facts.unreadable);
    let is_odd = |outline: Outline| outline.possessive || outline.closed.is_some();
    Outline::of(pattern).is_none_or(is_odd) || is_unreadable()
}

/// Returns the pattern after the look-ahead with which it begins. `None` if it begins otherwise, if
/// the look-ahead is repeated, or if another one is inside.
fn after_look_ahead(pattern: &str) -> Option<&str> {
    let inside = pattern
        .strip_prefix("(?=")
        .or_else(|| pattern.strip_prefix("(?!"))?;
    let end = Outline::of(inside)?.closed?;
    let (inside, rest) = (&inside[..end], &inside[end + 1..]);
    let is_repeated = rest.starts_with(['*', '+', '?', '{']);
    (!is_repeated && !backtracks(inside)).then_some(rest)
}

/// The groups and quantifiers of a pattern.
#[derive(Default)]
struct Outline {
    /// The place of a parenthesis that closes a group before the pattern.
    closed: Option<usize>,
    /// True if it has branches outside of all groups.
    branches: bool,
    /// True for a quantifier such as `++`, which some engines never give back.
    possessive: bool,
    /// True for a back-reference.
    refers_back: bool,
    /// The quantifiers without a bound, and whether one is inside of look-around.
    unbounded: usize,
    looks_far: bool,
}

impl Outline {
    /// Reads a pattern up to its end, or to the end of a group around it. `None` if it has groups
    /// of an unknown kind.
    fn of(pattern: &str) -> Option<Self> {
        let mut found = Outline::default();
        // The open groups: true for look-around.
        let mut groups: Vec<bool> = Vec::new();
        let mut in_class = false;
        let mut quantified = false;
        let mut chars = pattern.char_indices();
        while let Some((at, c)) = chars.next() {
            let rest = &pattern[at + c.len_utf8()..];
            let was_quantified = core::mem::take(&mut quantified);
            match c {
                '\\' => {
                    let next = chars.next().map(|(_, c)| c);
                    found.refers_back |=
                        !in_class && next.is_some_and(|c| matches!(c, '1'..='9' | 'k' | 'g'));
                }
                ']' => in_class = false,
                _ if in_class => {}
                '[' => in_class = true,
                '(' => groups.push(is_look_around(rest)?),
                ')' if groups.is_empty() => {
                    found.closed = Some(at);
                    return Some(found);
                }
                ')' => drop(groups.pop()),
                '|' => found.branches |= groups.is_empty(),
                '+' if was_quantified => found.possessive = true,
                '*' | '+' | '?' | '{' => {
                    // `?` after a quantifier makes it lazy.
                    quantified = !(c == '?' && was_quantified);
                    let is_open = c == '{' && rest.split('}').next()?.ends_with(',');
                    if c == '*' || c == '+' || is_open {
                        found.unbounded += 1;
                        found.looks_far |= groups.contains(&true);
                    }
                    if c == '{' {
                        // The quantifier ends with its brace.
                        chars.by_ref().find(|(_, c)| *c == '}');
                    }
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// Returns true if all look-around is of a few characters, and at most one part of the pattern
    /// is of any length.
    fn is_near(&self) -> bool {
        !self.branches
            && !self.possessive
            && !self.refers_back
            && !self.looks_far
            && self.closed.is_none()
            && self.unbounded <= 1
    }
}

/// Returns true if a group is look-around. `None` if its kind is unknown.
fn is_look_around(inside: &str) -> Option<bool> {
    let Some(kind) = inside.strip_prefix('?') else {
        return Some(false);
    };
    if ["=", "!", "<=", "<!"]
        .iter()
        .any(|one| kind.starts_with(one))
    {
        return Some(true);
    }
    let is_plain = kind.starts_with(':') || kind.starts_with('<') || kind.starts_with("P<");
    is_plain.then_some(false)
}

#[cfg(test)]
mod tests {
    use super::super::patterns::Pattern;
    use super::{Passes, passes};
    use crate::import::patterns::PatternBudget;

    #[test]
    fn look_around_at_the_start_or_of_few_characters_is_linear() {
        for (pattern, expected) in [
            ("^[a-z]+$", Passes::Number(1)),
            (r"^(?!\s*$).+", Passes::Number(2)),
            (r"^(?=.*[A-Z)])(?=.*\))(?!(a|b)c).{8,}$", Passes::Number(4)),
            ("^(?=a)(b|c)", Passes::Number(2)),
            ("^(?=a)b|^c", Passes::Square),
            ("^(?=a)b|[ab]*a[ab]{900}c", Passes::Square),
            ("(?:[ab]*a)++c", Passes::Square),
            ("^(?=.)(?:(?>[ab]*c)|.)*d", Passes::Square),
            (
                "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z]+$",
                Passes::Number(1),
            ),
            (r"^\++[0-9]{1,3}\*+$", Passes::Number(1)),
            ("^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$", Passes::Number(10)),
            (
                "^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\\.)+[a-z]{2,6}$",
                Passes::Number(9),
            ),
            ("^((?!<script).)*$", Passes::Number(9)),
            (r"^[^\s].*?(?<!\s)$", Passes::Number(9)),
            ("^(?:(?=a)[ab]*a[ab]{900}c|.)*d", Passes::Square),
            ("^.*[ab]*(?<!c)$", Passes::Square),
            ("(?=a)b", Passes::Square),
            ("^(?=a)*b", Passes::Number(9)),
            ("^(?:(?=.*c)a)*", Passes::Square),
            ("^(?=(?=a)b)c", Passes::Number(9)),
            ("^(?=(?=.*a)b)c", Passes::Square),
            ("^(?=a)b(?=c)", Passes::Number(10)),
            ("[]a)](?=b)", Passes::Square),
            ("^(?=a)b|^(?=c)d", Passes::Square),
            (r"^(?=(a))\1", Passes::Square),
            ("^(?<=a)b", Passes::Number(9)),
            (r"(a)\1", Passes::Square),
        ] {
            assert_eq!(passes(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn the_cost_rises_with_the_pattern_and_with_the_text() {
        let mut patterns = PatternBudget::new().of_schema();
        let mut cost = |pattern: &str, len: usize| {
            let pattern = Pattern::new(pattern, &mut patterns).expect("a pattern");
            pattern.cost(&"a".repeat(len))
        };
        assert!(cost("^a+$", 1 << 20) < 200_000);
        assert!(cost("[ab]*a[ab]{3000}c", 1 << 17) > 5_000_000);
        assert!(cost("(?=.)[ab]*a[ab]{900}c", 1000) > 5_000_000);
        assert!(cost(r"^(?!\s*$).+", 100_000) < 500_000);
        assert!(cost("^.{1,4000}$", 4000) < 5_000_000);
    }
}

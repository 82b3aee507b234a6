//! Estimates the work of matching a text with a pattern.
//!
//! An engine without backtracking reads a text once. With look-around or back-references, an
//! engine that backtracks may read the rest of the text from each of its places.

use core::slice;

use fancy_regex::{Assertion, Expr, LookAround};

use crate::constraint::MatchingWork;

/// The constant cost of an engine that backtracks, for small patterns. Even a short text may take
/// all steps that are allowed.
const BACKTRACKING: usize = 400;

/// The states of a pattern that take that cost once more.
const SMALL: usize = 32;

/// The times that a text is read for look-around of a few characters, at each place.
const NEAR: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Passes {
    Number(usize),
    /// Once from each place.
    Square,
}

impl Passes {
    /// The steps for a text, if reading it once takes that work.
    pub(super) fn cost(self, work: &MatchingWork, text: &str) -> usize {
        let pass = work.for_len(text.len());
        let passes = match self {
            Passes::Number(passes) => passes,
            Passes::Square => 1 + text.len(),
        };
        let steps = BACKTRACKING * (1 + work.states(text.len()) / SMALL);
        pass.saturating_mul(passes).saturating_add(steps)
    }
}

pub(super) fn passes(pattern: &Expr) -> Passes {
    if !Outline::of([pattern]).backtracks() {
        return Passes::Number(1);
    }
    let parts = match pattern {
        Expr::Concat(parts) => parts.as_slice(),
        one => slice::from_ref(one),
    };
    let [Expr::Assertion(Assertion::StartText), parts @ ..] = parts else {
        return Passes::Square;
    };
    // `^(?!\s*$).+`: each look-ahead reads the text once, from its start.
    let ahead = parts.iter().take_while(|part| is_look_ahead(part)).count();
    let passes = 1 + ahead;
    let rest = Outline::of(&parts[ahead..]);
    if !rest.backtracks() {
        Passes::Number(passes)
    } else if rest.is_near() {
        // `^[a-z].*(?<!-)$`, `^((?!--).)*$`: look-around of a few characters, at each place once.
        Passes::Number(passes + NEAR)
    } else {
        Passes::Square
    }
}

/// Returns true for a look-ahead without another one inside.
fn is_look_ahead(part: &Expr) -> bool {
    match part {
        Expr::LookAround(inside, LookAround::LookAhead | LookAround::LookAheadNeg) => {
            !Outline::of([&**inside]).backtracks()
        }
        _ => false,
    }
}

/// The parts of a pattern that make an engine backtrack.
#[derive(Default)]
struct Outline {
    /// True for look-around.
    looks_around: bool,
    /// True for back-references and possessive quantifiers.
    is_odd: bool,
    /// The number of quantifiers without a bound, and whether one is inside of look-around.
    unbounded: usize,
    looks_far: bool,
}

impl Outline {
    fn of<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> Self {
        let mut found = Outline::default();
        for part in parts {
            found.add(part, false);
        }
        found
    }

    fn add(&mut self, part: &Expr, in_look_around: bool) {
        let mut in_look_around = in_look_around;
        match part {
            _ if is_word_boundary(part) => return,
            Expr::LookAround(..) => {
                self.looks_around = true;
                in_look_around = true;
            }
            Expr::Repeat { hi, .. } => {
                let is_unbounded = *hi == usize::MAX;
                self.unbounded += usize::from(is_unbounded);
                self.looks_far |= is_unbounded && in_look_around;
            }
            Expr::Concat(_) | Expr::Alt(_) | Expr::Group(_) => {}
            Expr::Empty
            | Expr::Any { .. }
            | Expr::Assertion(_)
            | Expr::Literal { .. }
            | Expr::Delegate { .. } => return,
            _ => {
                self.is_odd = true;
                return;
            }
        }
        for inside in part.children_iter() {
            self.add(inside, in_look_around);
        }
    }

    fn backtracks(&self) -> bool {
        self.looks_around || self.is_odd
    }

    /// Returns true if all look-around is of a few characters, and at most one part of the pattern
    /// is of any length.
    fn is_near(&self) -> bool {
        !self.is_odd && !self.looks_far && self.unbounded <= 1
    }
}

/// Returns true for `\b`, which this engine reads as look-around of a character on both sides.
fn is_word_boundary(part: &Expr) -> bool {
    let is_word =
        |inside: &Expr| matches!(inside, Expr::Delegate { inner, .. } if inner == "[0-9A-Za-z_]");
    let looks = |side: &Expr| matches!(side, Expr::LookAround(inside, _) if is_word(inside));
    let is_way = |way: &Expr| matches!(way, Expr::Concat(sides) if sides.iter().all(looks));
    matches!(part, Expr::Alt(ways) if ways.iter().all(is_way))
}

#[cfg(test)]
mod tests {
    use fancy_regex::Expr;

    use super::super::patterns::PatternCheck;
    use super::{Passes, passes};
    use crate::constraint::as_regex_with_look_around;
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
            (r"^(?=.*\bfoo\b).*x.*", Passes::Number(2)),
            ("^(?:(?=.*c)a)*", Passes::Square),
            ("^(?=(?=a)b)c", Passes::Number(9)),
            ("^(?=(?=.*a)b)c", Passes::Square),
            ("^(?=a)b(?=c)", Passes::Number(10)),
            ("^(?=a)b|^(?=c)d", Passes::Square),
            (r"^(?=(a))\1", Passes::Square),
            ("^(?<=a)b", Passes::Number(9)),
            (r"(a)\1", Passes::Square),
        ] {
            let tree = Expr::parse_tree(&as_regex_with_look_around(pattern)).expect(pattern);
            assert_eq!(passes(&tree.expr), expected, "{pattern}");
        }
    }

    #[test]
    fn the_cost_rises_with_the_pattern_and_with_the_text() {
        let mut patterns = PatternBudget::new().of_schema();
        let mut cost = |pattern: &str, len: usize| {
            let pattern = PatternCheck::new(pattern, &mut patterns).expect("a pattern");
            pattern.cost(&"a".repeat(len))
        };
        assert!(cost("^a+$", 1 << 20) < 200_000);
        assert!(cost("[ab]*a[ab]{3000}c", 1 << 17) > 5_000_000);
        assert!(cost("(?=.)[ab]*a[ab]{900}c", 1000) > 5_000_000);
        assert!(cost(r"^(?!\s*$).+", 100_000) < 500_000);
        assert!(cost("^.{1,4000}$", 4000) < 5_000_000);
    }
}

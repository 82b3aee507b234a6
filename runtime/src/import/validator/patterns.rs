//! The patterns of a schema. The decoder's engine, without backtracking, matches most of them; one
//! that backtracks matches those with look-around or back-references.

use fancy_regex::Expr;

use super::pattern_cost::{Passes, passes};
use crate::constraint::{MatchingWork, PatternShape, as_regex_with_look_around, is_match};
use crate::decode::EXCERPT;
use crate::import::pattern::scan;
use crate::import::patterns::{MAX_SCHEMA_PATTERNS, SchemaPatterns};
use crate::text::excerpt;

/// The memory of a part that has an engine of its own, in states of a pattern.
const ENGINE: usize = 200;

/// Backtracking limit of a pattern with look-around or back-references.
const BACKTRACKS: usize = 20_000;

pub(super) struct PatternCheck {
    pub(super) text: String,
    /// The engine that backtracks. `None` if the decoder's engine reads the pattern, which compiles
    /// it on its first match.
    backtracking: Option<Box<(fancy_regex::Regex, Passes)>>,
    work: MatchingWork,
}

impl PatternCheck {
    /// Reads a pattern within the limits of its schema. The error is the reason if it can't be
    /// checked.
    pub(super) fn new(pattern: &str, patterns: &mut SchemaPatterns) -> Result<Self, String> {
        let too_large = "its patterns are too large, or too many";
        if !patterns.has_room(pattern) {
            return Err(too_large.to_owned());
        }
        let (shape, passes) = match PatternShape::of(pattern) {
            Some(shape) => (shape, None),
            None => outline(pattern).inspect_err(|_| patterns.refuse())?,
        };
        let is_taken = match passes {
            None => patterns.takes_shape(pattern, &shape),
            Some(_) => patterns.takes_again(&shape),
        };
        if !is_taken {
            return Err(too_large.to_owned());
        }
        let backtracking = match passes {
            None => None,
            Some(passes) => Some(Box::new((backtracking(pattern)?, passes))),
        };
        Ok(PatternCheck {
            text: pattern.to_owned(),
            backtracking,
            work: MatchingWork::from(&shape),
        })
    }

    /// The steps that matching takes at most.
    pub(super) fn cost(&self, text: &str) -> usize {
        match &self.backtracking {
            Some(one) => one.1.cost(&self.work, text),
            // The pattern is looked up by its text.
            None => self.work.for_len(text.len()) + self.text.len() / 64,
        }
    }

    /// Returns true if the engine never ends early.
    pub(super) fn is_linear(&self) -> bool {
        self.backtracking.is_none()
    }

    /// Returns whether it matches anywhere in a text. `None` if that takes too many steps.
    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        match &self.backtracking {
            Some(one) => one.0.is_match(text).ok(),
            None => is_match(&self.text, text),
        }
    }
}

fn backtracking(pattern: &str) -> Result<fancy_regex::Regex, String> {
    fancy_regex::RegexBuilder::new(&as_regex_with_look_around(pattern))
        .backtrack_limit(BACKTRACKS)
        .delegate_size_limit(MAX_SCHEMA_PATTERNS)
        .delegate_dfa_size_limit(0)
        .build()
        .map_err(|error| not_a_pattern(pattern, &error))
}

fn not_a_pattern(pattern: &str, error: &fancy_regex::Error) -> String {
    format!("{} is not a pattern: {error}", excerpt(pattern, EXCERPT))
}

/// The outline of a pattern of the engine that backtracks, and how often it reads a text.
fn outline(pattern: &str) -> Result<(PatternShape, Option<Passes>), String> {
    let tree = Expr::parse_tree(&as_regex_with_look_around(pattern));
    let tree = tree.map_err(|error| not_a_pattern(pattern, &error))?;
    let shape = shape(&tree.expr);
    let shape = shape.ok_or_else(|| "it has syntax that JSON Schema has not".to_owned())?;
    Ok((shape, Some(passes(&tree.expr))))
}

/// Computes a pattern's shape; `None` if the syntax isn't ECMA-262.
fn shape(expr: &Expr) -> Option<PatternShape> {
    let parts = |all: &[Expr]| all.iter().map(shape).collect::<Option<Vec<_>>>();
    Some(match expr {
        Expr::Empty | Expr::Assertion(_) => PatternShape::leaf(1, 1, 0),
        Expr::Backref { .. } => PatternShape::leaf(ENGINE, 1, 0),
        Expr::Any { .. } => PatternShape::leaf(32, 1, 1),
        Expr::Literal { val, .. } => {
            PatternShape::leaf(4 * val.len(), val.len(), val.chars().count())
        }
        Expr::Concat(all) => {
            let parts = parts(all)?;
            let least = parts.iter().map(|part| part.least);
            let least = least.fold(0, usize::saturating_add);
            PatternShape::all(parts, least)
        }
        Expr::Alt(all) => {
            let parts = parts(all)?;
            let least = parts.iter().map(|part| part.least).min().unwrap_or(0);
            PatternShape::all(parts, least)
        }
        Expr::Group(inner) => shape(inner)?,
        Expr::AtomicGroup(inner) | Expr::LookAround(inner, _) => {
            let engine = PatternShape::leaf(ENGINE, 1, 0);
            PatternShape::all([shape(inner)?, engine].into(), 0)
        }
        Expr::Repeat { child, lo, hi, .. } => {
            let most = Some(*hi).filter(|most| *most != usize::MAX);
            PatternShape::repeated(shape(child)?, *lo, most)
        }
        Expr::Delegate { inner, .. } => PatternShape::of(inner)?,
        _ => return None,
    })
}

/// A pattern of ECMA-262.
pub(super) fn is_regex(text: &str) -> bool {
    let is_read = |text: &str| scan(text).is_ok();
    // A class without characters, which most engines don't have.
    has_only_known_groups(text)
        && (is_read(text) || is_read(&text.replace("[^]", ".").replace("[]", ".")))
}

/// Returns false for escapes and groups that only other languages have: `\a`, `(?i)`, `(?P<n>a)`.
fn has_only_known_groups(text: &str) -> bool {
    let mut in_class = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let is_known = match c {
            '\\' => !chars.next().is_some_and(|c| "aAeGhHQERXyYzZ".contains(c)),
            '(' if !in_class && chars.as_str().starts_with('?') => {
                chars.as_str()[1..].starts_with([':', '=', '!', '<'])
            }
            _ => true,
        };
        in_class = (in_class || c == '[') && c != ']';
        if !is_known {
            return false;
        }
    }
    true
}

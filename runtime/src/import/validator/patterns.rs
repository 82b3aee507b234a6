//! The patterns of a schema. An engine without backtracking matches most of them; one that
//! backtracks matches those with look-around or back-references.

use regex::RegexBuilder;

use super::pattern_cost::PatternCost;
use super::steps::Stop;
use crate::constraint::{as_regex, as_regex_with_look_around};
use crate::decode::EXCERPT;
use crate::import::pattern::scan;
use crate::import::patterns::{MAX_SCHEMA_PATTERNS, SchemaPatterns};
use crate::text::excerpt;

/// Maximum bytes of the cache that a pattern uses while it is matched.
const PATTERN_CACHE: usize = 1 << 20;

/// Backtracking limit of a pattern with look-around or back-references.
const BACKTRACKS: usize = 20_000;

/// A compiled pattern.
pub(super) struct Pattern {
    pub(super) text: String,
    engine: Engine,
    cost: PatternCost,
}

enum Engine {
    Linear(regex::Regex),
    Backtracking(Box<fancy_regex::Regex>),
}

impl Pattern {
    /// Compiles a pattern within the limits of its schema. The error is the reason if it can't be
    /// checked.
    pub(super) fn new(pattern: &str, patterns: &mut SchemaPatterns) -> Result<Self, String> {
        if !patterns.takes(pattern) {
            return Err("its patterns are too large, or too many".to_owned());
        }
        let linear = RegexBuilder::new(&as_regex(pattern))
            .size_limit(MAX_SCHEMA_PATTERNS)
            .dfa_size_limit(PATTERN_CACHE)
            .build();
        let engine = match linear {
            Ok(regex) => Engine::Linear(regex),
            Err(_) => Engine::Backtracking(Box::new(backtracking(pattern)?)),
        };
        Ok(Pattern {
            text: pattern.to_owned(),
            cost: PatternCost::of(pattern, matches!(engine, Engine::Linear(_))),
            engine,
        })
    }

    /// The steps that matching takes at most.
    pub(super) fn cost(&self, text: &str) -> usize {
        self.cost.for_text(text)
    }

    /// Returns true if matching never ends early.
    pub(super) fn is_linear(&self) -> bool {
        matches!(self.engine, Engine::Linear(_))
    }

    /// Returns true if it matches anywhere in a text.
    pub(super) fn is_match(&self, text: &str) -> Result<bool, Stop> {
        match &self.engine {
            Engine::Linear(regex) => Ok(regex.is_match(text)),
            Engine::Backtracking(regex) => regex.is_match(text).map_err(|_| Stop::Matching),
        }
    }
}

fn backtracking(pattern: &str) -> Result<fancy_regex::Regex, String> {
    fancy_regex::RegexBuilder::new(&as_regex_with_look_around(pattern))
        .backtrack_limit(BACKTRACKS)
        .delegate_size_limit(MAX_SCHEMA_PATTERNS)
        .delegate_dfa_size_limit(PATTERN_CACHE)
        .build()
        .map_err(|error| format!("{} is not a pattern: {error}", excerpt(pattern, EXCERPT)))
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
            '[' => {
                in_class = true;
                true
            }
            ']' => {
                in_class = false;
                true
            }
            '(' if !in_class && chars.as_str().starts_with('?') => {
                chars.as_str()[1..].starts_with([':', '=', '!', '<'])
            }
            _ => true,
        };
        if !is_known {
            return false;
        }
    }
    true
}

//! How many patterns a foreign schema may have, and how large.

use crate::constraint::pattern_size;

/// Bytes of one pattern's text.
const MOST_TEXT: usize = 2000;

/// Estimated bytes of one pattern, compiled.
const MOST_ONE: usize = 1 << 20;

/// Estimated bytes of all patterns of a schema, compiled.
const MOST_SCHEMA: usize = 8 << 20;

/// Estimated bytes of all patterns of a list of tools, compiled.
const MOST_LIST: usize = 64 << 20;

/// What a pattern costs beside its program: its parser and its caches.
const EACH: usize = 4 << 10;

/// What the patterns of a list of tools may still take.
pub(crate) struct PatternBudget(usize);

impl PatternBudget {
    pub(crate) const fn new() -> Self {
        PatternBudget(MOST_LIST)
    }

    /// What those of one schema may take.
    pub(super) fn of_schema(&self) -> Patterns {
        let left = self.0.min(MOST_SCHEMA);
        Patterns { all: left, left }
    }

    /// Takes what a schema took.
    pub(super) fn take(&mut self, patterns: &Patterns) {
        self.0 = self.0.saturating_sub(patterns.all - patterns.left);
    }
}

/// What the patterns of a schema may still take.
pub(super) struct Patterns {
    all: usize,
    left: usize,
}

impl Patterns {
    /// Whether one more pattern is within the bounds, which it counts towards then.
    pub(super) fn takes(&mut self, pattern: &str) -> bool {
        if pattern.len() > MOST_TEXT {
            return false;
        }
        let size = pattern_size(pattern);
        let left = self.left.checked_sub(size.saturating_add(EACH));
        match left.filter(|_| size <= MOST_ONE) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }
}

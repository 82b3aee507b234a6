//! Limits on the patterns of an imported schema.

use crate::constraint::pattern_size;

/// Maximum bytes of one pattern's text.
const MOST_TEXT: usize = 2000;

/// Maximum estimated bytes of one compiled pattern.
const MOST_ONE: usize = 1 << 20;

/// Maximum estimated bytes of all compiled patterns of a schema.
const MOST_SCHEMA: usize = 8 << 20;

/// Maximum estimated bytes of all compiled patterns of a list of tools.
const MOST_LIST: usize = 64 << 20;

/// The fixed cost of a pattern: its parser and its caches.
const EACH: usize = 4 << 10;

/// The remaining budget for the patterns of a list of tools.
pub(crate) struct PatternBudget(usize);

impl PatternBudget {
    pub(crate) const fn new() -> Self {
        PatternBudget(MOST_LIST)
    }

    /// The budget for one schema.
    pub(super) fn of_schema(&self) -> Patterns {
        let left = self.0.min(MOST_SCHEMA);
        Patterns { all: left, left }
    }

    /// Subtracts the cost of a schema's patterns.
    pub(super) fn take(&mut self, patterns: &Patterns) {
        self.0 = self.0.saturating_sub(patterns.all - patterns.left);
    }
}

/// The remaining budget for the patterns of a schema.
pub(super) struct Patterns {
    all: usize,
    left: usize,
}

impl Patterns {
    /// Subtracts a pattern's cost. Returns false if it exceeds the limits.
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

//! Limits on the patterns of an imported schema.

use std::collections::HashMap;

use crate::constraint::{MAX_MATCHING, MatchingWork, PatternShape, folds, is_match};

/// Maximum bytes of one pattern's text.
const MAX_TEXT: usize = 2000;

/// Maximum estimated bytes of all compiled patterns of a schema.
pub(super) const MAX_SCHEMA_PATTERNS: usize = 8 << 20;

/// Maximum estimated bytes of all compiled patterns of a list of tools.
const MAX_LIST: usize = 64 << 20;

/// The fixed cost of a pattern: its parser and its caches.
const EACH: usize = 4 << 10;

/// Maximum number of large classes whose case is ignored, in all patterns of a schema. Each takes
/// some milliseconds.
const MAX_FOLDS: usize = 100;

/// The remaining budget for the patterns of a list of tools.
#[derive(Clone, Debug)]
pub(crate) struct PatternBudget(usize);

impl PatternBudget {
    pub(crate) const fn new() -> Self {
        PatternBudget(MAX_LIST)
    }

    /// The budget for one schema.
    pub(super) fn of_schema(&self) -> SchemaPatterns {
        let left = self.0.min(MAX_SCHEMA_PATTERNS);
        SchemaPatterns {
            all: left,
            left,
            matching: MAX_MATCHING,
            folds: MAX_FOLDS,
            known: HashMap::new(),
            last: None,
        }
    }

    /// Subtracts the cost of a schema's patterns.
    pub(super) fn take(&mut self, patterns: &SchemaPatterns) {
        self.0 = self.0.saturating_sub(patterns.all - patterns.left);
    }
}

/// The remaining budget for the patterns of a schema.
pub(super) struct SchemaPatterns {
    all: usize,
    left: usize,
    /// The remaining work of matching texts of the schema itself.
    matching: usize,
    /// The remaining large classes whose case is ignored.
    folds: usize,
    /// The patterns that are taken or refused. Those of one text are compiled once.
    known: HashMap<String, bool>,
    /// The last pattern that was matched, with its work.
    last: Option<(String, Option<MatchingWork>)>,
}

impl SchemaPatterns {
    /// Matches a text of the schema. `None` if a limit is reached, or no engine reads the pattern.
    pub(super) fn is_match(&mut self, pattern: &str, text: &str) -> Option<bool> {
        if self.last.as_ref().is_none_or(|(last, _)| last != pattern) {
            let shape = self.has_room(pattern).then(|| PatternShape::of(pattern));
            let work = match shape.flatten() {
                Some(shape) if self.takes_shape(pattern, &shape) => Some((&shape).into()),
                Some(_) => None,
                None => {
                    self.refuse();
                    None
                }
            };
            self.last = Some((pattern.to_owned(), work));
        }
        let (_, work) = self.last.as_ref()?;
        let work = work.as_ref()?.for_len(text.len());
        self.matching = self.matching.checked_sub(work)?;
        is_match(pattern, text)
    }

    /// Returns true if it has patterns, or one beyond the limits.
    #[cfg(feature = "validate")]
    pub(super) fn are_taken(&self) -> bool {
        self.left < self.all
    }

    /// Returns true if a pattern may fit into the limits. Reading some takes long.
    pub(super) fn has_room(&mut self, pattern: &str) -> bool {
        if let Some(known) = self.known.get(pattern) {
            return *known;
        }
        if pattern.len() > MAX_TEXT || self.left <= EACH {
            return false;
        }
        let left = self.folds.checked_sub(folds(pattern));
        self.folds = left.unwrap_or(self.folds);
        left.is_some()
    }

    /// Subtracts a pattern's cost. Returns false if it exceeds the limits.
    pub(super) fn takes(&mut self, pattern: &str) -> bool {
        if let Some(known) = self.known.get(pattern) {
            return *known;
        }
        if !self.has_room(pattern) {
            return false;
        }
        if let Some(shape) = PatternShape::of(pattern) {
            return self.takes_shape(pattern, &shape);
        }
        // A pattern that no engine reads is not compiled.
        self.refuse();
        true
    }

    /// Subtracts the cost of a pattern with an outline, once. If it exceeds the limits, a part of
    /// what is left is subtracted, because reading a pattern takes time too.
    pub(super) fn takes_shape(&mut self, pattern: &str, shape: &PatternShape) -> bool {
        if let Some(known) = self.known.get(pattern) {
            return *known;
        }
        let is_taken = self.takes_again(shape);
        self.known.insert(pattern.to_owned(), is_taken);
        is_taken
    }

    /// The same for a pattern that is compiled for each keyword.
    pub(super) fn takes_again(&mut self, shape: &PatternShape) -> bool {
        let left = self.left.checked_sub(shape.memory().saturating_add(EACH));
        self.left = left.unwrap_or_else(|| self.left.saturating_sub(EACH.max(self.left / 16)));
        left.is_some()
    }

    /// Subtracts the cost of reading a pattern that no engine reads.
    pub(super) fn refuse(&mut self) {
        self.left = self.left.saturating_sub(EACH);
    }
}

#[cfg(test)]
mod tests {
    use super::PatternBudget;

    #[test]
    fn texts_of_a_schema_are_matched_within_a_budget() {
        let mut patterns = PatternBudget::new().of_schema();
        let slow = "[ab]*a[ab]{900}c";
        let text = "ab".repeat(10_000);
        let matched = (0..100).filter(|_| patterns.is_match(slow, &text) == Some(false));
        let matched = matched.count();
        assert!(matched > 0 && matched < 20, "{matched}");
        assert_eq!(patterns.is_match("^a$", "a"), Some(true));
    }

    /// A pattern is paid for once, however often it is written.
    #[test]
    fn a_pattern_that_is_taken_has_room_in_a_spent_budget() {
        let mut patterns = PatternBudget::new().of_schema();
        assert!(patterns.takes("^a$"));
        patterns.left = 0;
        assert!(patterns.has_room("^a$"));
        assert!(!patterns.has_room("^b$"));
        assert_eq!(patterns.is_match("^a$", "a"), Some(true));
    }
}

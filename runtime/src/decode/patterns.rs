//! Patterns, compiled once.

use alloc::borrow::ToOwned;
use alloc::string::String;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use regex::{Regex, RegexBuilder};

/// Patterns of a program are few and never change; those of run-time tools might.
const MOST: usize = 1024;

/// Bytes that a compiled pattern may take.
const SIZE: usize = 1 << 20;

/// Whether the pattern is found anywhere in the text, as JSON Schema reads patterns. What `regex` can't read (look-around, back-references) is taken
/// as kept.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    compiled(pattern).is_none_or(|regex| regex.is_match(text))
}

fn compiled(pattern: &str) -> Option<Regex> {
    static ALL: OnceLock<Mutex<HashMap<String, Option<Regex>>>> = OnceLock::new();
    let all = ALL.get_or_init(Mutex::default);
    // A panic in here can only leave one pattern less.
    if let Some(known) = all
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(pattern)
    {
        return known.clone();
    }
    let regex = RegexBuilder::new(pattern).size_limit(SIZE).build().ok();
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() >= MOST {
        all.clear();
    }
    all.insert(pattern.to_owned(), regex.clone());
    regex
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_pattern_is_searched_for() {
        assert!(matches("b+", "abbc"));
        assert!(!matches("^b+$", "abbc"));
    }

    #[test]
    fn what_cannot_be_read_is_kept() {
        assert!(matches("(?=x)y", "z"));
        assert!(matches(r"(a)\1", "z"));
    }
}

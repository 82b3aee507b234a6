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

/// Whether the pattern is found anywhere in the text, as JSON Schema reads patterns: as those of ECMA-262. What `regex` can't read (look-around,
/// back-references) is taken as kept.
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
    let regex = RegexBuilder::new(&as_regex(pattern))
        .size_limit(SIZE)
        .build()
        .ok();
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() >= MOST {
        all.clear();
    }
    all.insert(pattern.to_owned(), regex.clone());
    regex
}

/// The pattern for `regex`, which takes the digits, letters and word boundaries of every script where ECMA-262 takes those of ASCII (22.2.2.6 and 22.2.2.9).
fn as_regex(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = after.chars();
        let escaped = chars.next();
        rest = chars.as_str();
        match escaped {
            Some('d') => out.push_str("[0-9]"),
            Some('D') => out.push_str("[^0-9]"),
            Some('w') => out.push_str("[0-9A-Za-z_]"),
            Some('W') => out.push_str("[^0-9A-Za-z_]"),
            Some('b') if !rest.starts_with('{') => out.push_str(r"(?-u:\b)"),
            other => {
                out.push('\\');
                out.extend(other);
            }
        }
    }
    out.push_str(rest);
    out
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
    fn letters_and_digits_are_those_of_ascii() {
        assert!(matches(r"^\d{3}$", "123"));
        assert!(!matches(r"^\d{3}$", "१२३"));
        assert!(matches(r"^[\d.]+$", "1.5"));
        assert!(!matches(r"^[\d.]+$", "१.५"));
        assert!(matches(r"^[\w-]+\D\W$", "a_1-x!"));
        assert!(!matches(r"^\w+$", "été"));
        assert!(matches(r"^[^\w]$", "é"));
        assert!(matches(r"^\D$", "१"));
        // A letter of another script is no part of a word.
        assert!(matches(r"t\b", "té"));
        assert!(!matches(r"t\b", "to"));
        assert!(matches(r"^\\d$", r"\d"));
    }

    #[test]
    fn what_cannot_be_read_is_kept() {
        assert!(matches("(?=x)y", "z"));
        assert!(matches(r"(a)\1", "z"));
    }
}

//! Patterns, compiled once.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use regex::{Regex, RegexBuilder};

use super::pattern_size::estimate;

/// Estimated bytes of all patterns that are kept. The patterns of one foreign schema are at most a quarter of it.
const MOST: usize = 32 << 20;

/// Bytes that a compiled pattern may take.
const SIZE: usize = 1 << 20;

/// Bytes that each of them takes beside its program.
const OVERHEAD: usize = 1 << 10;

/// Whether the pattern is found anywhere in the text, as JSON Schema reads patterns: as those of ECMA-262. What `regex` can't read (look-around,
/// back-references) is taken as kept.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    compiled(pattern).is_none_or(|regex| regex.is_match(text))
}

/// Compiled patterns, of which those that were not used for longest leave first.
#[derive(Default)]
struct Kept {
    all: HashMap<String, One>,
    /// The estimated bytes of all.
    size: usize,
    /// Counts uses.
    now: u64,
}

struct One {
    /// `None` if it can't be compiled.
    regex: Option<Regex>,
    size: usize,
    used: u64,
}

impl Kept {
    fn get(&mut self, pattern: &str) -> Option<&One> {
        self.now += 1;
        let one = self.all.get_mut(pattern)?;
        one.used = self.now;
        Some(one)
    }

    fn add(&mut self, pattern: &str, regex: Option<Regex>, most: usize) {
        let size = OVERHEAD + pattern.len() + estimate(pattern).min(SIZE);
        let used = self.now;
        let one = One { regex, size, used };
        self.size += size;
        if let Some(old) = self.all.insert(pattern.to_owned(), one) {
            self.size -= old.size;
        }
        if self.size > most {
            self.forget(most);
        }
    }

    /// Forgets a quarter, so that not every new pattern sorts all.
    fn forget(&mut self, most: usize) {
        let mut oldest: Vec<(u64, String)> = (self.all.iter())
            .map(|(pattern, one)| (one.used, pattern.clone()))
            .collect();
        oldest.sort_unstable();
        for (_, pattern) in oldest {
            if self.size <= most / 4 * 3 {
                break;
            }
            if let Some(one) = self.all.remove(&pattern) {
                self.size -= one.size;
            }
        }
    }
}

fn compiled(pattern: &str) -> Option<Regex> {
    static ALL: OnceLock<Mutex<Kept>> = OnceLock::new();
    let all = ALL.get_or_init(Mutex::default);
    // A panic in here can only leave one pattern less.
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(pattern) {
        return known.regex.clone();
    }
    let regex = RegexBuilder::new(&as_regex(pattern))
        .size_limit(SIZE)
        .build()
        .ok();
    lock().add(pattern, regex.clone(), MOST);
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
    use super::{Kept, OVERHEAD, matches};

    #[test]
    fn the_pattern_that_was_not_used_for_longest_leaves_first() {
        let mut kept = Kept::default();
        let most = 8 * (OVERHEAD + 3 + 3 * 128);
        let name = |i: usize| alloc::format!("a{i:02}");
        for i in 0..8 {
            kept.add(&name(i), None, most);
        }
        assert!((0..8).all(|i| kept.get(&name(i)).is_some()));
        for i in 8..100 {
            assert!(kept.get("a00").is_some(), "a pattern in use left");
            kept.add(&name(i), None, most);
            let sum: usize = kept.all.values().map(|one| one.size).sum();
            assert!(kept.size <= most && kept.size == sum);
        }
        assert!(kept.get("a01").is_none());
        assert!(kept.get("a99").is_some());
    }

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

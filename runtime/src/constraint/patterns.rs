//! Patterns, compiled once.
//!
//! The engine of `regex` compiles them with the feature of that name, and `regex-lite` without it.
//! Both are linear in the text. A pattern that only `regex` reads does not compile without the
//! feature ([`Pattern::FULL_ENGINE`](crate::schema::Pattern::FULL_ENGINE)).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[cfg(feature = "regex")]
use regex_automata::meta::{Config, Regex};
#[cfg(feature = "regex")]
use regex_automata::nfa::thompson::WhichCaptures;
#[cfg(not(feature = "regex"))]
use regex_lite::{Regex, RegexBuilder};

use super::ecma::as_regex;
#[cfg(feature = "import")]
use super::pattern_size::{MatchingWork, PatternShape};
use crate::order::sort_by_key;

/// The maximum size of all cached patterns in bytes, by an estimate. The patterns of one imported
/// schema take at most a sixteenth of it, and their caches the rest.
const MAX_CACHED_BYTES: usize = 128 << 20;

/// The maximum size of a compiled pattern in bytes. An estimate bounds those of imported schemas
/// before.
const SIZE: usize = 16 << 20;

/// The size in bytes of the states that an engine keeps while it matches, for each direction.
#[cfg(feature = "regex")]
const CACHE: usize = 64 << 10;

/// The size in bytes of each one without its program.
#[cfg(feature = "import")]
const OVERHEAD: usize = (1 << 10) + 2 * CACHE;
#[cfg(not(feature = "import"))]
const OVERHEAD: usize = 1 << 10;

/// Returns whether the pattern matches anywhere in the text, with the semantics of ECMA-262 as JSON
/// Schema requires; `None` if no linear engine reads it.
pub(crate) fn is_match(pattern: &str, text: &str) -> Option<bool> {
    Some(compiled(pattern).regex.as_ref()?.is_match(text))
}

/// The units of work to match texts of that length with an imported pattern; 0 if no linear engine
/// reads it.
pub(crate) fn matching_work(pattern: &str, len: usize) -> usize {
    compiled(pattern).work(len)
}

/// A cache of compiled patterns. The least recently used ones are evicted first.
#[derive(Default)]
struct PatternCache {
    all: HashMap<String, CachedPattern>,
    /// The estimated bytes of all.
    size: usize,
    /// Counts uses.
    now: u64,
}

struct CachedPattern {
    compiled: Arc<CompiledPattern>,
    size: usize,
    used: u64,
}

#[derive(Default)]
struct CompiledPattern {
    /// `None` if it can't be compiled.
    regex: Option<Regex>,
    #[cfg(feature = "import")]
    work: Option<MatchingWork>,
    /// The estimated bytes. Without imported patterns, all are those of the program.
    size: usize,
}

impl CompiledPattern {
    #[cfg(feature = "import")]
    fn new(pattern: &str) -> Self {
        let shape = PatternShape::of(pattern);
        CompiledPattern {
            regex: engine(pattern),
            size: shape.as_ref().map_or(0, PatternShape::memory).min(SIZE),
            work: shape.as_ref().map(MatchingWork::from),
        }
    }

    #[cfg(not(feature = "import"))]
    fn new(pattern: &str) -> Self {
        let regex = engine(pattern);
        CompiledPattern { regex, size: 0 }
    }

    #[cfg(feature = "import")]
    fn work(&self, len: usize) -> usize {
        self.work.as_ref().map_or(0, |work| work.for_len(len))
    }

    /// Without imported patterns, none has a budget.
    #[cfg(not(feature = "import"))]
    fn work(&self, _: usize) -> usize {
        usize::from(self.regex.is_none())
    }
}

/// Compiles a pattern. It is asked for whether it matches alone: groups would take memory for each
/// state.
#[cfg(feature = "regex")]
fn engine(pattern: &str) -> Option<Regex> {
    let config = Config::new()
        .which_captures(WhichCaptures::Implicit)
        .nfa_size_limit(Some(SIZE))
        .hybrid_cache_capacity(CACHE);
    let mut builder = Regex::builder();
    builder.configure(config).build(&as_regex(pattern)).ok()
}

#[cfg(not(feature = "regex"))]
fn engine(pattern: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(&as_regex(pattern));
    builder.size_limit(SIZE).build().ok()
}

impl PatternCache {
    fn get(&mut self, pattern: &str) -> Option<&CachedPattern> {
        self.now += 1;
        let one = self.all.get_mut(pattern)?;
        one.used = self.now;
        Some(one)
    }

    fn add(&mut self, pattern: &str, compiled: Arc<CompiledPattern>, max: usize) {
        let size = OVERHEAD + pattern.len() + compiled.size;
        let used = self.now;
        let one = CachedPattern {
            compiled,
            size,
            used,
        };
        self.size += size;
        if let Some(old) = self.all.insert(pattern.to_owned(), one) {
            self.size -= old.size;
        }
        if self.size > max {
            self.forget(max);
        }
    }

    /// Evicts a quarter, so that not every new pattern sorts the whole cache.
    fn forget(&mut self, max: usize) {
        let mut oldest: Vec<(u64, String)> = (self.all.iter())
            .map(|(pattern, one)| (one.used, pattern.clone()))
            .collect();
        sort_by_key(&mut oldest, |(used, _)| *used);
        for (_, pattern) in oldest {
            if self.size <= max / 4 * 3 {
                break;
            }
            if let Some(one) = self.all.remove(&pattern) {
                self.size -= one.size;
            }
        }
    }
}

fn compiled(pattern: &str) -> Arc<CompiledPattern> {
    static ALL: OnceLock<Mutex<PatternCache>> = OnceLock::new();
    let all = ALL.get_or_init(Mutex::default);
    // A panic while the lock is held can at most lose one pattern.
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(pattern) {
        return Arc::clone(&known.compiled);
    }
    let compiled = Arc::new(CompiledPattern::new(pattern));
    lock().add(pattern, Arc::clone(&compiled), MAX_CACHED_BYTES);
    compiled
}

#[cfg(test)]
mod tests;

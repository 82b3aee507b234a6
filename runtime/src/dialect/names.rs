//! Names of imported tools under a provider's rule: validation, and replacement of rejected names.
//!
//! A name changes as little as necessary. If that isn't enough, digits derived from the name
//! follow, so the result is the same in every run.

use std::collections::{HashMap, HashSet};

use super::{Dialect, Names, PORTABLE, of};
use crate::provider::Provider;

impl Dialect {
    /// Returns the rule for names of imported tools. If the provider's rule is unknown, the
    /// portable one applies. A bare schema has no rule, because no provider reads it.
    pub(crate) fn foreign_names(&self) -> &'static Names {
        if self.names.max_len == 0 && !self.envelope.bare {
            &PORTABLE.names
        } else {
            &of(self.provider, false).names
        }
    }
}

/// Returns another name for the one that a model has called, if the provider would reject it in the
/// next request: models call tools that they don't have, such as `multi_tool_use.parallel`.
///
/// A provider without a known rule accepts any name of a program's tool, so nothing changes there.
pub(crate) fn accepted_name(provider: Provider, name: &str) -> Option<String> {
    let rule = &of(provider, false).names;
    (!rule.takes(name)).then(|| rule.rewrite(name))
}

impl Names {
    /// Returns true if names may contain the character.
    fn has(&self, c: char) -> bool {
        self.max_len == 0
            || match c {
                '.' => self.dot,
                ':' => self.colon,
                _ => c.is_ascii_alphanumeric() || matches!(c, '_' | '-'),
            }
    }

    /// Returns true if the rule accepts the name.
    pub(crate) fn takes(&self, name: &str) -> bool {
        self.max_len == 0
            || !name.is_empty()
                && name.len() <= self.max_len
                && name.chars().all(|c| self.has(c))
                && (!self.leading || name.starts_with(leads))
    }

    /// Replaces the parts of the name that the rule rejects.
    pub(crate) fn rewrite(&self, name: &str) -> String {
        let mut new = String::with_capacity(name.len().min(128));
        for c in name.chars() {
            if self.has(c) {
                new.push(c);
            } else if !new.ends_with('_') {
                new.push('_');
            }
        }
        if !new.contains(|c: char| c.is_ascii_alphanumeric()) {
            return format!("tool_{}", digits(name, 0));
        }
        if self.leading && !new.starts_with(leads) {
            new.insert(0, '_');
        }
        if self.max_len != 0 && new.len() > self.max_len {
            return self.marked(&new, name, 0);
        }
        new
    }

    /// Truncates an accepted name if necessary and appends digits derived from `from`.
    pub(crate) fn marked(&self, name: &str, from: &str, again: u64) -> String {
        let digits = digits(from, again);
        // The name is ASCII here.
        let end = match self.max_len {
            0 => name.len(),
            max => name.len().min(max - digits.len() - 1),
        };
        format!("{}_{digits}", &name[..end])
    }

    /// Returns the names that this rule rejects, each with its index and its new form. The flag
    /// marks names of imported tools; names that the program chose are kept and stay unique.
    pub(crate) fn rewritten(&self, names: &[(&str, bool)]) -> Vec<(usize, String)> {
        let mut taken: HashSet<&str> = HashSet::new();
        let mut wanted: Vec<(usize, String)> = Vec::new();
        let mut times: HashMap<String, usize> = HashMap::new();
        for (i, (name, foreign)) in names.iter().enumerate() {
            if *foreign && !self.takes(name) {
                let name = self.rewrite(name);
                *times.entry(name.clone()).or_default() += 1;
                wanted.push((i, name));
            } else {
                taken.insert(name);
            }
        }
        let mut given: HashSet<String> = HashSet::new();
        for (i, name) in &mut wanted {
            let original = names[*i].0;
            if times[name] > 1 || taken.contains(name.as_str()) || given.contains(name) {
                let mut again = 0;
                let plain = core::mem::take(name);
                // More than one iteration only if an existing name looks like a generated one.
                while name.is_empty() || taken.contains(name.as_str()) || given.contains(name) {
                    *name = self.marked(&plain, original, again);
                    again += 1;
                }
            }
            given.insert(name.clone());
        }
        wanted
    }
}

/// Returns true if a name may begin with the character under the leading-letter rule.
fn leads(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Returns eight digits that are the same in every run.
pub(crate) fn digits(text: &str, again: u64) -> String {
    // FNV-1a, 64 bits: no secrecy needed, and a stable standard.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ again;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

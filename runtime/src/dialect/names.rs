//! Tool names that others chose, by a provider's rule: whether it takes one, and what it is shown instead.
//!
//! A name changes by no more than it has to. Where that is not enough, digits follow that come from the name itself, so that it is the same in every run.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use super::{Dialect, Names, of};
use crate::provider::Provider;

impl Dialect {
    /// The rule for names that others chose: where nobody knows one, what every provider takes. The schema alone is read by no provider.
    pub(crate) fn foreign_names(&self) -> &'static Names {
        let unknown = self.names.most == 0 && self.provider != Provider::JsonSchema;
        let provider = if unknown {
            Provider::Portable
        } else {
            self.provider
        };
        &of(provider, false).names
    }
}

impl Names {
    /// Whether the character may stand somewhere in a name.
    fn has(&self, c: char) -> bool {
        self.most == 0
            || match c {
                '.' => self.dot,
                ':' => self.colon,
                _ => c.is_ascii_alphanumeric() || matches!(c, '_' | '-'),
            }
    }

    /// Whether the name may stand.
    pub(crate) fn takes(&self, name: &str) -> bool {
        self.most == 0
            || !name.is_empty()
                && name.len() <= self.most
                && name.chars().all(|c| self.has(c))
                && (!self.leading || name.starts_with(leads))
    }

    /// The name with what the rule refuses replaced.
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
        if self.most != 0 && new.len() > self.most {
            return self.marked(&new, name, 0);
        }
        new
    }

    /// A name that the rule takes, cut where it must be, with digits behind it that come from `from`.
    pub(crate) fn marked(&self, name: &str, from: &str, again: u64) -> String {
        let digits = digits(from, again);
        // All of it is ASCII here.
        let end = match self.most {
            0 => name.len(),
            most => name.len().min(most - digits.len() - 1),
        };
        format!("{}_{digits}", &name[..end])
    }

    /// The names that this rule refuses, each with its place and its new form. Of each name it is said whether others gave it; what the program chose stays, and is
    /// nobody else's.
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
            if times[name] > 1 || taken.contains(name.as_str()) {
                let mut again = 0;
                let plain = core::mem::take(name);
                // More than once only where somebody has chosen a name that looks like one of these.
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

/// Whether a name may begin with it where the rule asks for a letter.
fn leads(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Eight digits that are the same in every run.
pub(crate) fn digits(text: &str, again: u64) -> String {
    // FNV-1a, 64 bits: no secret, and a standard that stays.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ again;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

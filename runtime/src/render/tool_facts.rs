//! A tool's name, its description, and the providers that it is built for.

use crate::const_str::{characters, eq, is_empty};
use crate::dialect::Names;
use crate::provider::Provider;
use crate::spec::Spec;

/// Every provider accepts a description of fewer bytes.
const SHORT_DESCRIPTION: usize = 1000;

/// A description of more bytes exceeds every provider's limit, however many bytes its characters
/// have.
pub(super) const MAX_COUNTED_DESCRIPTION: usize = 4 * 1024;

/// Every provider accepts a name of at most this many bytes.
const SHORTEST_NAME: usize = 64;

/// The characters of a tool's name and the length of its description, computed once for all
/// providers.
#[derive(Clone, Copy)]
pub(crate) struct ToolFacts {
    /// The number of bytes of the name.
    pub(super) len: usize,
    dot: bool,
    colon: bool,
    /// The first character is neither a letter nor `_`.
    leading: bool,
    /// A character that every provider rejects.
    other: bool,
    /// The number of the description's characters, or a lower bound if it is long; 0 if it is
    /// within every limit.
    pub(super) description: usize,
    /// Every provider accepts the name and the description.
    pub(super) plain: bool,
}

impl ToolFacts {
    pub(crate) const fn of(spec: &Spec<'_>) -> Self {
        let bytes = spec.name.raw().as_bytes();
        let len = bytes.len();
        let description = spec.description.raw();
        let mut facts = ToolFacts {
            len,
            dot: false,
            colon: false,
            leading: false,
            other: len == 0,
            // Counting characters is expensive in const evaluation, and only a long description
            // needs it.
            description: match description.len() {
                // A lower bound: a character has at most four bytes.
                len if len > MAX_COUNTED_DESCRIPTION => len.div_ceil(4),
                len if len > SHORT_DESCRIPTION => characters(description),
                _ => 0,
            },
            plain: false,
        };
        let mut i = 0;
        while i < len {
            match bytes[i] {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {}
                b'0'..=b'9' | b'-' => facts.leading = facts.leading || i == 0,
                b'.' => {
                    facts.dot = true;
                    facts.leading = facts.leading || i == 0;
                }
                b':' => {
                    facts.colon = true;
                    facts.leading = facts.leading || i == 0;
                }
                _ => facts.other = true,
            }
            i += 1;
        }
        facts.plain = facts.len <= SHORTEST_NAME
            && facts.description == 0
            && !(facts.dot || facts.colon || facts.leading || facts.other);
        facts
    }

    /// Returns whether the description is within every provider's limit.
    pub(crate) const fn is_short(&self) -> bool {
        self.description == 0
    }

    /// Returns whether every provider accepts a shorter name of the same characters.
    pub(super) const fn is_only_long(&self) -> bool {
        self.len > SHORTEST_NAME && !(self.dot || self.colon || self.leading || self.other)
    }

    pub(crate) const fn fit(&self, rule: &Names) -> bool {
        rule.max_len == 0
            || (self.len <= rule.max_len
                && !self.other
                && (rule.dot || !self.dot)
                && (rule.colon || !self.colon)
                && !(rule.leading && self.leading))
    }
}

#[cfg(feature = "call")]
pub(super) const fn is_foreign(spec: &Spec<'_>) -> bool {
    spec.foreign.is_some()
}

/// Without the `call` feature, tools can't be imported at run time.
#[cfg(not(feature = "call"))]
pub(super) const fn is_foreign(_: &Spec<'_>) -> bool {
    false
}

/// Returns whether the tool is built for the provider.
pub(crate) const fn is_target(spec: &Spec<'_>, provider: Provider) -> bool {
    if spec.providers & provider.bit() == 0 {
        return false;
    }
    match spec.build {
        None => true,
        // An empty value counts as unset; some build scripts export empty variables.
        Some(names) => is_empty(names.trim_ascii()) || named(names, provider.name()),
    }
}

const fn named(list: &str, name: &str) -> bool {
    let mut rest = list;
    while !rest.is_empty() {
        let one;
        (one, rest) = first_name(rest);
        if eq(one, name) {
            return true;
        }
    }
    false
}

/// Returns the first name in a comma-separated list that is not a provider.
pub(crate) const fn unknown_name(list: &str) -> Option<&str> {
    let mut rest = list;
    while !rest.is_empty() {
        let one;
        (one, rest) = first_name(rest);
        let mut known = one.is_empty();
        let mut i = 0;
        while i < Provider::COUNT {
            known = known || eq(one, Provider::ALL[i].name());
            i += 1;
        }
        if !known {
            return Some(one);
        }
    }
    None
}

/// Splits a list at its first comma: the trimmed name before it, and the rest after it.
const fn first_name(list: &str) -> (&str, &str) {
    let bytes = list.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b',' {
        end += 1;
    }
    let (one, rest) = list.split_at(end);
    let rest = if rest.is_empty() {
        rest
    } else {
        rest.split_at(1).1
    };
    (one.trim_ascii(), rest)
}

#[cfg(test)]
mod tests {
    use super::{MAX_COUNTED_DESCRIPTION, SHORT_DESCRIPTION, SHORTEST_NAME};
    use crate::dialect::DIALECTS;

    #[test]
    fn a_plain_name_and_a_short_description_have_no_fault_for_any_provider() {
        for d in &DIALECTS {
            assert!(d.names.max_len == 0 || d.names.max_len >= SHORTEST_NAME);
            let most = d.limits.description as usize;
            assert!(most == 0 || most > SHORT_DESCRIPTION);
        }
    }

    /// The steps of const evaluation are limited, and a doc comment may have 100 kB. Beyond a bound
    /// the number of bytes is sufficient.
    #[test]
    fn long_descriptions_are_not_counted() {
        for d in &DIALECTS {
            let most = d.limits.description as usize;
            assert!(
                most < (MAX_COUNTED_DESCRIPTION + 1).div_ceil(4),
                "each character may have four bytes"
            );
        }
    }
}

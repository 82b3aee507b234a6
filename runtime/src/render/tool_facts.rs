//! The characters of a tool's name and the length of its description.

use crate::const_str::characters;
use crate::dialect::Names;
use crate::spec::Spec;

/// Every provider accepts a description of fewer bytes.
const SHORT_DESCRIPTION: usize = 1000;

/// A description of more bytes exceeds every provider's limit, however many bytes its characters
/// have.
const LONG_DESCRIPTION: usize = 4 * 1024;

/// Every provider accepts a name of at most this many bytes.
const SHORTEST_NAME: usize = 64;

/// The characters of a tool's name and the length of its description, computed once for all
/// providers.
#[derive(Clone, Copy)]
pub(crate) struct ToolFacts {
    len: usize,
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
                len if len > LONG_DESCRIPTION => len.div_ceil(4),
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

    pub(crate) const fn fit(&self, rule: &Names) -> bool {
        rule.most == 0
            || (self.len <= rule.most
                && !self.other
                && (rule.dot || !self.dot)
                && (rule.colon || !self.colon)
                && !(rule.leading && self.leading))
    }
}

/// Returns whether the tool was imported.
#[cfg(feature = "call")]
pub(super) const fn is_foreign(spec: &Spec<'_>) -> bool {
    spec.foreign.is_some()
}

/// Without the `call` feature, tools can't be imported at run time.
#[cfg(not(feature = "call"))]
pub(super) const fn is_foreign(_: &Spec<'_>) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::{LONG_DESCRIPTION, SHORT_DESCRIPTION, SHORTEST_NAME};
    use crate::dialect::DIALECTS;

    #[test]
    fn a_plain_name_and_a_short_description_have_no_fault_for_any_provider() {
        for d in &DIALECTS {
            assert!(d.names.most == 0 || d.names.most >= SHORTEST_NAME);
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
                most < (LONG_DESCRIPTION + 1).div_ceil(4),
                "each character may have four bytes"
            );
        }
    }
}

//! Regular expressions that a provider supports.

use crate::dialect::PatternRules;
use crate::import::pattern::scan;
use crate::schema::Pattern;

/// Maximum length of a pattern that is checked; real patterns are shorter.
const MAX_BYTES: usize = 1 << 16;

const REASONS: [(u16, &str); 5] = [
    (Pattern::LOOKAROUND, "has a look-around"),
    (Pattern::BACK_REFERENCE, "has a back-reference"),
    (Pattern::WORD_BOUNDARY, "has a word boundary"),
    (Pattern::UNICODE_CLASS, "has a Unicode class"),
    (Pattern::ANCHOR, "has `^` or `$`"),
];

/// Returns the reason why a provider would reject an expression.
pub(super) fn refused(patterns: PatternRules, text: &str) -> Option<&'static str> {
    if text.len() > MAX_BYTES {
        return Some("is too long to be read");
    }
    let Ok(facts) = scan(text) else {
        return Some("is not a regular expression");
    };
    let refused = facts.bits() & patterns.refused();
    let mut reasons = REASONS.iter();
    reasons.find_map(|(bit, reason)| (refused & bit != 0).then_some(*reason))
}

//! Regular expressions that a provider supports.

use crate::dialect::PatternRules;
use crate::import::pattern::scan;
use crate::schema::Pattern;

/// Maximum length of a pattern that is checked; real patterns are shorter.
const MAX_BYTES: usize = 1 << 16;

/// Returns the reason why a provider would reject an expression.
pub(super) fn refused(patterns: PatternRules, text: &str) -> Option<&'static str> {
    if text.len() > MAX_BYTES {
        return Some("is too long to be read");
    }
    let Ok(facts) = scan(text) else {
        return Some("is not a regular expression");
    };
    let bits = facts.bits();
    let has = |bit: u16, what: &'static str| (bits & bit != 0).then_some(what);
    let lookaround = || has(Pattern::LOOKAROUND, "has a look-around");
    let simple = || {
        lookaround()
            .or_else(|| has(Pattern::BACK_REFERENCE, "has a back-reference"))
            .or_else(|| has(Pattern::WORD_BOUNDARY, "has a word boundary"))
            .or_else(|| has(Pattern::UNICODE_CLASS, "has a Unicode class"))
    };
    match patterns {
        PatternRules::All | PatternRules::None => None,
        PatternRules::Python => {
            lookaround().or_else(|| has(Pattern::UNICODE_CLASS, "has a Unicode class"))
        }
        PatternRules::Simple | PatternRules::Anchored => simple(),
        PatternRules::NoAnchors => lookaround().or_else(|| has(Pattern::ANCHOR, "has `^` or `$`")),
    }
}

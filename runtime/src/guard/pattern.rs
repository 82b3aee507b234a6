//! Regular expressions that a provider supports.

use crate::dialect::Patterns;
use crate::import::pattern::scan;
use crate::schema::Pattern;

/// Maximum length of a pattern that is checked; real patterns are shorter.
const MOST: usize = 1 << 16;

/// Returns the reason why a provider would reject an expression.
pub(super) fn refused(patterns: Patterns, text: &str) -> Option<&'static str> {
    if text.len() > MOST {
        return Some("is longer than any that is read");
    }
    let Ok(facts) = scan(text) else {
        return Some("is no regular expression");
    };
    let bits = facts.bits();
    let has = |bit: u16, what: &'static str| (bits & bit != 0).then_some(what);
    let lookaround = || has(Pattern::LOOKAROUND, "looks around itself");
    let simple = || {
        lookaround()
            .or_else(|| has(Pattern::BACK_REFERENCE, "refers back"))
            .or_else(|| has(Pattern::WORD_BOUNDARY, "has a word boundary"))
            .or_else(|| has(Pattern::UNICODE_CLASS, "has a class of Unicode"))
    };
    match patterns {
        Patterns::All | Patterns::None => None,
        Patterns::Python => {
            lookaround().or_else(|| has(Pattern::UNICODE_CLASS, "has a class of Unicode"))
        }
        Patterns::Simple | Patterns::Anchored => simple(),
        Patterns::NoAnchors => lookaround().or_else(|| has(Pattern::ANCHOR, "has `^` or `$`")),
    }
}

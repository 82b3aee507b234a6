//! Checks formats and patterns that a provider supports.

use serde_json::Value;

use super::rule::Rule;
use super::schema::SchemaCheck;
use super::walk::SchemaNode;
use crate::dialect::PatternRules;
use crate::import::pattern::{bits, scan};
use crate::provider::Formats;
use crate::schema::{Format, Pattern};
use crate::text::beginning;

/// Maximum length of a pattern that is checked; real patterns are shorter.
const MAX_BYTES: usize = 1 << 16;

const REASONS: [(u16, &str); 5] = [
    (Pattern::LOOKAROUND, "has a look-around"),
    (Pattern::BACK_REFERENCE, "has a back-reference"),
    (Pattern::WORD_BOUNDARY, "has a word boundary"),
    (Pattern::UNICODE_CLASS, "has a Unicode class"),
    (Pattern::ANCHOR, "has `^` or `$`"),
];

impl<'v> SchemaCheck<'_, 'v> {
    pub(super) fn texts(&mut self, at: usize, node: &SchemaNode<'v>) {
        let profile = self.profile;
        if let Some((formats, because)) = profile.formats
            && let Some(format) = node.get("format").and_then(Value::as_str)
        {
            let numbers: &[&str] = match profile.proto {
                Some(_) if node.is("number") => &["float", "double"],
                Some(_) if node.is("integer") => &["int32", "int64", "enum"],
                _ => &[],
            };
            let taken = match formats {
                // APIs have accepted formats of numbers.
                _ if !node.is("string") => numbers.is_empty() || numbers.contains(&format),
                Formats::Of(formats) => {
                    Format::known(format).is_some_and(|one| formats & one.bit() != 0)
                }
                Formats::These(names) => names.contains(&format),
            };
            if !taken {
                let found = format!("format `{}`", beginning(format));
                self.add(at, Rule::Format, because, "format", found);
            }
        }
        if let Some((patterns, because)) = profile.patterns
            && let Some(text) = node.get("pattern").and_then(Value::as_str)
            && let Some(what) = refused(patterns, text)
        {
            let found = format!("the pattern `{}` {what}", beginning(text));
            self.add(at, Rule::Pattern, because, "pattern", found);
        }
    }
}

/// Returns the reason why a provider would reject an expression.
fn refused(patterns: PatternRules, text: &str) -> Option<&'static str> {
    if text.len() > MAX_BYTES {
        return Some("is too long to be read");
    }
    let Ok(facts) = scan(text) else {
        return Some("is not a regular expression");
    };
    let refused = bits(&facts) & patterns.refused();
    let mut reasons = REASONS.iter();
    reasons.find_map(|(bit, reason)| (refused & bit != 0).then_some(*reason))
}

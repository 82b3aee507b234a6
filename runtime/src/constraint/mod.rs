//! Checks whether a value satisfies the constraints of a schema.
//!
//! Numbers are compared exactly, whatever notation they have. Formats that the crate can't check
//! count as satisfied, and so do patterns of imported schemas that it can't read.

mod ecma;
mod formats;
mod number;
#[cfg(feature = "import")]
mod pattern_size;
mod patterns;

use crate::schema::{Format, Num, Pattern, Rules};

#[cfg(feature = "validate")]
pub(crate) use ecma::as_regex_with_look_around;
#[cfg(feature = "import")]
pub(crate) use ecma::folds;
#[cfg(feature = "validate")]
pub(crate) use formats::{IsOfFormat, known as known_format};
pub(crate) use number::decimal;
pub(crate) use number::{Exact, exact, float, in_one_notation, is_plain, num};
#[cfg(feature = "import")]
pub(crate) use pattern_size::{MAX_MATCHING, MatchingWork, PatternShape};
pub(crate) use patterns::{is_match, matching_work};

pub(crate) fn text_kept(rules: &Rules<'_>, text: &str) -> bool {
    rules.pattern.is_none_or(|pattern| {
        is_match(pattern.text.raw(), text).unwrap_or(pattern.facts & Pattern::IMPORTED != 0)
    }) && rules.format.is_none_or(|format| formats::is(format, text))
}

/// Returns whether the text is an IP address, if the format requires one.
pub(crate) fn is_address(format: Format<'_>, text: &str) -> bool {
    match format {
        Format::Ipv4 | Format::Ipv6 => formats::is(format, text),
        _ => true,
    }
}

/// Returns whether a number, as JSON text, satisfies the bounds.
pub(crate) fn number_kept(rules: &Rules<'_>, text: &str) -> bool {
    // The decoder rejects a number that exceeds every float.
    let n = num(text);
    n.is_none()
        || !rules.exclude(&n, &n)
            && rules
                .multiple_of
                .is_none_or(|step| is_multiple(text, step.text(), step.as_f64()))
}

/// Returns whether the number is a multiple of a step: exactly up to 38 digits, else within the
/// precision of floats. `by` is the step as a float.
pub(crate) fn is_multiple(text: &str, step: &str, by: f64) -> bool {
    if let (Some(n), Some(by)) = (decimal(text), decimal(step)) {
        return n.is_multiple_of(&by);
    }
    // More than 38 digits.
    let times = num(text).map_or(0.0, |n| n.as_f64()) / by;
    by == 0.0 || (times - times.round()).abs() <= 4.0 * f64::EPSILON * times.abs().max(1.0)
}

/// Returns whether a length satisfies the bounds. It is computed only if there is a bound.
pub(crate) fn counted_length_kept(rules: &Rules<'_>, len: impl FnOnce() -> usize) -> bool {
    if rules.min_length.is_none() && rules.max_length.is_none() {
        return true;
    }
    !rules.exclude_length(&Some(Num::int(false, len() as u128, "")))
}

#[cfg(test)]
mod tests {
    use super::text_kept;
    use crate::schema::{Pattern, Rules, Text};

    /// The macros reject such a pattern, and the import reports it.
    #[test]
    fn a_pattern_that_the_engine_cannot_compile_rejects_every_value_unless_it_is_imported() {
        for (facts, is_kept) in [(0, false), (Pattern::IMPORTED, true)] {
            let pattern = Pattern {
                text: Text::plain("("),
                facts,
                largest_repeat: 0,
            };
            let rules = Rules {
                pattern: Some(pattern),
                ..Rules::NONE
            };
            for text in ["", "a", "("] {
                assert_eq!(text_kept(&rules, text), is_kept, "{facts} {text:?}");
            }
        }
    }
}

//! Short descriptions of a value's errors.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

/// Keywords that restrict a value within its type.
const OF_A_VALUE: [&str; 14] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "not",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// Describes the first error of a JSON Schema validator: the keyword and the path. In a union it is
/// the error of the closest alternative.
pub(crate) fn complaint(accepts: &Validator, value: &Value) -> Option<String> {
    let error = accepts.iter_errors(value).next()?;
    Some(shown(&error))
}

/// Describes one error.
pub(crate) fn shown(error: &ValidationError<'_>) -> String {
    let leaf = leaf(error);
    format!(
        "`{}` at `{}`: {}",
        leaf.kind().keyword(),
        leaf.instance_path(),
        both_ends(&leaf.to_string())
    )
}

/// Returns the error of the alternative whose first error is deepest. Among equals, an error about
/// the value itself wins.
fn leaf<'e, 'v>(error: &'e ValidationError<'v>) -> &'e ValidationError<'v> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return error;
    };
    let firsts = context
        .iter()
        .filter_map(|alternative| alternative.first())
        .map(leaf);
    let rank = |leaf: &&ValidationError<'_>| {
        (
            leaf.instance_path().as_str().matches('/').count(),
            OF_A_VALUE.contains(&leaf.kind().keyword()),
        )
    };
    firsts.max_by_key(rank).unwrap_or(error)
}

/// Removes the middle of a long text: the expectation is at the end.
fn both_ends(text: &str) -> String {
    let count = text.chars().count();
    if count <= 200 {
        return text.to_owned();
    }
    let end: String = text.chars().skip(count - 120).collect();
    format!("{}{end}", short(text, 80))
}

/// Describes the position at which a text was rejected.
pub(crate) fn refused_at(text: &str, at: usize) -> String {
    let from = text.floor_char_boundary(at.saturating_sub(30));
    let place = text.floor_char_boundary(at);
    format!(
        "refused after {} before {}",
        short(&text[from..place], 40),
        short(&text[place..], 20)
    )
}

/// Truncates the text to its first characters.
pub(crate) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}

//! Finds constraints that a provider's text could not express in the report of its losses.

use crate::place::{Path, Places};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use toolcast::decode::{Fault, FaultKind};
use toolcast::{Outcome, ReportEntry};

/// The canonical text's verdict on a value that the provider's text accepts.
pub(crate) enum Canonical {
    /// It accepts the value too.
    Accepts,
    /// It rejects the value, and the report has an entry for each keyword that does, at its place.
    Reported,
    /// It rejects the value by a keyword that has no entry in the report.
    Unreported,
}

/// The constraints of the canonical text that a provider's text lacks.
pub(crate) struct Losses {
    /// The entries of the report.
    pub(crate) entries: Vec<ReportEntry>,
    /// True if the text has no closed object. The report has no entry for that, because it depends
    /// on the dialect and not on the type.
    pub(crate) is_open: bool,
}

/// Validates a value against the canonical text. In a union, one alternative whose failed keywords
/// are all reported is enough, because the provider's text accepted that one.
pub(crate) fn ask(canonical: &Validator, value: &Value, losses: &Losses) -> Canonical {
    let mut refused = false;
    for error in canonical.iter_errors(value) {
        refused = true;
        if !losses.explain(&error) {
            return Canonical::Unreported;
        }
    }
    match refused {
        true => Canonical::Reported,
        false => Canonical::Accepts,
    }
}

impl Losses {
    fn explain(&self, error: &ValidationError<'_>) -> bool {
        if let ValidationErrorKind::AnyOf { context }
        | ValidationErrorKind::OneOfNotValid { context } = error.kind()
            && context.iter().any(|alternative| {
                !alternative.is_empty() && alternative.iter().all(|error| self.explain(error))
            })
        {
            return true;
        }
        let path = error.evaluation_path().as_str();
        let in_tree = in_tree(path);
        // For a recursive type the report has the place of the first level.
        let (_, below) = path.rsplit_once("/$ref").unwrap_or(("", "/"));
        if self.is_open && in_tree.ends_with("/additionalProperties") {
            return true;
        }
        self.entries.iter().any(|entry| {
            let ReportEntry {
                pointer, keyword, ..
            } = entry;
            match (entry.outcome, keyword.as_str()) {
                (Outcome::Widened | Outcome::Described, _) => {
                    let place = format!("{pointer}/{keyword}");
                    is_below(&in_tree, &place)
                        || without_alternatives(&in_tree) == without_alternatives(&place)
                        || below.len() > 1 && place.ends_with(below)
                }
                // A string containing JSON; the text has no schema for it.
                (Outcome::Rewritten, "$ref") => is_below(&in_tree, pointer),
                // A list of `{key, value}`: any string may be a key.
                (Outcome::Rewritten, "additionalProperties") => {
                    is_below(&in_tree, &format!("{pointer}/propertyNames"))
                }
                _ => false,
            }
        })
    }
}

/// The keywords that restrict a value of each kind, by a word of our decoder for that kind.
const RESTRICT: [(&str, &[&str]); 4] = [
    (
        "integer",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            // All numbers but 0.
            "anyOf",
        ],
    ),
    (
        "number",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            // All numbers but 0.
            "anyOf",
        ],
    ),
    (
        "string",
        &["minLength", "maxLength", "pattern", "format", "enum"],
    ),
    ("array", &["minItems", "maxItems", "uniqueItems"]),
];

impl Losses {
    /// Returns true if the report has what the text lost at the place of a fault.
    ///
    /// A value that has other faults too stays in its rewritten form, so the canonical text can't
    /// name the keyword that rejects it. Our decoder names it, at each place.
    pub(crate) fn explain_fault(&self, fault: &Fault) -> bool {
        let is_unknown = fault.kind == FaultKind::Unknown;
        if is_unknown && self.is_open {
            return true;
        }
        let Some(path) = Path::parse(&fault.path) else {
            return false;
        };
        let renamed: Vec<&str> = (self.entries.iter())
            .filter(|entry| entry.reason.contains("name that is not accepted"))
            .map(|entry| entry.pointer.as_str())
            .collect();
        self.entries.iter().any(|entry| {
            let places = Places::of(&entry.pointer, &renamed);
            match (entry.outcome, entry.keyword.as_str()) {
                // The text has no schema for what is in the string.
                (Outcome::Rewritten, _) if entry.reason.contains("a string containing JSON") => {
                    places.has_above(&path)
                }
                // A list of `{key, value}`: any string may be a key, and two may be the same.
                (Outcome::Rewritten, "additionalProperties") => places.keys().has(&path),
                (Outcome::Widened | Outcome::Described, "propertyNames") => {
                    places.keys().has(&path)
                }
                (Outcome::Described, "additionalProperties") => places.values().has_above(&path),
                (Outcome::Widened, "additionalProperties") => is_unknown && places.has(&path),
                (Outcome::Widened | Outcome::Described, keyword) => {
                    let restricts = |(kind, keywords): &(&str, &[&str])| {
                        fault.expected.contains(kind) && keywords.contains(&keyword)
                    };
                    // A value that fits no alternative has its fault at the union.
                    let is_union = [" or ", "; "].iter().any(|or| fault.expected.contains(or));
                    let unions = entry.pointer.match_indices("/anyOf/");
                    let unions = unions.map(|(end, _)| Places::of(&entry.pointer[..end], &renamed));
                    fault.kind == FaultKind::Invalid
                        && (RESTRICT.iter().any(restricts) && places.has(&path)
                            || is_union && unions.into_iter().any(|union| union.has(&path)))
                }
                _ => false,
            }
        })
    }
}

/// Returns true if `pointer` is `other` or below it.
fn is_below(pointer: &str, other: &str) -> bool {
    pointer
        .strip_prefix(other)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Converts a path in the text to the report's pointer: without `$ref`, and with `anyOf` for every
/// union.
fn in_tree(path: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    for step in path.split('/').skip(1) {
        let is_name = before == "properties";
        if is_name || step != "$ref" {
            out.push('/');
            out.push_str(if step == "oneOf" && !is_name {
                "anyOf"
            } else {
                step
            });
        }
        before = if is_name { "" } else { step };
    }
    out
}

/// Removes the steps into alternatives from a pointer: the canonical text has an `anyOf` with
/// `null`, the report does not.
fn without_alternatives(pointer: &str) -> String {
    let mut out = String::new();
    let mut steps = pointer.split('/').skip(1);
    while let Some(step) = steps.next() {
        if step == "anyOf" {
            steps.next();
        } else {
            out.push('/');
            out.push_str(step);
        }
    }
    // The bounds of a map that is written as a list are those of a list.
    out.replace("minProperties", "minItems")
        .replace("maxProperties", "maxItems")
}

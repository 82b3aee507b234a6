//! Finds constraints that a provider's text could not express in the report of its losses.

use crate::place::{Path, Places, in_tree, without_alternatives};
use crate::type_bounds::TypeBounds;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::collections::BTreeSet;
use toolcast::decode::{Fault, FaultKind};
use toolcast::{Outcome, ReportEntry};

/// The canonical text's verdict on a value that the provider's text accepts.
pub(crate) enum Canonical {
    /// It accepts the value too.
    Accepts,
    /// It rejects the value, and the report has an entry for each keyword that does, at its place.
    /// These are the entries' keywords.
    Reported(BTreeSet<String>),
    /// It rejects the value by a keyword that has no entry in the report.
    Unreported,
}

/// The constraints of the canonical text that a provider's text lacks.
pub(crate) struct Losses<'l> {
    /// The entries of the report.
    pub(crate) entries: Vec<ReportEntry>,
    /// True if the dialect closes no object. The report has no entry for that, because it depends
    /// on the dialect and not on the type.
    pub(crate) is_open: bool,
    /// The bounds that the dialect leaves out; `None` for `json-schema`, which has all of them.
    pub(crate) type_bounds: Option<&'l TypeBounds>,
}

/// The name of what an open dialect loses.
const OPEN: &str = "unknown names";

/// The reason of an entry for a schema that is a string in the text.
const JSON_TEXT: &str = "a string containing JSON";

/// Why a provider's text allows a fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// The report has an entry with this keyword for the constraint at its place, or the dialect
    /// closes no object.
    Reported(String),
    /// A bound of a number type, which only `json-schema` writes.
    TypeBound,
}

/// Validates a value against the canonical text. In a union, one alternative whose failed keywords
/// are all reported is enough, because the provider's text accepted that one.
pub(crate) fn ask(canonical: &Validator, value: &Value, losses: &Losses<'_>) -> Canonical {
    let mut used = BTreeSet::new();
    for error in canonical.iter_errors(value) {
        match losses.explain(&error) {
            Some(keywords) => used.extend(keywords),
            None => return Canonical::Unreported,
        }
    }
    match used.is_empty() {
        true => Canonical::Accepts,
        false => Canonical::Reported(used),
    }
}

impl Losses<'_> {
    /// Returns the keywords of the entries that explain the error; never an empty set.
    fn explain(&self, error: &ValidationError<'_>) -> Option<BTreeSet<String>> {
        if let ValidationErrorKind::AnyOf { context }
        | ValidationErrorKind::OneOfNotValid { context } = error.kind()
            && let Some(used) = context.iter().find_map(|alternative| {
                let used: Option<Vec<_>> = alternative.iter().map(|it| self.explain(it)).collect();
                used.filter(|used| !used.is_empty())
            })
        {
            return Some(used.into_iter().flatten().collect());
        }
        let path = error.evaluation_path().as_str();
        let in_tree = in_tree(path);
        // For a recursive type the report has the place of the first level.
        let (_, below) = path.rsplit_once("/$ref").unwrap_or(("", "/"));
        if self.is_open && in_tree.ends_with("/additionalProperties") {
            return Some(BTreeSet::from([OPEN.to_owned()]));
        }
        let found = self.entries.iter().find(|entry| {
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
        });
        found.map(|entry| BTreeSet::from([keyword(entry)]))
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

impl Losses<'_> {
    /// Returns the reason why the text allows a fault.
    pub(crate) fn reason(&self, fault: &Fault) -> Option<Reason> {
        if let Some(bounds) = self.type_bounds
            && bounds.explain(fault, &self.renamed())
        {
            return Some(Reason::TypeBound);
        }
        self.explain_fault(fault).map(Reason::Reported)
    }

    /// Returns the pointers to properties that have another name in the text.
    fn renamed(&self) -> Vec<&str> {
        (self.entries.iter())
            .filter(|entry| entry.reason.contains("name that is not accepted"))
            .map(|entry| entry.pointer.as_str())
            .collect()
    }

    /// Returns the keyword of the report's entry for what the text lost at the place of a fault.
    ///
    /// A value that has other faults too stays in its rewritten form, so the canonical text can't
    /// name the keyword that rejects it. Our decoder names it, at each place.
    fn explain_fault(&self, fault: &Fault) -> Option<String> {
        let is_unknown = fault.kind == FaultKind::Unknown;
        if is_unknown && self.is_open {
            return Some(OPEN.to_owned());
        }
        let path = Path::parse(&fault.path)?;
        let renamed = self.renamed();
        let found = self.entries.iter().find(|entry| {
            let places = Places::of(&entry.pointer, &renamed);
            match (entry.outcome, entry.keyword.as_str()) {
                // The text has no schema for what is in the string.
                (Outcome::Rewritten, _) if entry.reason.contains(JSON_TEXT) => {
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
        });
        found.map(keyword)
    }
}

/// Returns the keyword of the entry, by which the page counts it.
fn keyword(entry: &ReportEntry) -> String {
    match entry.reason.contains(JSON_TEXT) {
        true => JSON_TEXT.to_owned(),
        false => entry.keyword.clone(),
    }
}

/// Returns true if `pointer` is `other` or below it.
fn is_below(pointer: &str, other: &str) -> bool {
    pointer
        .strip_prefix(other)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{Canonical, Losses, Reason, ask};
    use crate::type_bounds::TypeBounds;
    use serde_json::{Value, json};
    use toolcast::ReportEntry;
    use toolcast::decode::Fault;

    fn entry(pointer: &str, keyword: &str) -> ReportEntry {
        let entry = json!({
            "pointer": pointer, "keyword": keyword, "outcome": "described", "reason": "a test",
        });
        serde_json::from_value(entry).expect("an entry")
    }

    fn fault(path: &str, expected: &str, got: &str) -> Fault {
        let fault = json!({
            "kind": "invalid", "path": path, "expected": expected, "got": got, "hint": null,
        });
        serde_json::from_value(fault).expect("a fault")
    }

    fn losses(entries: &[(&str, &str)]) -> Losses<'static> {
        let entries = entries
            .iter()
            .map(|(pointer, keyword)| entry(pointer, keyword));
        Losses {
            entries: entries.collect(),
            is_open: false,
            type_bounds: None,
        }
    }

    /// Each report, and whether it explains that `$.b.name` is too short.
    const REPORTS: [(&[(&str, &str)], bool); 5] = [
        (&[], false),
        (&[("/properties/b/properties/name", "minLength")], true),
        (&[("/properties/a/properties/name", "minLength")], false),
        (&[("/properties/b", "minLength")], false),
        (&[("/properties/b/properties/name", "minItems")], false),
    ];

    #[test]
    fn only_an_entry_at_the_place_explains_a_keyword() {
        let part = json!({
            "type": "object",
            "properties": { "name": { "type": "string", "minLength": 3 } },
        });
        let canonical = json!({ "type": "object", "properties": { "a": part, "b": part } });
        let canonical = jsonschema::validator_for(&canonical).expect("a schema");
        let asked = |value: Value, entries| ask(&canonical, &value, &losses(entries));
        for (entries, explains) in REPORTS {
            let verdict = asked(json!({ "b": { "name": "x" } }), entries);
            assert_eq!(
                matches!(&verdict, Canonical::Reported(used) if used.contains("minLength")),
                explains,
                "{entries:?}"
            );
            assert_eq!(
                matches!(verdict, Canonical::Unreported),
                !explains,
                "{entries:?}"
            );
            let verdict = asked(json!({ "b": { "name": "long" } }), entries);
            assert!(matches!(verdict, Canonical::Accepts), "{entries:?}");
        }
        // Two faults want two entries.
        let both = json!({ "a": { "name": "x" }, "b": { "name": "x" } });
        let verdict = asked(both, REPORTS[1].0);
        assert!(matches!(verdict, Canonical::Unreported));
    }

    #[test]
    fn only_an_entry_at_the_place_explains_a_fault() {
        let short = fault("$.b.name", "a string of at least 3 characters", "\"x\"");
        for (entries, explains) in REPORTS {
            let reason = losses(entries).reason(&short);
            let expected = explains.then(|| Reason::Reported("minLength".to_owned()));
            assert_eq!(reason, expected, "{entries:?}");
        }
    }

    #[test]
    fn unknown_names_are_explained_by_an_open_dialect_alone() {
        let unknown = json!({
            "kind": "unknown", "path": "$.b.c", "expected": "", "got": "", "hint": null,
        });
        let unknown: Fault = serde_json::from_value(unknown).expect("a fault");
        let mut losses = losses(&[]);
        assert_eq!(losses.reason(&unknown), None);
        losses.is_open = true;
        assert_eq!(
            losses.reason(&unknown),
            Some(Reason::Reported(super::OPEN.to_owned()))
        );
    }

    #[test]
    fn bounds_of_types_are_those_that_json_schema_alone_writes() {
        let canonical = json!({
            "properties": {
                "id": { "type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32 },
                "author": { "type": "integer", "minimum": 0, "maximum": 2_147_483_647 },
                "level": { "type": "integer", "minimum": -128, "maximum": 127 },
                "keys": {
                    "type": "object",
                    "propertyNames": { "pattern": "^(0|[1-9]|[1-9][0-9])$" },
                },
                "names": { "type": "object", "propertyNames": { "pattern": "^[0-9]{2}$" } },
            },
        });
        let other = json!({
            "properties": {
                "id": { "type": "integer", "minimum": 1 },
                "author": { "type": "integer", "minimum": 0, "maximum": 2_147_483_647 },
                "level": { "type": "integer", "minimum": -128 },
                "keys": {
                    "type": "object",
                    "propertyNames": { "pattern": "^(0|[1-9][0-9]*)$" },
                },
                "names": { "type": "object", "propertyNames": { "pattern": "^[0-9]{2}$" } },
            },
        });
        let bounds = TypeBounds::of(&canonical.to_string(), &[&other.to_string()]);
        let bounds = bounds.expect("bounds");
        let cases = [
            ("$.id", "4294967296", true),
            ("$.id", "4294967295", false),
            // An author's bound that the other dialect has.
            ("$.id", "0", false),
            ("$.author", "4294967296", false),
            // A lost bound that is not the end of a type that `json-schema` alone writes.
            ("$.level", "128", false),
            ("$.other", "4294967296", false),
            ("$.id", "\"4294967296\"", false),
            ("$.keys[\"100\"]", "`100`", true),
            ("$.keys[\"99\"]", "`99`", false),
            ("$.keys[\"ab\"]", "`ab`", false),
            ("$.names[\"100\"]", "`100`", false),
        ];
        for (path, got, explains) in cases {
            let mut losses = losses(&[]);
            let fault = fault(path, "an integer", got);
            assert_eq!(losses.reason(&fault), None, "{path} {got}");
            losses.type_bounds = Some(&bounds);
            let expected = explains.then_some(Reason::TypeBound);
            assert_eq!(losses.reason(&fault), expected, "{path} {got}");
        }
    }
}

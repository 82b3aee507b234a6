//! The official test suite of JSON Schema (draft 2020-12): each schema as that of a property. The
//! tree's canonical text accepts the suite's valid values, or a loss reports that it is narrower.
//! Invalid values are rejected before a call.

use serde_json::{Map, Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, Outcome, Provider};
use toolcast_test_support::measured::sources;
use toolcast_test_support::{lists, none};

/// The place of the value.
const PLACE: &str = "#/properties/value";

/// Cases that are another matter, each with the reason.
const ELSEWHERE: [(&str, &str); 1] = [(
    "format.json",
    "formats are asserted here, and annotations there",
)];

/// Labels in Punycode are checked like other labels.
const LABELS: &str = "validation of A-label (punycode) host names";

/// References to the metaschema, which is another document and never fetched.
const OTHER_DOCUMENT: [&str; 2] = [
    "validate definition against metaschema",
    "remote ref, containing refs itself",
];

/// The schema as that of a property, its references moved with it.
fn wrapped(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"value": moved(schema)}, "required": ["value"]})
}

fn moved(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(moved).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| {
                let value = match (name.as_str(), value) {
                    // A schema with an `$id` has references of its own.
                    _ if members.contains_key("$id") => value.clone(),
                    ("$ref" | "$dynamicRef", Value::String(target)) => {
                        match target.strip_prefix('#') {
                            Some(path) if path.is_empty() || path.starts_with('/') => {
                                json!(format!("{PLACE}{path}"))
                            }
                            _ => value.clone(),
                        }
                    }
                    ("$schema", _) => return ("$comment".to_owned(), json!("")),
                    ("const" | "enum", _) => value.clone(),
                    _ => moved(value),
                };
                (name.clone(), value)
            })
            .collect::<Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    cases: usize,
    read: usize,
    /// Not read, since references lead to another document.
    other_document: usize,
    valid: usize,
    accepted: usize,
    invalid: usize,
    refused: usize,
    /// Not refused: host names of other alphabets, of which the report lists those that aren't
    /// checked at all.
    beyond: usize,
}

fn canonical(imported: &ImportedSchema) -> Result<jsonschema::Validator, String> {
    let dialect = Dialect::of(Provider::JsonSchema, false).expect("a dialect");
    let text = imported
        .with_schema(|tree| toolcast::render(tree, dialect))
        .map_err(|report| report.to_string())?;
    let text: Value = serde_json::from_str(&text).expect("our text is JSON");
    jsonschema::options()
        .should_validate_formats(true)
        .build(&text)
        .map_err(|error| error.to_string())
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_official_suite_is_read_with_known_exceptions() {
    let folder = sources::folder().expect("the corpus");
    let file = folder.join("json_schema_test_suite/draft2020-12.json");
    let suite = std::fs::read_to_string(file).expect("a text");
    let mut suite: Value = serde_json::from_str(&suite).expect("JSON");
    suite.sort_all_objects();
    let mut count = Count::default();
    let mut failures = Vec::new();
    // Valid values that our text rejects, if the report lists them, and by which keyword.
    let mut refused = Vec::new();
    for (file, cases) in suite["files"].as_object().expect("files") {
        if ELSEWHERE.iter().any(|(name, _)| name == file) {
            continue;
        }
        for case in cases.as_array().expect("cases") {
            let place = format!(
                "{file}: {}",
                case["description"].as_str().unwrap_or_default()
            );
            let tests = case["tests"].as_array().expect("tests");
            count.cases += 1;
            let imported = match ImportedSchema::parse(&wrapped(&case["schema"])) {
                Ok(imported) => imported,
                Err(error) => {
                    // No value fits the schema, so there is nothing to check.
                    if tests.iter().any(|test| test["valid"] == true) {
                        let name = case["description"].as_str().unwrap_or_default();
                        if OTHER_DOCUMENT.contains(&name)
                            && error.reason.contains("refers to another document")
                        {
                            count.other_document += 1;
                        } else {
                            failures.push(format!("{place}: not read: {error}"));
                        }
                    }
                    continue;
                }
            };
            count.read += 1;
            let judge = match canonical(&imported) {
                Ok(judge) => judge,
                Err(error) => {
                    failures.push(format!("{place}: {error}"));
                    continue;
                }
            };
            let losses = imported.losses();
            let narrowed = losses.iter().find(|loss| loss.outcome == Outcome::Narrowed);
            let is_unchecked = losses
                .iter()
                .any(|loss| loss.keyword == "format" && loss.reason.contains("not checked"));
            for test in tests {
                let value = json!({"value": test["data"]});
                let what = test["description"].as_str().unwrap_or_default();
                let checked = imported.validate(&value);
                if test["valid"] == true {
                    count.valid += 1;
                    if judge.is_valid(&value) {
                        count.accepted += 1;
                    } else if let Some(loss) = narrowed {
                        refused.push(format!("{place}: {what}: {}", loss.keyword));
                    } else {
                        failures.push(format!("{place}: {what}: the text refuses {value}"));
                    }
                    if let Err(error) = checked {
                        failures.push(format!("{place}: {what}: {error}"));
                    }
                } else {
                    count.invalid += 1;
                    if checked.is_err() {
                        count.refused += 1;
                    } else if case["description"] == LABELS || is_unchecked {
                        count.beyond += 1;
                    } else {
                        failures.push(format!("{place}: {what}: {value} is not refused"));
                    }
                }
            }
        }
    }
    none(&failures);
    refused.push(format!("{count:?}"));
    lists::agrees("suite-narrowed", refused);
}

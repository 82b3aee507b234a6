//! The check of arguments by the original schema, with another validator as the judge. Random
//! schemas have every keyword that applies schemas, references in circles, and addresses.

use serde_json::{Map, Value, json};
use toolcast::import::ImportedSchema;
use toolcast_test_support::lists::Counts;
use toolcast_test_support::random::Random;
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{is_quick, none};

use crate::definitions::random::{Style, root, schema, validator, value};

/// Adds keywords that the generator of tools has not, to some of the schemas in a schema.
fn enrich(tape: &mut Tape, style: Style, at: &mut Value, depth: usize) {
    let Value::Object(members) = at else { return };
    for name in ["properties", "patternProperties", "$defs"] {
        if let Some(Value::Object(all)) = members.get_mut(name) {
            for one in all.values_mut() {
                enrich(tape, style, one, depth + 1);
            }
        }
    }
    for name in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        if let Some(Value::Array(all)) = members.get_mut(name) {
            for one in all {
                enrich(tape, style, one, depth + 1);
            }
        }
    }
    for name in ["not", "if", "then", "contains", "additionalProperties"] {
        if let Some(one) = members.get_mut(name) {
            enrich(tape, style, one, depth + 1);
        }
    }
    if depth == 0 || !tape.one_in(3) {
        return;
    }
    let inner = schema(tape, style, 1);
    let (name, value) = match tape.below(20) {
        0 => ("dependentRequired", json!({"a": ["b"], "c": ["a", "x-a"]})),
        1 => ("dependentSchemas", json!({"a": inner})),
        2 => ("unevaluatedItems", json!(false)),
        3 => ("unevaluatedProperties", inner),
        4 => ("unevaluatedItems", inner),
        5 => ("maxContains", json!(1)),
        6 => ("minContains", json!(tape.below(3))),
        7 => ("else", inner),
        8 => ("propertyNames", inner),
        9 => ("$dynamicRef", json!("#node")),
        10 => ("$ref", json!("#/$defs/node")),
        11 => ("$ref", json!("https://example.com/other")),
        12 => ("$ref", json!("other#inside")),
        13 => ("$ref", json!("#")),
        14 => ("if", inner),
        15 => ("contains", inner),
        16 | 17 => ("pattern", json!(unchecked_pattern(tape))),
        18 => ("patternProperties", json!({unchecked_pattern(tape): inner})),
        _ => ("exclusiveMaximum", json!(2)),
    };
    if members.get(name).is_none() {
        members.insert(name.to_owned(), value);
    }
}

/// A pattern that is longer than those that are checked.
fn unchecked_pattern(tape: &mut Tape) -> String {
    format!("{}{}", tape.pick(&["^a", "b", "^x-"]), "(?:)".repeat(500))
}

/// A schema with definitions that refer to one another. `None` if its draft has not all of these.
fn rich(tape: &mut Tape) -> Option<(Value, Style)> {
    let (mut schema_of_root, style) = root(tape);
    if style.draft != jsonschema::Draft::Draft202012 {
        return None;
    }
    let of = |tape: &mut Tape| {
        let mut one = schema(tape, style, 2);
        enrich(tape, style, &mut one, 1);
        one
    };
    enrich(tape, style, &mut schema_of_root, 1);
    schema_of_root["$id"] = json!("https://example.com/root");
    let (node, other, inside) = (of(tape), of(tape), of(tape));
    let parts = [
        (
            "node",
            json!({"$dynamicAnchor": "node", "properties": {"a": node}}),
        ),
        (
            "other",
            json!({"$id": "other", "properties": {"a": other, "b": {"$dynamicRef": "#node"}},
            "$defs": {
                "node": {"$dynamicAnchor": "node", "required": ["b"]},
                "inside": {"$anchor": "inside", "items": inside},
            }}),
        ),
    ];
    for (name, part) in parts {
        schema_of_root["$defs"][name] = part;
    }
    Some((schema_of_root, style))
}

/// The place of the schema in a tool, which the tree keeps as text if `is_hidden`.
fn around(schema: &Value, is_hidden: bool) -> Value {
    if is_hidden {
        json!({"type": "object", "not": {"not": schema}})
    } else {
        schema.clone()
    }
}

/// The number of verdicts.
#[derive(Default)]
struct Count {
    valid: usize,
    invalid: usize,
    /// Those of schemas with a keyword that is not checked.
    unchecked: usize,
}

fn differences(tape: &mut Tape, is_hidden: bool, count: &mut Count) -> Result<(), String> {
    let Some((schema, style)) = rich(tape) else {
        return Ok(());
    };
    let (Some(judge), Ok(imported)) = (
        validator(&schema, style.draft),
        ImportedSchema::parse(&around(&schema, is_hidden)),
    ) else {
        return Ok(());
    };
    if imported.wrapper_name().is_some() {
        return Ok(());
    }
    let unchecked = imported.losses().iter();
    let unchecked: Vec<_> = unchecked
        .filter(|loss| loss.reason.contains("not checked"))
        .collect();
    for _ in 0..30 {
        let mut arguments = Map::new();
        for name in ["a", "b", "c", "x-a"] {
            if tape.one_in(2) {
                arguments.insert(name.to_owned(), value(tape, 3));
            }
        }
        let arguments = Value::Object(arguments);
        let expected = judge.is_valid(&arguments);
        let found = imported.validate(&arguments);
        if let Err(errors) = &found {
            let text = errors.to_string();
            if errors.faults.is_empty() || text.contains("too large") || text.contains("too many") {
                return Err(format!("{text}: {arguments}\n  {schema}"));
            }
        }
        // A keyword that is not checked may accept more, and no other value is rejected.
        let is_same = found.is_ok() == expected || found.is_ok() && !unchecked.is_empty();
        if !is_same {
            return Err(format!(
                "{expected} and {found:?}: {arguments}\n  {schema}\n  {unchecked:?}"
            ));
        }
        if !unchecked.is_empty() {
            count.unchecked += 1;
        } else if expected {
            count.valid += 1;
        } else {
            count.invalid += 1;
        }
    }
    Ok(())
}

/// A tape that is long enough for all parts of a schema and its values.
fn long_tape(seed: u64) -> Tape {
    Random::new(seed).tape(600)
}

#[test]
fn arguments_are_valid_if_another_validator_accepts_them() {
    let cases = if is_quick() { 4_000 } else { 12_000 };
    for is_hidden in [false, true] {
        let mut count = Count::default();
        let failures: Vec<String> = (0..cases)
            .filter_map(|seed| differences(&mut long_tape(seed), is_hidden, &mut count).err())
            .take(3)
            .collect();
        none(&failures);
        let Count {
            valid,
            invalid,
            unchecked,
        } = count;
        let mut counts = Counts::default();
        counts.add("valid arguments", valid);
        counts.add("invalid arguments", invalid);
        counts.add("arguments of which a part is not checked", unchecked);
        let which = if is_hidden {
            "hidden keywords"
        } else {
            "all keywords"
        };
        counts.agree(&format!("imported/measured/judged, {which}"));
    }
}

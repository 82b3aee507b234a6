//! Arguments against the schema as its author wrote it: what the tree keeps in words is asked for all the same, in the words of the decoder's faults.

use crate::none;
use futures_executor::block_on;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};
use toolcast::Provider;
use toolcast::call::{ToolCall, ToolError};
use toolcast::decode::{ArgumentErrors, FaultKind};
use toolcast::import::Imported;
use toolcast::set::{DynamicTool, ToolSet};

/// Far more than any of these takes, so that a slow machine is no failure; exponential time would be.
const SOON: Duration = Duration::from_secs(120);

fn read(schema: &Value) -> Imported {
    Imported::read(schema).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn errors(schema: &Value, value: &Value) -> ArgumentErrors {
    read(schema).check(value).expect_err("it does not fit")
}

fn unchecked(schema: &Value) -> Vec<String> {
    let imported = read(schema);
    let losses = imported.losses().iter();
    let of_this = losses.filter(|loss| loss.reason.contains("not checked"));
    of_this
        .map(|loss| format!("{} {}: {}", loss.pointer, loss.keyword, loss.reason))
        .collect()
}

/// What the tree has only words for.
#[test]
fn every_keyword_is_asked_for() {
    let cases = [
        (
            json!({"properties": {"a": {"not": {"const": 3}}}}),
            json!({"a": 4}),
            json!({"a": 3}),
        ),
        (
            json!({"properties": {"a": {"type": "string"}, "b": {}}, "dependentRequired": {"a": ["b"]}}),
            json!({"a": "x", "b": 1}),
            json!({"a": "x"}),
        ),
        (
            json!({"properties": {"a": {}, "b": {}}, "dependencies": {"a": ["b"], "b": {"required": ["a"]}}}),
            json!({}),
            json!({"b": 1}),
        ),
        (
            json!({"properties": {"a": {"enum": [1, 2]}, "b": {}}, "if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}),
            json!({"a": 2}),
            json!({"a": 1}),
        ),
        (
            json!({"properties": {"a": {"type": "array", "contains": {"const": 7}, "maxContains": 1}}}),
            json!({"a": [7, 8]}),
            json!({"a": [7, 7]}),
        ),
        (
            json!({"properties": {"a": {}}, "patternProperties": {"^n": {"type": "number"}}}),
            json!({"n1": 2}),
            json!({"n1": "x"}),
        ),
        (
            json!({"properties": {"a": {}}, "minProperties": 2}),
            json!({"a": 1, "b": 2}),
            json!({"a": 1}),
        ),
        (
            json!({"properties": {"a": {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]}}}),
            json!({"a": 5.5}),
            json!({"a": 6}),
        ),
        (
            json!({"properties": {"a": {"enum": [1.5, [1], {"b": 2}]}}}),
            json!({"a": {"b": 2}}),
            json!({"a": {"b": 3}}),
        ),
        (
            json!({"properties": {"a": {"pattern": "^(?!x)"}}}),
            json!({"a": "y"}),
            json!({"a": "x"}),
        ),
        (
            json!({"properties": {"a": {"type": "string", "pattern": "^\\d$"}}}),
            json!({"a": "3"}),
            json!({"a": "٣"}),
        ),
        (
            json!({"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}),
            json!({"a": 1}),
            json!({"b": 1}),
        ),
        (
            json!({"properties": {"a": {"prefixItems": [{"type": "string"}, {"type": "integer"}]}}}),
            json!({"a": ["x"]}),
            json!({"a": [1]}),
        ),
    ];
    let mut failures = Vec::new();
    for (schema, good, bad) in cases {
        let left = unchecked(&schema);
        if !left.is_empty() {
            failures.push(format!("{schema}: {left:?}"));
        }
        let imported = read(&schema);
        if let Err(error) = imported.check(&good) {
            failures.push(format!("{schema} refuses {good}: {error}"));
        }
        if imported.check(&bad).is_ok() {
            failures.push(format!("{schema} takes {bad}"));
        }
    }
    none(&failures);
}

/// Spellings of other drafts, of `OpenAPI` and of other languages are compiled too.
#[test]
fn every_spelling_is_compiled() {
    let cases = [
        (
            json!({"properties": {"a": {"type": "dict", "required": true}}}),
            json!({"a": {}}),
            json!({}),
        ),
        (
            json!({"properties": {"a": {"type": "float", "minimum": 1, "exclusiveMinimum": true}}}),
            json!({"a": 1.5}),
            json!({"a": 1}),
        ),
        (
            json!({"properties": {"a": {"type": "string", "nullable": true, "enum": ["x"]}}}),
            json!({"a": null}),
            json!({"a": "y"}),
        ),
        (
            json!({"properties": {"a": {"nullable": true, "allOf": [{"$ref": "#/definitions/A"}]}}, "definitions": {"A": {"type": "integer"}}}),
            json!({"a": null}),
            json!({"a": "y"}),
        ),
        (
            json!({"properties": {"a": {"items": [{"type": "string"}, {"type": "number"}], "additionalItems": false}}}),
            json!({"a": ["x", 1]}),
            json!({"a": ["x", 1, 2]}),
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x.y/z#", "properties": {"a": {"$ref": "http://x.y/z#/definitions/A"}}, "definitions": {"A": {"type": "integer"}}}),
            json!({"a": 1}),
            json!({"a": "y"}),
        ),
        (
            json!({"$schema": "https://example.com/mine", "properties": {"a": {"type": "integer"}}}),
            json!({"a": 1}),
            json!({"a": "y"}),
        ),
    ];
    let mut failures = Vec::new();
    for (schema, good, bad) in cases {
        let left = unchecked(&schema);
        let imported = read(&schema);
        if !left.is_empty() || imported.check(&good).is_err() || imported.check(&bad).is_ok() {
            failures.push(format!(
                "{schema}: {left:?} {:?} {:?}",
                imported.check(&good),
                imported.check(&bad)
            ));
        }
    }
    none(&failures);
}

/// A keyword with a value that it can't have is left out, and listed; the others are checked.
#[test]
fn a_wrong_keyword_costs_no_other() {
    let schema =
        json!({"properties": {"a": {"type": "string", "maxLength": "5", "not": {"const": "x"}}}});
    let left = unchecked(&schema);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("/properties/a maxLength: "), "{left:?}");
    assert!(read(&schema).check(&json!({"a": "x"})).is_err());
}

#[test]
fn all_faults_are_told_in_the_words_of_the_decoder() {
    let schema = json!({
        "properties": {
            "tags": {"type": "array", "items": {"not": {"enum": ["no"]}}},
            "how": {"anyOf": [{"type": "object", "required": ["by"]}, {"type": "string", "minLength": 3}]},
            "n": {"type": "integer", "multipleOf": 5}
        },
        "dependentRequired": {"n": ["unit"]}
    });
    let found = errors(&schema, &json!({"tags": ["a", "no"], "how": "x", "n": 7}));
    let told = found.to_string();
    let lines = [
        "$.tags[1]: expected nothing that fits {\"enum\":[\"no\"]}, got the string \"no\"",
        "$.how: expected one of 2 alternatives (the nearest: $.how: expected at least 3 characters, got the string \"x\"), got the string \"x\"",
        "$.n: expected a multiple of 5, got 7",
        "$.unit is missing: expected a value",
    ];
    for line in lines {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert_eq!(found.faults.len(), lines.len(), "{told}");
    let missing = found
        .faults
        .iter()
        .filter(|fault| fault.kind == FaultKind::Missing);
    assert_eq!(missing.count(), 1);
}

/// What is long is cut, and there are not more faults than anybody reads.
#[test]
fn faults_are_few_and_short() {
    let schema =
        json!({"properties": {"a": {"type": "array", "items": {"not": {"type": "string"}}}}});
    let long = "x".repeat(1 << 20);
    let items: Vec<Value> = (0..1_000).map(|_| json!(long)).collect();
    let found = errors(&schema, &json!({"a": items}));
    assert_eq!(found.faults.len(), 100);
    assert!(found.faults.iter().all(|fault| fault.got.len() < 200));
}

/// A tool of a foreign schema is never called with what its author refuses.
#[test]
fn a_call_is_checked() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "not": {"const": 3}}}, "required": ["a"]});
    let tool = DynamicTool::raw("t", "It", &schema, |arguments: Value, _: &_| {
        Ok::<_, String>(arguments.to_string())
    })
    .expect("a schema");
    let set = ToolSet::builder().dynamic(tool).build().expect("a set");
    for provider in Provider::ALL {
        let call = |n: u8| {
            let call = ToolCall::new("1", "t", format!("{{\"a\": {n}}}"));
            block_on(set.call(provider, call)).error
        };
        assert_eq!(call(4), None);
        match call(3) {
            Some(ToolError::Arguments(errors)) => assert_eq!(errors.faults[0].path, "$.a"),
            other => panic!("{provider}: {other:?}"),
        }
    }
}

/// Alternatives that refer to alternatives double at every step: given up in time, and refused.
#[test]
fn a_bomb_of_alternatives_is_given_up() {
    let begin = Instant::now();
    for keyword in ["anyOf", "allOf", "oneOf"] {
        let mut schema =
            String::from(r##"{"properties":{"a":{"not":{"$ref":"#/$defs/d0"}}},"$defs":{"##);
        for i in 0..28 {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1);
            let _ = write!(schema, r#""d{i}":{{"{keyword}":[{next},{next}]}},"#);
        }
        schema.push_str(r#""d28":{"type":"string"}}}"#);
        let imported = Imported::read(&schema).expect("a schema");
        let _ = imported.check(&json!({"a": 1}));
        let _ = imported.check(&json!({"a": "x"}));
    }
    // Through values: each level of one doubles the ways.
    let mut schema = String::from(r##"{"not":{"$ref":"#/$defs/d0"},"$defs":{"##);
    for i in 0..40 {
        let next = format!(
            r##"{{"properties":{{"a":{{"$ref":"#/$defs/d{}"}}}}}}"##,
            i + 1
        );
        let _ = write!(schema, r#""d{i}":{{"allOf":[{next},{next}]}},"#);
    }
    schema.push_str(r#""d40":{"type":"object"}}}"#);
    let imported = Imported::read(&schema).expect("a schema");
    let value = (0..45).fold(json!({"a": 1}), |value, _| json!({ "a": value }));
    assert!(imported.check(&value).is_err());
    let took = begin.elapsed();
    assert!(took < SOON, "{took:?}");
}

/// References that lead on and on, or in a circle, take no stack: they are not compiled, and the list says so.
#[test]
fn chains_and_circles_are_not_compiled() {
    let mut schema =
        String::from(r##"{"properties":{"a":{"not":{"$ref":"#/$defs/d0"}}},"$defs":{"##);
    for i in 0..20_000 {
        let _ = write!(
            schema,
            r##""d{i}":{{"not":{{"$ref":"#/$defs/d{}"}}}},"##,
            i + 1
        );
    }
    schema.push_str(r#""d20000":{"type":"string"}}}"#);
    let imported = Imported::read(&schema).expect("a schema");
    assert!(
        imported
            .losses()
            .iter()
            .any(|loss| loss.reason.contains("stand over one value"))
    );
    assert!(imported.check(&json!({"a": 1})).is_ok());
    let circle = json!({"properties": {"a": {"not": {"$ref": "#/$defs/A"}}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}]}, "B": {"not": {"$ref": "#/$defs/A"}}}});
    assert_eq!(unchecked(&circle).len(), 1);
    let hidden = json!({"properties": {"a": {"not": {"$ref": "#/examples/0"}}}, "examples": [{"$ref": "#/examples/0"}]});
    assert_eq!(unchecked(&hidden).len(), 1);
}

/// A schema that contains itself is checked as deep as a value goes that is read at all.
#[test]
fn recursion_is_checked() {
    let schema = json!({"type": "object", "properties": {"v": {"not": {"const": 0}}, "next": {"$ref": "#"}}});
    assert!(unchecked(&schema).is_empty());
    let value = (0..60).fold(json!({"v": 1}), |value, _| json!({"v": 1, "next": value}));
    assert!(read(&schema).check(&value).is_ok());
    let value = (0..60).fold(json!({"v": 0}), |value, _| json!({"v": 1, "next": value}));
    let found = errors(&schema, &value);
    assert!(found.faults[0].path.ends_with(".next.v"), "{found}");
}

/// Nothing is fetched, and a pattern takes neither memory nor time beyond its bounds.
#[test]
fn bounds_of_patterns_and_references() {
    let begin = Instant::now();
    let schema = json!({"properties": {"a": {"not": {"$ref": "http://127.0.0.1:9/schema.json"}}}});
    assert_eq!(unchecked(&schema).len(), 1);
    for pattern in ["((((a{99}){99}){99}){99})", "[", "(?<x"] {
        let schema =
            json!({"properties": {"a": {"not": {"pattern": pattern}}, "b": {"not": {"const": 1}}}});
        let left = unchecked(&schema);
        assert_eq!(left.len(), 1, "{pattern}: {left:?}");
    }
    let schema =
        json!({"properties": {"a": {"type": "string", "pattern": "^(?=(a+)+$)(a|aa)+\\1$"}}});
    let _ = read(&schema).check(&json!({"a": format!("{}b", "a".repeat(50_000))}));
    let took = begin.elapsed();
    assert!(took < SOON, "{took:?}");
}

//! Arguments against the original schema. Constraints that the tree has only in the description are
//! still checked, with faults in the decoder's format.

use futures_executor::block_on;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;
use toolcast::Provider;
use toolcast::call::{ToolCall, ToolError};
use toolcast::decode::{ArgumentErrors, FaultKind};
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast_test_support::none;

use crate::SOON;

fn read(schema: &Value) -> ImportedSchema {
    ImportedSchema::parse(schema).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn errors(schema: &Value, value: &Value) -> ArgumentErrors {
    read(schema).validate(value).expect_err("it does not fit")
}

fn unchecked(schema: &Value) -> Vec<String> {
    let imported = read(schema);
    let losses = imported.losses().iter();
    let of_this = losses.filter(|loss| loss.reason.contains("not checked"));
    of_this
        .map(|loss| format!("{} {}: {}", loss.pointer, loss.keyword, loss.reason))
        .collect()
}

/// Keywords that only the original schema has, not the tree.
#[test]
fn keywords_of_the_original_schema_alone_accept_and_reject_values() {
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
        if let Err(error) = imported.validate(&good) {
            failures.push(format!("{schema} refuses {good}: {error}"));
        }
        if imported.validate(&bad).is_ok() {
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
        if !left.is_empty() || imported.validate(&good).is_err() || imported.validate(&bad).is_ok()
        {
            failures.push(format!(
                "{schema}: {left:?} {:?} {:?}",
                imported.validate(&good),
                imported.validate(&bad)
            ));
        }
    }
    none(&failures);
}

/// A keyword with a value that it can't have is left out, and listed; the others are checked.
#[test]
fn an_invalid_keyword_does_not_affect_the_others() {
    let schema =
        json!({"properties": {"a": {"type": "string", "maxLength": "5", "not": {"const": "x"}}}});
    let left = unchecked(&schema);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("/properties/a maxLength: "), "{left:?}");
    assert!(read(&schema).validate(&json!({"a": "x"})).is_err());
}

#[test]
fn faults_of_the_original_schema_have_the_words_of_the_decoder() {
    let schema = json!({
        "properties": {
            "tags": {"type": "array", "items": {"not": {"enum": ["no"]}}},
            "how": {"anyOf": [{"type": "object", "required": ["by"]}, {"type": "string", "minLength": 3}]},
            "n": {"type": "integer", "multipleOf": 5},
            "word": {"pattern": "^[a-z]+$"},
            "day": {"format": "date"},
            "ratio": {"exclusiveMinimum": 0},
            "closed": {"properties": {"a": true}, "additionalProperties": false},
            "named": {"propertyNames": {"minLength": 2}},
            "unnamed": {"propertyNames": false}
        },
        "dependentRequired": {"n": ["unit"]}
    });
    let found = errors(
        &schema,
        &json!({"tags": ["a", "no"], "how": "x", "n": 7, "word": "A", "day": "today", "ratio": 0, "closed": {"b": 1}, "named": {"c": 1}, "unnamed": {"d": 1}}),
    );
    let told = found.to_string();
    let lines = [
        "$.tags[1]: expected nothing that fits {\"enum\":[\"no\"]}, got the string \"no\"",
        "$.how: expected one of 2 alternatives (the nearest: $.how: expected at least 3 characters, got the string \"x\"), got the string \"x\"",
        "$.n: expected a multiple of 5, got 7",
        "$.unit is missing: expected a value",
        "$.word: expected a string that matches `^[a-z]+$`, got the string \"A\"",
        "$.day: expected a string in the format `date`, got the string \"today\"",
        "$.ratio: expected greater than 0, got 0",
        "$.closed.b is unknown: expected no property of this name",
        "$.named: expected a name of at least 2 characters, got the string \"c\"",
        "$.unnamed: expected no properties at all, got the string \"d\"",
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

#[test]
fn a_single_alternative_and_a_bound_of_one_are_in_the_singular() {
    let schema = json!({"properties": {
        "a": {"anyOf": [{"type": "string", "maxLength": 1}]},
        "b": {"oneOf": [{"type": "object", "required": ["c"]}]},
        "l": {"minItems": 1},
        "o": {"minProperties": 1},
    }});
    let value = json!({"a": "xy", "b": {}, "l": [], "o": {}});
    let words = errors(&schema, &value).to_string();
    for line in [
        "$.a: expected at most 1 character, got the string \"xy\"",
        "$.b.c is missing: expected a value",
        "$.l: expected at least 1 item, got the array []",
        "$.o: expected at least 1 property, got the object {}",
    ] {
        assert!(words.contains(line), "{line}\n{words}");
    }
}

/// Long values are truncated, and the number of faults is limited.
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
fn a_call_with_a_value_that_the_original_schema_rejects_is_a_fault() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "not": {"const": 3}}}, "required": ["a"]});
    let tool = DynamicTool::from_schema("t", "It", &schema, |arguments: Value, _: &_| {
        Ok::<_, String>(arguments.to_string())
    })
    .expect("a schema");
    let set = ToolSet::builder().dynamic(tool).build().expect("a set");
    for &provider in Provider::ALL {
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
fn exponential_alternatives_are_rejected_in_time() {
    let begin = Instant::now();
    for keyword in ["anyOf", "allOf", "oneOf"] {
        let mut schema =
            String::from(r##"{"properties":{"a":{"not":{"$ref":"#/$defs/d0"}}},"$defs":{"##);
        for i in 0..28 {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1);
            let _ = write!(schema, r#""d{i}":{{"{keyword}":[{next},{next}]}},"#);
        }
        schema.push_str(r#""d28":{"type":"string"}}}"#);
        let imported = ImportedSchema::parse(&schema).expect("a schema");
        let _ = imported.validate(&json!({"a": 1}));
        let _ = imported.validate(&json!({"a": "x"}));
    }
    // Through values: each nesting level doubles the paths.
    let mut schema = String::from(r##"{"not":{"$ref":"#/$defs/d0"},"$defs":{"##);
    for i in 0..40 {
        let next = format!(
            r##"{{"properties":{{"a":{{"$ref":"#/$defs/d{}"}}}}}}"##,
            i + 1
        );
        let _ = write!(schema, r#""d{i}":{{"allOf":[{next},{next}]}},"#);
    }
    schema.push_str(r#""d40":{"type":"object"}}}"#);
    let imported = ImportedSchema::parse(&schema).expect("a schema");
    let value = (0..45).fold(json!({"a": 1}), |value, _| json!({ "a": value }));
    assert!(imported.validate(&value).is_err());
    let took = begin.elapsed();
    assert!(took < SOON, "{took:?}");
}

/// Long chains of references and circles are not compiled, so they need no stack. The list has an
/// entry for them.
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
    let imported = ImportedSchema::parse(&schema).expect("a schema");
    assert!(
        imported
            .losses()
            .iter()
            .any(|loss| loss.reason.contains("apply to one value"))
    );
    assert!(imported.validate(&json!({"a": 1})).is_ok());
    let circle = json!({"properties": {"a": {"not": {"$ref": "#/$defs/A"}}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}]}, "B": {"not": {"$ref": "#/$defs/A"}}}});
    let left = unchecked(&circle);
    let of = |place: &str| left.iter().filter(|one| one.starts_with(place)).count();
    assert_eq!(
        (of("/properties/a not"), of("/$defs/B not")),
        (1, 1),
        "{left:?}"
    );
    assert_eq!(left.len(), 2, "{left:?}");
    let hidden = json!({"properties": {"a": {"not": {"$ref": "#/examples/0"}}}, "examples": [{"$ref": "#/examples/0"}]});
    let left = unchecked(&hidden);
    assert!(
        left.iter().any(|one| one.starts_with("/properties/a not")),
        "{left:?}"
    );
}

/// A schema that contains itself is checked as deep as a value goes that is read at all.
#[test]
fn a_recursive_schema_is_checked_at_sixty_levels() {
    let schema = json!({"type": "object", "properties": {"v": {"not": {"const": 0}}, "next": {"$ref": "#"}}});
    assert!(unchecked(&schema).is_empty());
    let value = (0..60).fold(json!({"v": 1}), |value, _| json!({"v": 1, "next": value}));
    assert!(read(&schema).validate(&value).is_ok());
    let value = (0..60).fold(json!({"v": 0}), |value, _| json!({"v": 1, "next": value}));
    let found = errors(&schema, &value);
    assert!(found.faults[0].path.ends_with(".next.v"), "{found}");
}

/// Nothing is fetched, and a pattern takes neither memory nor time beyond its bounds.
#[test]
fn unbounded_patterns_and_remote_references_are_not_compiled() {
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
    let _ = read(&schema).validate(&json!({"a": format!("{}b", "a".repeat(50_000))}));
    let took = begin.elapsed();
    assert!(took < SOON, "{took:?}");
}

/// Nested alternatives, ten at each of fifteen levels over one value, are too many to visit.
#[test]
fn alternatives_that_multiply_are_rejected_in_time() {
    let mut unread = Vec::new();
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let mut schema = String::from(r##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{"##);
        for i in 0..15 {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1);
            let all = [next.as_str(); 10].join(",");
            let _ = write!(schema, r#""d{i}":{{"{keyword}":[{all}]}},"#);
        }
        schema.push_str(r#""d15":{"type":"string"}}}"#);
        // The tree has some of the constraints, the validator all.
        let Ok(imported) = ImportedSchema::parse(&schema) else {
            unread.push(keyword);
            continue;
        };
        let rejected = imported.validate(&json!({"a": 1})).expect_err("too much");
        assert!(
            rejected.faults[0].expected.contains("simpler"),
            "{rejected}"
        );
    }
    assert_eq!(unread, ["allOf"]);
}

/// The members that each level evaluates are found in the same visit.
#[test]
fn unevaluated_properties_in_one_another_are_visited_once() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let leaf = json!({"properties": {"z": {"not": {"const": 7}}}});
        let one = (0..20).fold(
            leaf,
            |one, _| json!({"unevaluatedProperties": {"type": "integer"}, keyword: [one]}),
        );
        let imported = read(&json!({"properties": {"a": one}}));
        assert!(imported.validate(&json!({"a": {"x": 1, "y": 2}})).is_ok());
        assert!(imported.validate(&json!({"a": {"x": "1"}})).is_err());
        assert!(imported.validate(&json!({"a": {"z": 7}})).is_err());
    }
}

/// Only the alternative of the value's tag is visited.
#[test]
fn recursive_unions_with_a_tag_are_checked_at_any_depth() {
    let expression = json!({"$ref": "#/$defs/expression"});
    let binary = |operator: &str| {
        json!({"type": "object", "required": ["op", "left", "right"], "properties": {
            "op": {"const": operator}, "left": expression, "right": expression}})
    };
    let literal = json!({"type": "object", "required": ["op", "value"], "properties": {
        "op": {"enum": ["literal"]}, "value": {"not": {"const": 7}}}});
    let mut all: Vec<Value> = ["+", "-", "*", "/", "%", "^"].map(binary).into();
    all.push(json!({"$ref": "#/$defs/literal"}));
    let schema = json!({"properties": {"a": expression},
        "$defs": {"expression": {"oneOf": all}, "literal": literal}});
    let of = |value: i32| {
        let literal = |value: i32| json!({"op": "literal", "value": value});
        let sum = (0..20).fold(
            literal(value),
            |one, _| json!({"op": "+", "left": one, "right": literal(1)}),
        );
        json!({ "a": sum })
    };
    let imported = read(&schema);
    assert!(imported.validate(&of(1)).is_ok());
    let found = imported.validate(&of(7)).expect_err("a leaf that is 7");
    assert_eq!(found.faults.len(), 1, "{found}");
    let path = format!("$.a{}.value", ".left".repeat(20));
    assert_eq!(found.faults[0].path, path);
    // The tag decides which alternative is meant, whatever else is wrong.
    let wrong = json!({"a": {"op": "+", "left": 1, "right": {"op": "literal"}}});
    let found = imported.validate(&wrong).expect_err("two mistakes");
    let text = found.to_string();
    for line in [
        "$.a.left: expected one of 7 alternatives",
        "$.a.right.value is missing",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

/// Lists of many texts with the usual patterns.
#[test]
fn many_short_texts_are_matched_with_real_patterns() {
    for (pattern, text) in [
        (
            r"^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$",
            "somebody@mail.example.com",
        ),
        ("^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$", "host-1"),
        (r"^\+?[1-9]\d{1,14}$", "+4712345678"),
        ("^.{1,1024}$", "a name of some length"),
        ("^[^/]{1,255}$", "a-file-name.txt"),
        (
            "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
            "123e4567-e89b-12d3-a456-426614174000",
        ),
    ] {
        let items = json!({"type": "string", "pattern": pattern});
        let imported = read(&json!({"properties": {"a": {"type": "array", "items": items}}}));
        let value = json!({"a": vec![text; 5_000]});
        let checked = imported.validate(&value);
        assert!(checked.is_ok(), "{pattern}: {checked:?}");
    }
}

/// Each level hashes or compares all that is below it.
#[test]
fn comparisons_of_large_values_end_at_the_bound() {
    let unique = json!({
        "properties": {"a": {"$ref": "#/$defs/list"}},
        "$defs": {"list": {
            "type": ["array", "integer"], "uniqueItems": true, "items": {"$ref": "#/$defs/list"},
        }},
    });
    let nested = |items: i32| {
        let items: Value = (0..items).map(|i| json!([i, i + 1])).collect();
        json!({"a": (0..55).fold(items, |one, _| json!([one, 1]))})
    };
    assert!(read(&unique).validate(&nested(2_000)).is_ok());
    let rejected = read(&unique).validate(&nested(100_000));
    let rejected = rejected.expect_err("too much").to_string();
    assert!(rejected.contains("too many"), "{rejected}");
    let long = "x".repeat(10_000);
    let words: Value = (0..1000).map(|i| format!("{long}{i:04}")).collect();
    let schema = json!({"properties": {"a": {"items": {"not": {"enum": words}}}}});
    let sent = |n: i32| json!({"a": (0..n).map(|_| format!("{long}last")).collect::<Value>()});
    assert!(read(&schema).validate(&sent(1000)).is_ok());
    let lists: Value = (0..1000).map(|i| json!([long, i])).collect();
    let schema = json!({"properties": {"a": {"items": {"not": {"enum": lists}}}}});
    let sent = |n: i32| json!({"a": (0..n).map(|_| json!([long, -1])).collect::<Value>()});
    assert!(read(&schema).validate(&sent(10)).is_ok());
    assert!(read(&schema).validate(&sent(1000)).is_ok());
}

/// `serde_json` reads these as floats that are whole.
#[test]
fn a_number_is_equal_to_itself_however_many_digits_it_has() {
    for number in ["1.00000000000000000001", "9007199254740994.5", "1e-400"] {
        let schema = format!(r#"{{"properties": {{"a": {{"const": {number}}}}}}}"#);
        let imported = ImportedSchema::parse(schema.as_str()).expect("a schema");
        let value = serde_json::from_str(&format!(r#"{{"a": {number}}}"#)).expect("JSON");
        assert_eq!(
            imported.validate(&value).map_err(|e| e.to_string()),
            Ok(()),
            "{number}"
        );
    }
}

/// A schema that accepts no item, or only another one, ends at the first.
#[test]
fn unevaluated_items_are_visited_until_one_does_not_fit() {
    let items = |i: i32| {
        if i % 2 == 0 {
            json!(false)
        } else {
            json!({ "const": i })
        }
    };
    let mut ways: Vec<Value> = (0..500)
        .map(|i| json!({"unevaluatedItems": items(i)}))
        .collect();
    ways.push(json!({}));
    let imported = read(&json!({"properties": {"a": {"anyOf": ways}}}));
    let checked = imported.validate(&json!({"a": vec!["x"; 10_001]}));
    assert!(checked.is_ok(), "{checked:?}");
}

/// An engine that backtracks reads a text again from each of its places. The pattern alone decides
/// whether it has to, and real ones have their usual texts.
#[test]
fn patterns_are_matched_with_texts_of_a_length_that_they_can_check() {
    let check = |pattern: &str, text: String| {
        let imported = read(&json!({"properties": {"a": {"type": "string", "pattern": pattern}}}));
        imported.validate(&json!({ "a": text }))
    };
    for (pattern, text) in [
        (r"^(?!\s*$).+", "word ".repeat(10_000)),
        (r"^(?=.*[A-Z])(?=.*\d).{8,}$", "Secret99".repeat(20)),
        (r"^(?!.*\.\.)[\w./-]+$", "dir/name".repeat(500)),
        (r"(\w)\1", "Mississippi".into()),
        ("^((?!<script).)*$", "word ".repeat(3_000)),
        (r"^[^\s].*(?<!\s)$", "x".repeat(15_000)),
        ("^.{1,4000}$", "日".repeat(4000)),
        ("^.{1,4000}$", "x".repeat(4000)),
        (r"^[\s\S]*$", "x".repeat(1_000_000)),
        ("^[a-z0-9-]{1,63}$", "name-of-a-thing".into()),
    ] {
        check(pattern, text).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    }
    for (pattern, text) in [
        ("(?=.)[ab]*a[ab]{900}c", "ab".repeat(5_000)),
        ("^(?:(?=.*c)a)*b", "a".repeat(50_000)),
        ("[ab]*a[ab]{3000}c", "abb".repeat(100_000)),
    ] {
        let rejected = check(pattern, text).expect_err("too long");
        assert!(rejected.to_string().contains("too many"), "{rejected}");
    }
}

/// The first keyword already rejects the value. The errors of the alternatives after it are not
/// collected.
#[test]
fn errors_are_not_collected_from_alternatives_that_multiply() {
    let mut schema = String::from(
        r##"{"properties":{"a":{"type":"string","not":{"not":{"$ref":"#/$defs/d0"}}}},"$defs":{"##,
    );
    for i in 0..12 {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1);
        let all = [next.as_str(); 10].join(",");
        let _ = write!(schema, r#""d{i}":{{"anyOf":[{all}]}},"#);
    }
    schema.push_str(r#""d12":{"type":"string"}}}"#);
    let imported = ImportedSchema::parse(&schema).expect("a schema");
    let rejected = imported.validate(&json!({"a": 1})).expect_err("a number");
    assert!(!rejected.to_string().contains("too many"), "{rejected}");
}

/// A keyword that can't be compiled is not checked; everything else is, however many there are.
#[test]
fn many_invalid_keywords_do_not_affect_the_others() {
    let mut properties = serde_json::Map::new();
    for i in 0..40 {
        properties.insert(
            format!("p{i}"),
            json!({"type": "string", "pattern": "[", "minLength": "x"}),
        );
        properties.insert(format!("q{i}"), json!({"$ref": format!("#/nowhere/{i}")}));
    }
    properties.insert("good".to_owned(), json!({"not": {"const": 3}}));
    let mut schema = json!({"type": "object", "properties": properties});
    // The tree rejects unresolvable references.
    assert!(ImportedSchema::parse(&schema).is_err());
    if let Some(all) = schema["properties"].as_object_mut() {
        all.retain(|name, _| !name.starts_with('q'));
    }
    let left = unchecked(&schema);
    assert_eq!(left.len(), 80, "{left:?}");
    assert!(
        read(&schema)
            .validate(&json!({"good": 4, "p1": "x"}))
            .is_ok()
    );
    assert!(read(&schema).validate(&json!({"good": 3})).is_err());
}

/// Leaving out a part never makes a schema reject more.
#[test]
fn a_keyword_that_is_left_out_never_rejects_a_value() {
    let long = "a".repeat(4_000);
    for wrong in ["[", "(?<x", long.as_str(), r"^(\p{L}{1,99}){99}$"] {
        let cases = [
            (json!({"not": {"pattern": wrong}}), json!("x")),
            (
                json!({"not": {"type": "string", "pattern": wrong}}),
                json!("x"),
            ),
            (
                json!({"if": {"pattern": wrong}, "then": {"const": "y"}}),
                json!("x"),
            ),
            (
                json!({"oneOf": [{"type": "string", "pattern": wrong}, {"type": ["string", "null"]}]}),
                json!("x"),
            ),
            (
                json!({"type": "array", "contains": {"pattern": wrong}, "maxContains": 0}),
                json!(["x"]),
            ),
            (
                json!({"type": "object", "patternProperties": {wrong: {}}, "additionalProperties": false}),
                json!({"x": 1}),
            ),
        ];
        for (schema, value) in cases {
            let whole =
                json!({"type": "object", "properties": {"a": schema, "b": {"not": {"const": 1}}}});
            let imported = read(&whole);
            assert!(!unchecked(&whole).is_empty(), "{schema}");
            let checked = imported.validate(&json!({"a": value}));
            assert!(checked.is_ok(), "{schema}: {checked:?}");
            assert!(imported.validate(&json!({"b": 1})).is_err(), "{schema}");
        }
    }
}

/// Patterns are bounded one by one, in a schema and in a list of tools. The list has those beyond a
/// bound.
#[test]
fn patterns_are_bounded_in_size_and_number() {
    let large = r"^\p{L}{1,16}x";
    let properties: serde_json::Map<String, Value> = (0..100)
        .map(|i| {
            (
                format!("p{i}"),
                json!({"type": "string", "pattern": format!("{large}{i}$")}),
            )
        })
        .collect();
    let schema = json!({"type": "object", "properties": properties, "minProperties": 1});
    let left = unchecked(&schema);
    assert_eq!(left.len(), 91);
    let imported = read(&schema);
    assert!(imported.validate(&json!({"p0": "abcx0"})).is_ok());
    assert!(imported.validate(&json!({"p0": "1"})).is_err());
    assert!(imported.validate(&json!({})).is_err());
    // Seven of each schema, and as many schemas as the list may hold.
    let tools: Vec<Value> = (0..40)
        .map(|i| json!({"name": format!("t{i}"), "inputSchema": schema}))
        .collect();
    let all =
        toolcast::import::ToolDefinitions::parse(&Value::Array(tools.clone())).expect("a list");
    assert_eq!(all.tools.len(), 40);
    let beyond = all.tools.iter().filter(|tool| {
        let unchecked = tool
            .losses()
            .iter()
            .filter(|loss| loss.reason.contains("not checked"));
        unchecked.count() == 100
    });
    let beyond = beyond.count();
    assert_eq!(beyond, 36);
    // The same bound applies to schemas that are read together.
    let together = ImportedSchema::parse_all(vec![&schema; 40]);
    let wrong = json!({"p0": "1"});
    let unchecked = together.iter().filter(|schema| {
        let schema = schema.as_ref().expect("a schema");
        schema.validate(&wrong).is_ok()
    });
    assert_eq!(unchecked.count(), beyond);
    // All pages of a list share the bound of one list.
    let page = || {
        let tools = tools.iter().take(5).cloned().collect();
        let page = toolcast::import::ToolDefinitions::parse(&Value::Array(tools)).expect("a page");
        page.tools.into_iter()
    };
    let mut joined = toolcast::import::ToolDefinitions::default();
    for number in 0..8 {
        let renamed = page().enumerate();
        let renamed = renamed.map(|(i, tool)| tool.with_name(format!("t{number}_{i}")));
        joined = joined.chain(renamed.collect::<Vec<_>>().into());
    }
    let unchecked = joined.tools.iter().filter(|tool| {
        let wrong = json!({"p0": "1"});
        tool.parameters().validate(&wrong).is_ok()
    });
    let unchecked = unchecked.count();
    // A page has refused patterns of its own, whose reading takes no part of the list's bound.
    assert_eq!(unchecked, 32);
    for tool in &joined.tools {
        let schema = tool.parameters();
        assert!(
            schema.validate(&json!({})).is_err(),
            "other keywords are checked still"
        );
        let reported = tool
            .losses()
            .iter()
            .filter(|loss| loss.reason.contains("not checked"))
            .count();
        assert_eq!(
            reported == 100,
            schema.validate(&json!({"p0": "1"})).is_ok()
        );
    }
}

/// Draft 2019-09 has no such rule, draft 2020-12 has.
#[test]
fn items_that_contains_matches_are_evaluated_since_2020() {
    let array = json!({"contains": {"type": "string"}, "unevaluatedItems": false});
    for (draft, is_valid) in [("2019-09", false), ("2020-12", true)] {
        let schema = json!({
            "$schema": format!("https://json-schema.org/draft/{draft}/schema"),
            "properties": {"a": array},
        });
        let checked = read(&schema).validate(&json!({"a": ["x"]}));
        assert_eq!(checked.is_ok(), is_valid, "{draft}: {checked:?}");
    }
}

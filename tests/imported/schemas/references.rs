//! References by addresses, anchors and pointers: the text that a model is shown and the check of
//! its arguments lead to the same schema.

use serde_json::{Map, Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, Provider};
use toolcast_test_support::none;

/// Reads each schema, whose property `a` accepts the first value and rejects the second.
fn check(cases: impl IntoIterator<Item = (Value, Value, Value)>) {
    let mut failures = Vec::new();
    for (schema, good, bad) in cases {
        let imported = match ImportedSchema::parse(&schema) {
            Ok(imported) => imported,
            Err(error) => {
                failures.push(format!("{schema}: {error}"));
                continue;
            }
        };
        let dialect = Dialect::of(Provider::JsonSchema, false).expect("a dialect");
        let text = imported.with_schema(|tree| toolcast::render(tree, dialect));
        let text = text.expect("a text");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let judge = jsonschema::validator_for(&json).expect("a schema");
        for (value, is_good) in [(good, true), (bad, false)] {
            let value = json!({ "a": value });
            if judge.is_valid(&value) != is_good {
                failures.push(format!("{schema}: {value} in the text {text}"));
            }
            if imported.validate(&value).is_ok() != is_good {
                failures.push(format!("{schema}: {value} in the check"));
            }
        }
    }
    none(&failures);
}

/// The same for schemas whose property `a` is an integer.
fn check_integers(cases: impl IntoIterator<Item = Value>) {
    let cases = cases.into_iter();
    check(cases.map(|schema| (schema, json!(7), json!("x"))));
}

fn integer() -> Value {
    json!({"type": "integer"})
}

#[test]
fn addresses_are_resolved_against_the_address_around() {
    check_integers([
        json!({"$id": "https://x/root", "properties": {"a": {"$ref": "https://x/tree#node"}},
            "$defs": {"t": {"$id": "tree", "$defs": {"n": {"$anchor": "node", "type": "integer"}}}}}),
        json!({"$id": "https://x/a/root.json", "properties": {"a": {"$ref": "../b/leaf.json"}},
            "$defs": {"l": {"$id": "https://x/b/leaf.json", "type": "integer"}}}),
        json!({"properties": {"a": {"$ref": "https://x/b/r"}}, "$defs": {
            "r": {"$id": "https://x/b/r", "$ref": "s"},
            "s": {"$id": "https://x/b/s", "type": "integer"},
            "t": {"$id": "s", "type": "string"},
        }}),
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x/root",
            "properties": {"a": {"$ref": "sub#/definitions/i"}},
            "definitions": {"s": {"id": "http://x/sub", "definitions": {"i": integer()}}}}),
    ]);
}

#[test]
fn pointers_and_anchors_lead_from_the_address_around() {
    let string = json!({"type": "string"});
    check_integers([
        json!({"properties": {"a": {"$ref": "https://x/r"}}, "$defs": {"X": string,
            "r": {"$id": "https://x/r", "$ref": "#/$defs/X", "$defs": {"X": integer()}}}}),
        json!({"properties": {"a": {"$ref": "https://x/r"}}, "$defs": {"X": string,
            "100%25 ~/": {"$id": "https://x/r", "$ref": "#/$defs/X", "$defs": {"X": integer()}}}}),
        json!({"properties": {"a": {"$ref": "https://x/r"}}, "$defs": {
            "o": {"$anchor": "n", "type": "string"},
            "r": {"$id": "https://x/r", "$ref": "#n",
                "$defs": {"i": {"$anchor": "n", "type": "integer"}}}}}),
    ]);
    // Equal texts that lead to different schemas are merged.
    let part = |x: Value| json!({"type": "object", "properties": {"v": {"$ref": "#/$defs/X"}}, "$defs": {"X": x}});
    let mut parts = [
        part(json!({"type": "integer", "minimum": 3})),
        part(json!({"type": "integer", "maximum": 5})),
    ];
    parts[0]["$id"] = json!("https://x/p");
    parts[1]["$id"] = json!("https://x/q");
    let both = json!({"allOf": [{"$ref": "https://x/p"}, {"$ref": "https://x/q"}]});
    let schema = json!({"properties": {"a": both}, "$defs": {"p": parts[0], "q": parts[1]}});
    check([1, 9].map(|bad| (schema.clone(), json!({"v": 4}), json!({ "v": bad }))));
}

#[test]
fn a_dynamic_reference_leads_to_the_outermost_anchor() {
    let list = json!({"$id": "list", "type": "array", "items": {"$dynamicRef": "#T"},
        "$defs": {"T": {"$dynamicAnchor": "T", "type": "string"}}});
    let schema = json!({"$id": "https://x/integers", "properties": {"a": {"$ref": "list"}},
        "$defs": {"l": list, "z": {"$dynamicAnchor": "T", "type": "integer"}}});
    check([(schema, json!([1]), json!(["x"]))]);
}

#[test]
fn only_the_address_of_a_schema_is_one() {
    let other = json!({"$id": "https://x/r", "$anchor": "n", "type": "string"});
    let named = json!({"$id": "https://x/r", "$anchor": "n", "type": "integer"});
    for value in [
        json!({"default": other}),
        json!({"const": other}),
        json!({"enum": [other]}),
        json!({"examples": [other]}),
    ] {
        check_integers(["https://x/r", "https://x/r#n", "#n"].map(|reference| {
            json!({"properties": {"a": {"$ref": reference}},
                "$defs": {"a": value, "r": named}})
        }));
    }
    // An address can't replace a pointer.
    check_integers([
        json!({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {
            "b": {"$id": "#/$defs/x", "type": "string"}, "x": integer()}}),
    ]);
}

/// Schemas that are cut out of larger documents keep an `$id` that fits them no more.
#[test]
fn references_without_a_matching_base_are_found_by_their_text() {
    check_integers([
        json!({"properties": {"a": {"$ref": "leaf"}},
            "$defs": {"l": {"id": "leaf", "type": "integer"}}}),
        json!({"properties": {"a": {"$ref": "#leaf"}},
            "$defs": {"l": {"id": "#leaf", "type": "integer"}}}),
        json!({"$id": "https://x/root",
            "properties": {"a": {"$id": "https://y/z/", "$ref": "leaf"}},
            "$defs": {"l": {"$id": "leaf", "type": "integer"}}}),
        json!({"properties": {"a": {"$ref": "#/definitions/n"}},
            "$defs": {"r": {"$id": "https://x/r", "definitions": {"n": integer()}}}}),
        json!({"properties": {"a": {"$id": "https://x/r", "$ref": "#/$defs/n"}},
            "$defs": {"n": integer()}}),
        json!({"properties": {"a": {"$ref": "#n"}},
            "$defs": {"r": {"$id": "https://x/r", "$anchor": "n", "type": "integer"}}}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://x/s",
            "$ref": "#/definitions/R", "definitions": {"n": integer(), "R": {
                "type": "object", "properties": {"a": {"$ref": "https://x/s#/definitions/n"}}}}}),
    ]);
}

/// Some generators give each schema an `id`. Their names may be long.
#[test]
fn ids_that_no_reference_has_need_no_room() {
    let titled: Map<String, Value> = (0..5_000)
        .map(|i| {
            (
                i.to_string(),
                json!({"id": format!("Title {i}"), "type": "string"}),
            )
        })
        .collect();
    check_integers(["leaf", "leaf#", "leaf#/anyOf/0"].map(|reference| {
        json!({"properties": {"a": {"$ref": reference}}, "$defs": {
            "l": {"id": "leaf", "anyOf": [integer()]},
            "n".repeat(8_000): {"properties": titled}}})
    }));
}

#[test]
fn a_pointer_that_fits_several_addresses_leads_to_nothing() {
    let one = |id: &str| json!({"$id": id, "definitions": {"n": integer()}});
    let schema = json!({"properties": {"a": {"$ref": "#/definitions/n"}},
        "$defs": {"r": one("https://x/r"), "s": one("https://x/s")}});
    let error = ImportedSchema::parse(&schema).expect_err("two");
    assert_eq!(error.pointer, "/properties/a/$ref");
    assert!(error.reason.contains("refers to nothing"), "{error}");
}

/// References to a schema with a long pointer do not copy it without a bound.
/// The text of each leads to another schema from the root.
#[test]
fn a_reference_that_leads_to_nothing_in_its_resource_is_an_error() {
    let many: Map<String, Value> = (0..600)
        .map(|i| (format!("p{i}"), json!({"$ref": "#/$defs/x"})))
        .collect();
    for schema in [
        json!({
            "$id": "http://x/root",
            "properties": {"a": {"$id": "http://x/b/a", "properties": {"k": {"$ref": "c"}}}},
            "$defs": {"c": {"$id": "http://x/c", "type": "integer"}},
        }),
        json!({
            "properties": {"n".repeat(8_000): {
                "$id": "b", "properties": many, "$defs": {"x": {"type": "integer"}},
            }},
            "$defs": {"x": {"type": "string"}},
        }),
    ] {
        let error = ImportedSchema::parse(&schema).expect_err("a reference to nothing");
        let (_, end) = error.reason.split_once('`').expect("the reference");
        assert!(end.starts_with(['c', '#']), "{error:.300}");
        assert!(error.reason.ends_with("refers to nothing"), "{error:.300}");
    }
}

#[test]
fn a_dynamic_reference_does_not_lead_to_an_anchor_that_is_not_around() {
    let schema = json!({
        "properties": {"t": {"$ref": "b"}},
        "$defs": {
            "a": {"$id": "a", "$dynamicAnchor": "T", "type": "integer"},
            "b": {
                "$id": "b", "$dynamicAnchor": "T", "type": "object",
                "properties": {"next": {"$dynamicRef": "#T"}},
            },
        },
    });
    let imported = ImportedSchema::parse(&schema).expect("a schema");
    let dialect = Dialect::of(Provider::JsonSchema, false).expect("a dialect");
    let shown = imported.with_schema(|tree| toolcast::render(tree, dialect));
    let shown = shown.expect("a text");
    assert!(!shown.contains("integer"), "{shown}");
}

#[test]
fn pointers_from_the_root_are_bounded() {
    let read = |references: usize| {
        let refers: Vec<Value> = (0..references).map(|_| json!({"$ref": "r"})).collect();
        ImportedSchema::parse(
            &json!({"properties": {"a": {"$ref": "https://x/p"}}, "$defs": {
                "p": {"$id": "https://x/p", "allOf": refers},
                "n".repeat(8_000): {"$id": "https://x/r", "type": "integer"},
            }}),
        )
    };
    assert!(read(100).is_ok());
    let error = read(600).expect_err("too many");
    assert!(error.reason.contains("refers to"), "{error:.300}");
}

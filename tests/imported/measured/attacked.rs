//! Schemas and arguments that readers of the validator found: each takes far more work than its
//! size, unless the work is bounded or counted.

use serde_json::{Map, Value, json};
use toolcast::import::ImportedSchema;

use crate::soon;

/// Reads a schema in a keyword that the tree keeps as text.
fn read(schema: &Value, definitions: &Value) -> ImportedSchema {
    let schema = json!({"type": "object", "dependentSchemas": {"a": {"properties": {"a": schema}}},
        "$defs": definitions});
    ImportedSchema::parse(&schema).expect("a schema")
}

fn unchecked(imported: &ImportedSchema) -> Vec<String> {
    let all = imported.losses().iter();
    let unchecked = all.filter(|loss| loss.reason.contains("not checked"));
    unchecked
        .map(|loss| format!("{} {}: {}", loss.pointer, loss.keyword, loss.reason))
        .collect()
}

fn many(number: usize, one: impl Fn(usize) -> Value) -> Value {
    (0..number).map(one).collect()
}

/// A schema that is applied five million times to the same value.
fn repeated(schema: &Value) -> ImportedSchema {
    let refer = |name: &'static str| move |_| json!({ "$ref": name });
    let definitions = json!({
        "a": {"allOf": many(5_000, refer("#/$defs/b"))},
        "b": schema,
    });
    read(
        &json!({"allOf": many(1_000, refer("#/$defs/a"))}),
        &definitions,
    )
}

#[test]
fn schemas_that_lead_back_are_replaced_at_once() {
    soon("circles", || {
        let back = |_: usize| json!({"$ref": "#/dependentSchemas/a/properties/a"});
        let imported = read(&json!({"allOf": many(100_000, back)}), &json!({}));
        assert_eq!(unchecked(&imported).len(), 1);
        let chain = |i: usize| match i {
            2_000 => json!({"allOf": many(2_000, |i| json!({"$ref": format!("#/$defs/d{i}")}))}),
            i => json!({"not": {"$ref": format!("#/$defs/d{}", i + 1)}}),
        };
        let all: Map<_, _> = (0..=2_000).map(|i| (format!("d{i}"), chain(i))).collect();
        let imported = read(&json!({"$ref": "#/$defs/d0"}), &all.into());
        assert!(!unchecked(&imported).is_empty());
    });
}

#[test]
fn references_do_not_copy_long_names_and_addresses() {
    soon("long names", || {
        let inner: Map<_, _> = (0..10_000)
            .map(|i| (format!("{i}"), json!({"minLength": 1})))
            .collect();
        let refer = |i: usize| json!({"$ref": format!("x:y#/$defs/{i}")});
        let definitions = json!({"n".repeat(1 << 20): {"$id": "x:y", "$defs": inner}});
        let imported = read(&json!({"allOf": many(10_000, refer)}), &definitions);
        assert_eq!(unchecked(&imported), Vec::<String>::new());
        assert!(imported.validate(&json!({"a": "x"})).is_ok());
        assert!(imported.validate(&json!({"a": ""})).is_err());
    });
    soon("long addresses", || {
        let refers = json!({"allOf": many(20_000, |_| json!({"$ref": "b"}))});
        let folder = "a/".repeat(999);
        let nested = (0..60).fold(refers, |one, _| json!({"$id": folder, "not": one}));
        assert!(!unchecked(&read(&nested, &json!({}))).is_empty());
    });
}

#[test]
fn values_are_not_copied_for_each_reference_into_them() {
    soon("copies", || {
        let pointer = |i: usize| format!("#/dependentSchemas/a/properties/a{}", "/const".repeat(i));
        let list = many(100_000, |_| json!(1));
        let nested = (1..60)
            .rev()
            .fold(list, |one, i| json!({"$ref": pointer(i), "const": one}));
        let imported = read(&nested, &json!({}));
        let left = unchecked(&imported);
        assert!(left.iter().any(|one| one.contains("too large")), "{left:?}");
    });
}

#[test]
fn dynamic_anchors_are_found_by_their_names() {
    soon("dynamic anchors", || {
        let mut definitions = Map::new();
        for i in 0..20_000 {
            let anchor = json!({"$dynamicAnchor": format!("n{i}")});
            definitions.insert(format!("a{i}"), anchor);
            definitions.insert(format!("r{i}"), json!({"$id": format!("r{i}")}));
        }
        let refer = |i: usize| json!({"$dynamicRef": format!("#n{i}")});
        let imported = read(&json!({"anyOf": many(20_000, refer)}), &definitions.into());
        assert!(imported.validate(&json!({"a": 1})).is_ok());
    });
}

/// Each visit looks at something long: a value, a constant, a list of names, or a number.
#[test]
fn visits_count_the_length_of_what_they_read() {
    let long = "x".repeat(4 << 20);
    let zeros = "0".repeat(300);
    let names = |number: usize| -> Map<String, Value> {
        (0..number).map(|i| (format!("k{i}"), json!([]))).collect()
    };
    let mut dependent = names(20_000);
    dependent.insert("a".to_owned(), json!(["x"]));
    let object = Value::Object(Map::from_iter([(long.clone(), json!(1))]));
    for (what, schema, value) in [
        ("a long value", json!({"type": "integer"}), json!(long)),
        ("a long constant", json!({"const": long}), json!(1)),
        ("long names", json!({"required": [long]}), object),
        (
            "names that others require",
            json!({"dependentRequired": dependent}),
            json!({"a": 1}),
        ),
        (
            "many missing names",
            json!({"required": many(99, |i| json!(format!("n{i}")))}),
            json!({}),
        ),
        (
            "a long number",
            serde_json::from_str(&format!("{{\"multipleOf\": 1.{zeros}}}")).expect("JSON"),
            json!(1.5),
        ),
    ] {
        let imported = repeated(&schema);
        soon(what, || {
            let _ = imported.validate(&json!({ "a": value }));
        });
    }
    soon("many simple alternatives", || {
        let all = many(100_000, |_| json!(true));
        let imported = read(&json!({"items": {"anyOf": all}}), &json!({}));
        let checked = imported.validate(&json!({"a": vec![0; 100_000]}));
        assert!(checked.is_ok(), "{checked:?}");
    });
}

#[test]
fn repeats_of_what_may_match_nothing_count_their_states() {
    soon("an empty repeat", || {
        for pattern in [
            "^(a?){20000}$",
            "^(a?){ 20000 }$",
            "(?x)^(a?) {20000}$",
            "^(?:[!-[]?a?){9000}$",
        ] {
            let items = json!({ "pattern": pattern });
            let imported = read(&json!({ "items": items }), &json!({}));
            let texts = json!({"a": vec!["aaaaaaaa"; 200_000]});
            match unchecked(&imported).as_slice() {
                [] => {
                    let rejected = imported.validate(&texts).expect_err("too much");
                    let text = rejected.to_string();
                    let is_literal = pattern.contains("{ ") && text.contains("matches");
                    assert!(text.contains("too many") || is_literal, "{pattern}: {text}");
                }
                entries => assert_eq!(entries.len(), 1, "{pattern}: {entries:?}"),
            }
        }
    });
}

#[test]
fn deep_values_are_not_hashed_without_a_bound() {
    let imported = read(&json!({"uniqueItems": true}), &json!({}));
    let deep = |levels| (0..levels).fold(json!([1, 2]), |one, _| json!([one]));
    assert!(imported.validate(&json!({"a": [deep(60), 1]})).is_ok());
    assert!(imported.validate(&json!({"a": [deep(2_000), 1]})).is_err());
    let of_bits = |i: usize| {
        many(14, |bit| {
            if i >> bit & 1 == 0 {
                json!(null)
            } else {
                json!(false)
            }
        })
    };
    let lists = many(10_000, of_bits);
    assert!(imported.validate(&json!({ "a": lists })).is_ok());
}

/// Matching that ends early in one alternative doesn't matter if the value fits another one.
#[test]
fn an_alternative_before_one_that_is_too_expensive_is_enough() {
    let schema = json!({"anyOf": [
        {"properties": {"list": {"items": {"type": "string"}}}, "required": ["list"]},
        {"properties": {"text": {"pattern": r"^(a|aa)+\1$"}}},
    ]});
    let imported = read(&schema, &json!({}));
    let text = format!("{}b", "a".repeat(1_000));
    assert!(
        imported
            .validate(&json!({"a": {"list": [], "text": text}}))
            .is_ok()
    );
    let rejected = imported.validate(&json!({"a": {"text": text}}));
    let rejected = rejected.expect_err("too expensive").to_string();
    assert!(rejected.contains("$.a.text: matching it"), "{rejected}");
    for text in [text, "a".repeat(50_000)] {
        let either = json!({"anyOf": [{"pattern": r"^(a|aa)+\1$"}, {"type": "string"}]});
        let checked = read(&either, &json!({})).validate(&json!({"a": text}));
        assert!(checked.is_ok(), "{checked:?}");
    }
}

/// Lists of the usual length, with patterns that repeat groups.
#[test]
fn lists_of_names_are_matched_with_repeated_groups() {
    for (pattern, text) in [
        (
            r"^(?:[a-z0-9-]{1,63}\.){1,126}[a-z]{2,63}$",
            "a-host.of.example.com",
        ),
        (
            "^(/[a-z0-9._-]{1,100}){1,64}$",
            "/project/module/src/main.rs",
        ),
        (
            r"^[a-zA-Z0-9_-]{1,64}(\.[a-zA-Z0-9_-]{1,64}){0,10}$",
            "one.two.three",
        ),
        (
            r"^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.){1,8}[a-zA-Z]{2,63}$",
            "mail.example.com",
        ),
        (
            r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$",
            "2026-11-29T09:37:36.123Z",
        ),
    ] {
        let items = json!({"type": "string", "pattern": pattern});
        let schema = json!({"properties": {"a": {"type": "array", "items": items}}});
        let imported = ImportedSchema::parse(&schema).expect("a schema");
        let checked = imported.validate(&json!({"a": vec![text; 5_000]}));
        assert!(checked.is_ok(), "{pattern}: {checked:?}");
    }
}

/// Keywords with a value that they can't have. Nothing is rejected because of them.
#[test]
fn invalid_keywords_are_reported_at_their_places() {
    for (schema, value, places) in [
        (
            json!({"properties": "x", "additionalProperties": false}),
            json!({"b": 1}),
            vec!["/ properties", "/ additionalProperties"],
        ),
        (
            json!({"properties": [], "minProperties": 1}),
            json!({"b": 1}),
            vec![],
        ),
        (
            json!({"contains": {"const": 1}, "minContains": "0"}),
            json!([]),
            vec!["/ minContains", "/ contains"],
        ),
        (
            json!({"prefixItems": 1, "items": false}),
            json!([1]),
            vec!["/ prefixItems", "/ items"],
        ),
        (
            json!({"dependencies": {"b": {"$ref": "#/dependentSchemas/a/properties/a"}}}),
            json!({"b": 1}),
            vec!["/ dependencies"],
        ),
        (
            json!({"allOf": [{"$recursiveRef": "#/dependentSchemas/a/properties/a"}]}),
            json!(1),
            vec!["/allOf/0 $recursiveRef"],
        ),
        (
            json!({"title": "t", "not": {"$ref": "#/dependentSchemas/a/properties/a/title"}}),
            json!(1),
            vec!["/ not"],
        ),
    ] {
        let imported = read(&schema, &json!({}));
        let left = unchecked(&imported);
        let around = "/dependentSchemas/a/properties/a";
        for place in &places {
            let (pointer, keyword) = place.split_once(' ').expect("two parts");
            let place = format!("{around}{} {keyword}:", pointer.trim_end_matches('/'));
            let number = left.iter().filter(|one| one.starts_with(&place)).count();
            assert_eq!(number, 1, "{place} of {schema}: {left:?}");
        }
        assert_eq!(left.len(), places.len(), "{schema}: {left:?}");
        let checked = imported.validate(&json!({ "a": value }));
        assert!(checked.is_ok(), "{schema}: {checked:?}");
    }
}

/// Addresses and anchors of older drafts.
#[test]
fn anchors_of_older_drafts_are_found() {
    for (draft, id, reference) in [
        (
            "http://json-schema.org/draft-04/schema#",
            "id",
            "http://x/s#/definitions/t",
        ),
        (
            "http://json-schema.org/draft-04/schema#",
            "$id",
            "http://x/s#/definitions/t",
        ),
        (
            "http://json-schema.org/draft-07/schema#",
            "$id",
            "http://x/t#named",
        ),
        (
            "http://json-schema.org/draft-07/schema#",
            "$id",
            "http://x/s#named",
        ),
    ] {
        let address = if reference.contains("/s#") {
            "http://x/s#named"
        } else {
            "http://x/t#named"
        };
        let definition = json!({id: address, "not": {"const": 3}});
        let schema = json!({"$schema": draft, id: "http://x/s", "type": "object",
            "properties": {"a": {"$ref": reference}}, "definitions": {"t": definition}});
        let imported = ImportedSchema::parse(&schema).expect("a schema");
        assert_eq!(unchecked(&imported), Vec::<String>::new(), "{schema}");
        assert!(imported.validate(&json!({"a": 4})).is_ok(), "{schema}");
        assert!(imported.validate(&json!({"a": 3})).is_err(), "{schema}");
    }
    let base = json!({"$id": "base", "$recursiveAnchor": true, "type": "object",
        "properties": {"child": {"$recursiveRef": "#"}}});
    let schema = json!({"$schema": "https://json-schema.org/draft/2019-09/schema",
        "$id": "https://x/extension", "$recursiveAnchor": true,
        "anyOf": [{"type": "string"}, {"$ref": "base"}], "$defs": {"b": base}});
    let root = json!({"type": "object", "not": {"not": schema}});
    let imported = ImportedSchema::parse(&root).expect("a schema");
    assert!(imported.validate(&json!({"child": "x"})).is_ok());
    assert!(imported.validate(&json!({"child": 1})).is_err());
}

/// Patterns that take long to read, or far more memory than their size.
#[test]
fn patterns_are_read_and_matched_within_bounds() {
    let schema_of = |patterns: Vec<String>| {
        let all = patterns.into_iter().enumerate();
        let all = all.map(|(i, pattern)| {
            (
                format!("p{i}"),
                json!({"type": "string", "pattern": pattern}),
            )
        });
        let schema = json!({"type": "object", "properties": Value::Object(all.collect())});
        ImportedSchema::parse(&schema).expect("a schema")
    };
    soon("groups in a repeat", || {
        let imported = schema_of(vec![format!("^(?:{}[ab]){{50}}$", "()".repeat(900))]);
        assert!(imported.validate(&json!({"p0": "ab".repeat(25)})).is_ok());
        assert!(imported.validate(&json!({"p0": "ab".repeat(24)})).is_err());
    });
    soon("case of large classes", || {
        let unreadable = |i: usize| format!(r"(?i){}[\S]\p{{z{i}}}", r"[\S]".repeat(400));
        let imported = schema_of((0..200).map(unreadable).collect());
        assert!(unchecked(&imported).len() > 100);
        let words = many(2_000, |i| json!(format!("w{i}")));
        let schema = json!({"type": "object", "properties": {"a": {"enum": words, "pattern": unreadable(0)}}});
        assert!(ImportedSchema::parse(&schema).is_ok());
    });
    let huge = "(?:a{9999999999}){9999999999}";
    assert!(!unchecked(&schema_of(vec![format!("{huge}{huge}")])).is_empty());
    // Each of these is compiled for itself.
    let imported = schema_of(vec!["^(?!x)[^a]{500}$".to_owned(); 100]);
    assert!(unchecked(&imported).len() > 50);
    // Each text of a pattern is counted once, and a text is in one copy of the repeat.
    let imported = schema_of(vec!["^.{1,4000}$".to_owned(); 10]);
    assert_eq!(unchecked(&imported), Vec::<String>::new());
    let long = "x".repeat(4_000);
    let all: Map<_, _> = (0..10).map(|i| (format!("p{i}"), json!(long))).collect();
    let checked = imported.validate(&all.into());
    assert!(checked.is_ok(), "{checked:?}");
    let slow = json!({"pattern": "[ab]*a[ab]{900}c", "properties": {"x": {"type": "integer"}}});
    let imported = read(&json!({"anyOf": [slow, {"type": "string"}]}), &json!({}));
    let checked = imported.validate(&json!({"a": "a".repeat(300_000)}));
    assert!(checked.is_ok(), "{checked:?}");
}

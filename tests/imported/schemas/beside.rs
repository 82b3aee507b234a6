//! Keywords in unusual spellings, and keywords whose effect depends on those beside them.

use serde_json::{Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, Outcome, Provider};

/// A schema as that of the property `p`.
fn read(p: &Value) -> ImportedSchema {
    let schema = json!({"type": "object", "properties": {"p": p}});
    ImportedSchema::parse(&schema).unwrap_or_else(|error| panic!("{p}: {error}"))
}

/// The canonical text of the property `p`.
fn written(imported: &ImportedSchema) -> Value {
    let dialect = Dialect::of(Provider::JsonSchema, false).expect("a dialect");
    let text = imported
        .with_schema(|schema| toolcast::render(schema, dialect))
        .unwrap_or_else(|report| panic!("{report}"));
    let text: Value = serde_json::from_str(&text).expect("our text is JSON");
    text["properties"]["p"].clone()
}

/// The losses below the property `p`: place, keyword and outcome.
fn entries(imported: &ImportedSchema) -> Vec<(String, String, Outcome)> {
    let entry = |loss: &toolcast::ReportEntry| {
        let place = loss.pointer.strip_prefix("/properties/p");
        let place = place.unwrap_or(&loss.pointer).to_owned();
        (place, loss.keyword.clone(), loss.outcome)
    };
    imported.losses().iter().map(entry).collect()
}

fn entry(place: &str, keyword: &str, outcome: Outcome) -> (String, String, Outcome) {
    (place.to_owned(), keyword.to_owned(), outcome)
}

#[test]
fn types_in_any_spelling_are_merged_by_their_meaning() {
    for (schema, plain) in [
        (
            json!({"type": "STRING", "anyOf": [{"type": "STRING", "enum": ["a"]}, {"type": "STRING", "minLength": 2}]}),
            json!({"type": "string", "anyOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "minLength": 2}]}),
        ),
        (
            json!({"allOf": [{"type": "dict"}, {"type": "object"}]}),
            json!({"type": "object"}),
        ),
        (
            json!({"allOf": [{"type": "any"}, {"type": "string"}]}),
            json!({"type": "string"}),
        ),
        (
            json!({"allOf": [{"type": "float"}, {"type": "Integer"}]}),
            json!({"type": "integer"}),
        ),
        (
            json!({"anyOf": [{"type": "STRING"}, {"type": "NULL"}]}),
            json!({"type": ["string", "null"]}),
        ),
    ] {
        assert_eq!(
            written(&read(&schema)),
            written(&read(&plain)),
            "{schema}: {plain}"
        );
    }
}

/// `else` of the second condition isn't about the first one.
#[test]
fn conditions_in_all_of_are_described_one_by_one() {
    let condition = |names: [&str; 2]| json!({"if": {"required": [names[0]]}, "then": {"required": [names[1]]}});
    let (first, mut second) = (condition(["a", "b"]), condition(["c", "d"]));
    second["else"] = json!({"required": ["e"]});
    let p = json!({"type": "object", "properties": {"a": {}}, "allOf": [first, second]});
    let imported = read(&p);
    let text = written(&imported);
    let text = text["description"].as_str().expect("a description");
    let place = |words: &str| {
        text.find(words)
            .unwrap_or_else(|| panic!("{words}: {text}"))
    };
    let second =
        place(r#"if: {"required":["c"]}, then: {"required":["d"]}, else: {"required":["e"]}"#);
    let first = place(r#"if: {"required":["a"]}, then: {"required":["b"]}"#);
    assert!(second < first, "{text}");
    for (part, keyword) in [(0, "if"), (0, "then"), (1, "if"), (1, "then"), (1, "else")] {
        let entry = entry(&format!("/allOf/{part}"), keyword, Outcome::Described);
        assert!(entries(&imported).contains(&entry), "{entry:?}");
    }
}

#[test]
fn counts_of_items_in_all_of_are_about_their_own_schema() {
    let p = json!({"type": "array", "allOf": [
        {"contains": {"const": 1}},
        {"contains": {"const": 2}, "maxContains": 3},
        {"minContains": 4},
    ]});
    let imported = read(&p);
    let text = written(&imported);
    let text = text["description"].as_str().expect("a description");
    assert_eq!(
        text,
        r#"contains: {"const":2}, maxContains: 3, contains: {"const":1}"#
    );
    let hidden = entry("/allOf/2", "minContains", Outcome::Hidden);
    assert!(entries(&imported).contains(&hidden), "{p}");
}

#[test]
fn keywords_without_the_one_that_they_are_about_are_not_shown() {
    for (p, keyword) in [
        (
            json!({"type": "array", "items": {}, "additionalItems": false}),
            "additionalItems",
        ),
        (
            json!({"type": "array", "prefixItems": [{}], "minItems": 1, "maxItems": 1, "additionalItems": false}),
            "additionalItems",
        ),
        (json!({"type": "string", "then": {"minLength": 2}}), "then"),
        (json!({"type": "string", "else": {"minLength": 2}}), "else"),
        (json!({"type": "array", "minContains": 2}), "minContains"),
        (json!({"type": "array", "maxContains": 2}), "maxContains"),
    ] {
        let imported = read(&p);
        let hidden = entry("", keyword, Outcome::Hidden);
        assert_eq!(entries(&imported), [hidden], "{p}");
        assert_eq!(written(&imported).get("description"), None, "{p}");
    }
}

#[test]
fn a_keyword_of_schemas_with_another_value_is_not_an_unknown_keyword() {
    for (keyword, value) in [
        ("allOf", json!({"minLength": 2})),
        ("$ref", json!(7)),
        ("$dynamicRef", json!({})),
    ] {
        let imported = read(&json!({"type": "string", keyword: value}));
        let widened = entry("", keyword, Outcome::Widened);
        assert_eq!(entries(&imported).first(), Some(&widened), "{keyword}");
    }
}

#[test]
fn a_long_default_or_example_is_shortened_in_the_description() {
    let long = "x".repeat(3000);
    for (keyword, value) in [
        ("default", json!({"a": long})),
        ("examples", json!([{"a": long}])),
    ] {
        let imported = read(&json!({"type": "object", "properties": {"a": {}}, keyword: value}));
        let text = written(&imported)["description"].to_string();
        assert!(text.contains("xxx…") && text.len() < 1100, "{}", text.len());
        let reason = &imported.losses()[0].reason;
        assert!(reason.contains("its beginning"), "{reason}");
    }
}

#[test]
fn a_number_that_is_not_zero_keeps_the_other_number_that_it_is_not() {
    let ranges = json!([{"type": "integer", "maximum": -1}, {"type": "integer", "minimum": 1}]);
    let p = json!({"type": "integer", "not": {"const": 5}, "anyOf": ranges});
    let imported = read(&p);
    let not = entry("", "not", Outcome::Described);
    assert_eq!(entries(&imported), [not]);
    let text = written(&imported).to_string();
    assert!(text.contains(r#"{\"const\":5}"#), "{text}");
    assert!(text.contains(r#""maximum":-1"#), "{text}");
}

#[test]
fn prefix_items_beside_a_list_in_items_have_an_entry() {
    let p = json!({"type": "array", "prefixItems": [{"type": "string"}], "items": [{"type": "integer"}], "minItems": 1, "maxItems": 1});
    let imported = read(&p);
    let widened = entry("", "prefixItems", Outcome::Widened);
    assert!(
        entries(&imported).contains(&widened),
        "{:?}",
        imported.losses()
    );
    assert_eq!(written(&imported)["prefixItems"][0]["type"], "integer");
}

#[test]
fn equal_values_in_another_spelling_fit_both_parts() {
    for (one, other) in [
        (
            r#"{"a":1,"b":{"c":2,"d":3}}"#,
            r#"{"b":{"d":3,"c":2},"a":1}"#,
        ),
        ("[1,[2]]", "[1.0,[2e0]]"),
        ("0.5", "0.50"),
        ("25e-1", "2.5"),
    ] {
        for keyword in ["const", "enum"] {
            let part = |value: &str| match keyword {
                "enum" => format!(r#"{{"enum":[{value}]}}"#),
                _ => format!(r#"{{"const":{value}}}"#),
            };
            let p = format!(r#"{{"allOf":[{},{}]}}"#, part(one), part(other));
            let schema = format!(r#"{{"type":"object","properties":{{"p":{p}}}}}"#);
            let imported = ImportedSchema::parse(&schema).expect("a schema");
            let described = entry("/allOf/0", keyword, Outcome::Described);
            assert!(entries(&imported).contains(&described), "{p}");
        }
    }
}

#[test]
fn alternatives_that_only_require_names_are_described_by_their_keyword() {
    let a = json!({"required": ["a"]});
    let both = json!({"required": ["a", "b"]});
    let without = json!({"not": {"required": ["a"]}});
    for (keyword, alternatives, words) in [
        ("anyOf", json!([a, both]), "give a, or a and b"),
        ("oneOf", json!([a, both]), "give exactly one of: a; a and b"),
        (
            "oneOf",
            json!([both, without]),
            r#"give exactly one of: a and b; nothing that fits {"required":["a"]}"#,
        ),
        (
            "anyOf",
            json!([{"required": ["b"], "not": {"required": ["a"]}}, {"required": []}]),
            r#"give b but nothing that fits {"required":["a"]}, or none of them"#,
        ),
    ] {
        let p = json!({"type": "object", "properties": {"a": {}, "b": {}}, keyword: alternatives});
        assert_eq!(written(&read(&p))["description"], words, "{p}");
    }
}

/// SDKs write `null` for each keyword that is not set.
#[test]
fn keywords_that_are_null_are_not_set() {
    let unset = json!({
        "type": null, "enum": null, "anyOf": null, "allOf": null, "items": null, "properties": null,
        "required": null, "additionalProperties": null, "minLength": null, "pattern": null,
        "format": null, "not": null, "$ref": null, "title": null, "example": null,
        "examples": null, "nullable": null, "description": null, "discriminator": null,
    });
    let dumped = |schema: Value| {
        let mut all = unset.clone();
        for (name, value) in schema.as_object().expect("a schema") {
            all[name] = value.clone();
        }
        all
    };
    for schema in [
        json!({"type": "string", "minLength": 2}),
        json!({"enum": ["a", "b"]}),
        json!({"const": null}),
        json!({"type": "array", "items": {"type": "integer"}}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    ] {
        let p = match schema.get("anyOf") {
            Some(alternatives) => {
                let alternatives = alternatives.as_array().expect("a list").iter();
                let all: Vec<Value> = alternatives.map(|one| dumped(one.clone())).collect();
                dumped(json!({ "anyOf": all }))
            }
            None => dumped(schema.clone()),
        };
        let imported = read(&p);
        assert_eq!(written(&imported), written(&read(&schema)), "{p}");
        let entries = entries(&imported);
        let is_hidden = |one: &(String, String, Outcome)| one.2 == Outcome::Hidden;
        assert!(entries.iter().all(is_hidden), "{p}: {entries:?}");
        assert!(
            entries.contains(&entry("", "items", Outcome::Hidden)) != schema.get("items").is_some()
        );
    }
}

#[test]
fn names_that_may_be_any_are_not_described() {
    for names in [json!(true), json!({})] {
        for properties in [json!({}), json!({"a": {}})] {
            let imported =
                read(&json!({"type": "object", "properties": properties, "propertyNames": names}));
            assert_eq!(entries(&imported), [], "{names} {properties}");
            assert_eq!(written(&imported).get("description"), None, "{names}");
        }
    }
}

#[test]
fn a_dynamic_reference_beside_a_reference_is_merged_with_it() {
    let p = json!({
        "$ref": "#/properties/p/$defs/a",
        "$dynamicRef": "#b",
        "$defs": {"a": {"type": "string"}, "b": {"$dynamicAnchor": "b", "minLength": 2}},
    });
    assert_eq!(
        written(&read(&p)),
        json!({"type": "string", "minLength": 2})
    );
}

#[test]
fn a_reference_to_nothing_is_reported_at_its_keyword() {
    for (p, at) in [
        (json!({"$ref": "#/nothing"}), "/$ref"),
        (json!({"$dynamicRef": "#nothing"}), "/$dynamicRef"),
        (json!({"allOf": [{"$ref": "#/nothing"}]}), "/allOf/0/$ref"),
        (
            json!({"anyOf": [{"type": "string"}, {"$ref": "#/nothing"}]}),
            "/anyOf/1/$ref",
        ),
        (
            json!({"maxLength": 2, "oneOf": [{"type": "string"}, {"$ref": "#/nothing"}]}),
            "/oneOf/1/$ref",
        ),
    ] {
        let schema = json!({"type": "object", "properties": {"p": p}});
        let error = ImportedSchema::parse(&schema).expect_err("a reference to nothing");
        assert_eq!(error.pointer, format!("/properties/p{at}"), "{p}");
    }
}

/// `nullable` is about the schema that has it, as the check of arguments reads it.
#[test]
fn null_is_accepted_if_each_part_of_all_of_accepts_it() {
    let nullable = json!({"type": "string", "nullable": true});
    for (p, expected) in [
        (
            json!({"allOf": [nullable, {"type": "string"}]}),
            json!({"type": "string"}),
        ),
        (
            json!({"type": "string", "allOf": [nullable]}),
            json!({"type": "string"}),
        ),
        (
            json!({"allOf": [{"enum": ["a", "b"]}, {"nullable": true}]}),
            json!({"type": "string", "enum": ["a", "b"]}),
        ),
        (
            json!({"nullable": true, "allOf": [{"type": "string"}]}),
            json!({"type": ["string", "null"]}),
        ),
        (
            json!({"allOf": [nullable, {"maxLength": 3}]}),
            json!({"type": ["string", "null"], "maxLength": 3}),
        ),
        (
            json!({"allOf": [nullable, {"type": ["string", "null"]}]}),
            json!({"type": ["string", "null"]}),
        ),
    ] {
        assert_eq!(written(&read(&p)), written(&read(&expected)), "{p}");
    }
}

#[test]
fn an_enum_without_a_list_is_reported_at_its_keyword() {
    for p in [json!({"enum": 7}), json!({"const": 1, "enum": 7})] {
        let schema = json!({"type": "object", "properties": {"p": p}});
        let error = ImportedSchema::parse(&schema).expect_err("no list");
        assert_eq!(error.pointer, "/properties/p/enum", "{p}");
    }
}

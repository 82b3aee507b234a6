//! Keywords whose meaning depends on the draft or on the keywords beside them: lists of items,
//! siblings of references, and names that no keyword evaluates. A validator is the judge.

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};
use toolcast::import::{ImportedSchema, ToolDefinition};
use toolcast::{Outcome, ReportEntry};
use toolcast_test_support::{canonical, text};

const OLDER: [&str; 4] = [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
];

/// A root with the property `p`.
fn root(p: &Value) -> Value {
    json!({"type": "object", "properties": {"p": p}, "definitions": {
        "text": {"type": "string"},
    }})
}

/// The canonical text of a tool, and its entries without the whole's `$schema`.
fn read(schema: &Value) -> (Value, Vec<ReportEntry>) {
    let tool = json!({"name": "a", "inputSchema": schema});
    let tool = ToolDefinition::parse(&tool).unwrap_or_else(|error| panic!("{schema}: {error}"));
    let (_, written) = tool
        .with_schema(|schema| text(schema, canonical()))
        .unwrap_or_else(|error| panic!("{schema}: {error:?}"));
    let losses = tool.losses().iter();
    let losses = losses.filter(|loss| loss.keyword != "$schema").cloned();
    (written, losses.collect())
}

/// The entries, with pointers relative to the property `p`.
fn entries(losses: &[ReportEntry]) -> Vec<(&str, &str, Outcome)> {
    let each = losses.iter().map(|loss| {
        let pointer = loss.pointer.trim_start_matches("/inputSchema");
        let pointer = pointer.trim_start_matches("/properties/p");
        (pointer, loss.keyword.as_str(), loss.outcome)
    });
    each.collect()
}

/// The values of `p` among these that the text and the original judge differently.
fn differences(schema: &Value, draft: Draft, written: &Value, values: &[Value]) -> Vec<Value> {
    let build = |schema: &Value, draft: Draft| -> Validator {
        let options = jsonschema::options().with_draft(draft);
        options.build(schema).expect("a schema")
    };
    let original = build(schema, draft);
    let written = build(written, Draft::Draft202012);
    let each = values.iter().map(|value| json!({"p": value}));
    each.filter(|value| original.is_valid(value) != written.is_valid(value))
        .collect()
}

fn lists() -> Vec<Value> {
    vec![
        json!([]),
        json!(["a"]),
        json!(["abcd"]),
        json!([1]),
        json!(["a", 1]),
        json!(["abcd", 1]),
        json!(["a", "b"]),
        json!(["a", 1, true]),
        json!(["a", 1, 2]),
    ]
}

/// Both parts with and without the length of two, so that the text can express each position.
#[test]
fn lists_of_items_in_all_of_are_merged_by_position() {
    let two = json!({"minItems": 2, "maxItems": 2});
    let pair = json!({"items": [{"type": "string"}, {"type": "integer"}]});
    for (other, first) in [
        (json!({"items": [{"maxLength": 3}]}), 3),
        (json!({"items": [{}, {"minimum": 0}, {"type": "null"}]}), 0),
        (
            json!({"items": [{"maxLength": 3}], "additionalItems": {"minimum": 0}}),
            3,
        ),
        (
            json!({"items": [{"maxLength": 3}], "additionalItems": true}),
            3,
        ),
        (json!({"items": {"maxLength": 3}}), 3),
        (json!({"additionalItems": false, "items": {}}), 0),
        (json!({"$ref": "#/definitions/list"}), 0),
    ] {
        for parts in [json!([pair, other, two]), json!([two, other, pair])] {
            let mut schema = root(&json!({"type": "array", "allOf": parts}));
            schema["definitions"]["list"] = json!({"type": "array", "items": [{"type": "string"}]});
            for draft in OLDER.iter().map(Some).chain([None]) {
                if let Some(draft) = draft {
                    schema["$schema"] = json!(draft);
                } else {
                    schema.as_object_mut().expect("a root").remove("$schema");
                }
                let (written, losses) = read(&schema);
                let items = &written["properties"]["p"]["prefixItems"];
                assert_eq!(items[0]["type"], "string", "{schema}: {written}");
                assert_eq!(items[1]["type"], "integer", "{schema}: {written}");
                if first > 0 {
                    assert_eq!(items[0]["maxLength"], first, "{schema}: {written}");
                }
                let is_lost = |loss: &ReportEntry| {
                    !matches!(loss.outcome, Outcome::Hidden | Outcome::Rewritten)
                };
                assert!(!losses.iter().any(is_lost), "{schema}: {losses:?}");
                let draft = match draft {
                    Some(name) if name.contains("04") => Draft::Draft4,
                    Some(name) if name.contains("06") => Draft::Draft6,
                    Some(name) if name.contains("07") => Draft::Draft7,
                    _ => Draft::Draft201909,
                };
                let found = differences(&schema, draft, &written, &lists());
                assert_eq!(found, <[Value; 0]>::default(), "{schema}: {written}");
            }
        }
    }
}

#[test]
fn items_beside_prefix_items_in_all_of_apply_to_each_position() {
    let schema = root(&json!({"allOf": [
        {"type": "array", "prefixItems": [{}, {"type": "integer"}], "minItems": 2, "maxItems": 2},
        {"items": {"type": ["string", "integer"]}},
    ]}));
    let (written, losses) = read(&schema);
    assert_eq!(entries(&losses), [], "{written}");
    let found = differences(&schema, Draft::Draft202012, &written, &lists());
    assert_eq!(found, <[Value; 0]>::default(), "{written}");
}

#[test]
fn further_items_without_a_list_have_no_effect() {
    let mut schema = root(
        &json!({"type": "array", "minItems": 1, "maxItems": 1, "allOf": [
            {"additionalItems": false},
            {"items": [{"type": "string"}]},
        ]}),
    );
    schema["$schema"] = json!(OLDER[2]);
    let (written, losses) = read(&schema);
    let hidden = ("/allOf/0", "additionalItems", Outcome::Hidden);
    assert_eq!(entries(&losses), [hidden], "{written}");
    let found = differences(&schema, Draft::Draft7, &written, &lists());
    assert_eq!(found, <[Value; 0]>::default(), "{written}");
}

/// The text of a list of variable length accepts the type of any item at any position, so that
/// only its end is compared.
#[test]
fn a_list_ends_before_an_item_that_no_value_fits() {
    let text = json!({"type": "string"});
    let never = [
        json!(false),
        json!({"not": {}}),
        json!({"enum": []}),
        json!({"type": "string", "const": 1}),
        json!({"type": "object", "required": ["a"], "additionalProperties": false}),
    ];
    let values = [json!([]), json!(["a"]), json!(["a", "b"]), json!([1])];
    for never in &never {
        for (p, most) in [
            (json!({"items": never}), 0),
            (json!({"prefixItems": [never]}), 0),
            (json!({"prefixItems": [never], "items": text}), 0),
            (json!({"prefixItems": [text, never]}), 1),
            (json!({"prefixItems": [text], "items": never}), 1),
            (
                json!({"prefixItems": [text, never, text], "minItems": 1}),
                1,
            ),
            (json!({"prefixItems": [text, never], "maxItems": 3}), 1),
            (
                json!({"items": {"type": "array", "items": never}, "maxItems": 1}),
                1,
            ),
        ] {
            let mut p = p;
            p["type"] = json!("array");
            let schema = root(&p);
            let (written, losses) = read(&schema);
            let list = &written["properties"]["p"];
            let longest = list["maxItems"].as_u64();
            assert_eq!(longest, Some(most), "{schema}: {written}");
            let found = differences(&schema, Draft::Draft202012, &written, &values);
            assert_eq!(found, <[Value; 0]>::default(), "{schema}: {written}");
            let widened = |loss: &ReportEntry| loss.outcome == Outcome::Widened;
            assert!(!losses.iter().any(widened), "{schema}: {losses:?}");
            let tool = json!({"name": "a", "inputSchema": schema});
            let tool = ToolDefinition::parse(&tool).expect("a definition");
            for &provider in toolcast::Provider::ALL {
                assert!(tool.schema_for(provider).is_ok(), "{provider}: {schema}");
            }
        }
    }
}

#[test]
fn a_list_that_needs_an_item_that_no_value_fits_has_no_value() {
    for p in [
        json!({"type": "array", "items": false, "minItems": 1}),
        json!({"type": "array", "prefixItems": [{"type": "string"}, false], "minItems": 2}),
        json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"not": {}}, "minItems": 2}),
    ] {
        let (written, losses) = read(&root(&p));
        assert_eq!(written["properties"]["p"], Value::Null, "{p}");
        let never = |loss: &ReportEntry| loss.keyword == "properties";
        assert!(losses.iter().any(never), "{losses:?}");
    }
}

#[test]
fn a_required_name_whose_schema_no_value_fits_leaves_the_property_out() {
    let p = json!({"type": "object", "required": ["a"], "additionalProperties": {"enum": []}});
    let (written, losses) = read(&root(&p));
    assert_eq!(written["properties"]["p"], Value::Null);
    assert!(losses.iter().any(|loss| loss.keyword == "required"));
    let p = json!({"items": {"type": ["object", "null"], "required": ["a"], "additionalProperties": false}});
    let (written, _) = read(&root(&p));
    assert_eq!(
        written["properties"]["p"]["items"],
        json!({"type": "null"}),
        "{written}"
    );
}

#[test]
fn keywords_beside_a_reference_have_no_effect_in_drafts_4_to_7() {
    let siblings = [
        json!({"minLength": 5}),
        json!({"type": "object", "title": "Shown"}),
        json!({"allOf": [{"maxLength": 1}]}),
        json!({"not": {}}),
        json!({"enum": [1, 2], "description": "Shown"}),
    ];
    let values = [json!("a"), json!("abcdef"), json!(1), json!({})];
    for sibling in &siblings {
        let mut alone = sibling.clone();
        alone["$ref"] = json!("#/definitions/text");
        for (p, at) in [
            (alone.clone(), ""),
            (json!({"allOf": [alone, {"type": "string"}]}), "/allOf/0"),
            (json!({"anyOf": [{"type": "null"}, alone]}), "/anyOf/1"),
        ] {
            let mut schema = root(&p);
            for (name, draft) in
                OLDER[..3]
                    .iter()
                    .zip([Draft::Draft4, Draft::Draft6, Draft::Draft7])
            {
                schema["$schema"] = json!(name);
                let (written, losses) = read(&schema);
                let found = differences(&schema, draft, &written, &values);
                assert_eq!(found, <[Value; 0]>::default(), "{schema}: {written}");
                let ignored = sibling.as_object().expect("an object").keys();
                let ignored =
                    ignored.filter(|name| !["title", "description"].contains(&name.as_str()));
                let hidden: Vec<_> = ignored
                    .map(|name| (at, name.as_str(), Outcome::Hidden))
                    .collect();
                assert_eq!(entries(&losses), hidden, "{schema}");
                if at.is_empty() && (sibling.get("title").or(sibling.get("description"))).is_some()
                {
                    let p = &written["properties"]["p"];
                    assert_eq!(p["description"], "Shown", "{written}");
                }
            }
        }
    }
}

#[test]
fn keywords_beside_a_reference_have_an_effect_without_a_draft_and_in_later_ones() {
    let mut schema = root(&json!({"$ref": "#/definitions/text", "minLength": 5}));
    for draft in [None, Some(OLDER[3])] {
        if let Some(draft) = draft {
            schema["$schema"] = json!(draft);
        }
        let (written, losses) = read(&schema);
        assert_eq!(entries(&losses), []);
        assert_eq!(written["properties"]["p"]["minLength"], 5);
    }
}

/// Each alternative lists other names than those beside it.
#[test]
fn names_that_are_not_evaluated_beside_alternatives_are_narrowed() {
    let values = [
        json!({"a": "x"}),
        json!({"b": "x"}),
        json!({"a": "x", "b": "x"}),
        json!({"a": "x", "c": "x"}),
        json!({"b": "x", "c": "x"}),
        json!({"d": "x"}),
    ];
    let b = json!({"type": "object", "properties": {"b": {"type": "string"}}});
    let c = json!({"type": "object", "properties": {"c": {"type": "string"}}});
    let closed = |keyword: &str, all: [&Value; 2]| json!({"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false, keyword: all});
    let narrowed = [("", "unevaluatedProperties", Outcome::Narrowed)];
    let any = closed("anyOf", [&b, &c]);
    let inside = json!({"type": "object", "allOf": [any]});
    for (p, at) in [(any, ""), (inside, "/allOf/0")] {
        let schema = root(&p);
        let (written, losses) = read(&schema);
        let narrowed = narrowed.map(|(_, keyword, outcome)| (at, keyword, outcome));
        assert_eq!(entries(&losses), narrowed, "{written}");
        let found = differences(&schema, Draft::Draft202012, &written, &values);
        assert_eq!(found, [json!({"p": {"b": "x", "c": "x"}})], "{written}");
    }
    // All list the same names.
    let schema = root(&closed("anyOf", [&b, &b]));
    let (written, losses) = read(&schema);
    assert_eq!(entries(&losses), [], "{written}");
    let found = differences(&schema, Draft::Draft202012, &written, &values);
    assert_eq!(found, <[Value; 0]>::default(), "{written}");
    // An object fits one alternative, or none.
    let tagged = |name: &str, value: &str| json!({"type": "object", "properties": {"t": {"const": value}, name: {}}, "required": ["t"]});
    let schema = root(&closed("anyOf", [&tagged("b", "x"), &tagged("c", "y")]));
    assert_eq!(entries(&read(&schema).1), []);
    // A part of `allOf` doesn't know the names in the alternatives beside it.
    let part = json!({"type": "object", "properties": {"a": {}}, "unevaluatedProperties": false});
    let schema = root(&json!({"type": "object", "allOf": [part], "anyOf": [b, c]}));
    let (_, losses) = read(&schema);
    let widened = ("/allOf/0", "unevaluatedProperties", Outcome::Widened);
    assert_eq!(entries(&losses), [widened]);
}

/// The keywords that evaluate the names are in the description.
#[test]
fn names_that_a_described_keyword_may_evaluate_are_accepted() {
    let named = json!({"properties": {"b": {"type": "string"}}});
    let two = json!([{"properties": {"b": {}}}, {"properties": {"c": {}}}]);
    for beside in [
        json!({"if": {"required": ["a"]}, "then": named}),
        json!({"dependentSchemas": {"a": named}}),
        json!({"oneOf": [{"type": "object"}], "anyOf": two}),
        json!({"allOf": [{"anyOf": [{"type": "object"}]}, {"anyOf": two}]}),
    ] {
        let mut p = beside;
        p["type"] = json!("object");
        p["properties"] = json!({"a": {"type": "string"}});
        p["unevaluatedProperties"] = json!(false);
        let schema = root(&p);
        let (written, losses) = read(&schema);
        let described = ("", "unevaluatedProperties", Outcome::Described);
        assert!(entries(&losses).contains(&described), "{losses:?}");
        let values = [json!({"a": "x", "b": "x"})];
        let found = differences(&schema, Draft::Draft202012, &written, &values);
        assert_eq!(found, <[Value; 0]>::default(), "{schema}: {written}");
    }
}

/// Without the type that none of the values has, a value may fit both.
#[test]
fn one_of_with_a_value_in_two_alternatives_is_widened() {
    let one = json!({"enum": ["a", "b"], "type": "integer"});
    let schema = root(&json!({"oneOf": [one, {"const": "a"}]}));
    let (written, losses) = read(&schema);
    let widened = |at, keyword| (at, keyword, Outcome::Widened);
    let all = [widened("/oneOf/0", "type"), widened("", "oneOf")];
    assert_eq!(entries(&losses), all);
    assert_eq!(written["properties"]["p"].get("oneOf"), None, "{written}");
}

#[test]
fn an_inferred_type_has_an_entry_at_the_keyword_that_it_is_inferred_from() {
    for (p, keyword) in [
        (json!({"minimum": 1}), "minimum"),
        (json!({"maxLength": 1}), "maxLength"),
        (json!({"items": {"type": "string"}}), "items"),
        (json!({"required": ["a"], "minProperties": 1}), "required"),
    ] {
        let narrowed = |loss: &ReportEntry| loss.outcome == Outcome::Narrowed;
        let (_, losses) = read(&root(&p));
        let losses: Vec<_> = losses.into_iter().filter(narrowed).collect();
        assert_eq!(entries(&losses), [("", keyword, Outcome::Narrowed)]);
        // A root has one, too.
        let root = ImportedSchema::parse(&p).expect("a schema");
        let losses: Vec<_> = root.losses().iter().filter(|loss| narrowed(loss)).collect();
        assert_eq!(losses.len(), 1, "{losses:?}");
        assert_eq!(
            (losses[0].pointer.as_str(), losses[0].keyword.as_str()),
            ("", keyword)
        );
    }
    // The text accepts both fewer and more values than this keyword.
    let (_, losses) = read(&root(&json!({"pattern": "^(?!x)"})));
    let narrowed = ("", "pattern", Outcome::Narrowed);
    assert_eq!(
        entries(&losses),
        [narrowed, ("", "pattern", Outcome::Widened)]
    );
}

//! `enum` and `const` beside other keywords, and places of losses in merged schemas.

use serde_json::{Value, json};
use toolcast::Outcome;
use toolcast::import::ToolDefinition;
use toolcast_test_support::{canonical, text};

/// The canonical schema of the property `p`, and the losses with pointers relative to it.
fn read(schema: &Value) -> (Value, Vec<(String, String, Outcome)>) {
    let definitions = json!({"text": {"type": "string", "description": "A text", "maxLength": 9}});
    let schema = json!({"type": "object", "properties": {"p": schema}, "$defs": definitions});
    let tool = json!({"name": "a", "inputSchema": schema});
    let tool = ToolDefinition::parse(&tool).expect("a definition");
    let (_, whole) = tool
        .with_schema(|schema| text(schema, canonical()))
        .expect("a text");
    let losses = tool.losses().iter().map(|loss| {
        let pointer = loss.pointer.trim_start_matches("/inputSchema");
        let pointer = pointer.trim_start_matches("/properties/p");
        (pointer.to_owned(), loss.keyword.clone(), loss.outcome)
    });
    (whole["properties"]["p"].clone(), losses.collect())
}

fn loss(pointer: &str, keyword: &str, outcome: Outcome) -> (String, String, Outcome) {
    (pointer.to_owned(), keyword.to_owned(), outcome)
}

#[test]
fn values_that_another_keyword_rejects_are_left_out() {
    for (beside, values, left) in [
        (json!({"minLength": 2}), json!(["abc", "f"]), json!("abc")),
        (json!({"maxLength": 1}), json!(["abc", "f"]), json!("f")),
        (json!({"pattern": "^a"}), json!(["abc", "f"]), json!("abc")),
        (json!({"minimum": 2}), json!([1, 2]), json!(2)),
        (json!({"exclusiveMaximum": 2}), json!([1, 2]), json!(1)),
        (json!({"multipleOf": 2}), json!([1, 2]), json!(2)),
    ] {
        let mut schema = beside;
        schema["enum"] = values;
        let (written, losses) = read(&schema);
        assert_eq!(written["const"], left, "{schema}");
        assert_eq!(losses, [loss("", "enum", Outcome::Rewritten)], "{schema}");
    }
}

#[test]
fn a_keyword_that_all_values_satisfy_is_hidden() {
    let (written, losses) = read(&json!({"enum": ["abc", "fg"], "minItems": 1, "minLength": 2}));
    assert_eq!(written["enum"], json!(["abc", "fg"]));
    let hidden = |keyword| loss("", keyword, Outcome::Hidden);
    assert_eq!(losses, [hidden("minItems"), hidden("minLength")]);
}

#[test]
fn a_constraint_that_only_a_validator_can_check_is_in_the_text() {
    let (written, losses) = read(&json!({"enum": ["abc", "fg"], "pattern": "^(?=a)"}));
    assert_eq!(written["description"], "pattern: ^(?=a)");
    assert_eq!(losses, [loss("", "pattern", Outcome::Described)]);
}

#[test]
fn all_values_are_listed_if_the_schema_accepts_others() {
    for (values, listed) in [
        (json!([0.5, 1, 2]), "one of: 0.5 | 1 | 2"),
        (json!(["a", true]), "one of: \"a\" | true"),
        (json!([1.5]), "always: 1.5"),
    ] {
        let (written, losses) = read(&json!({"enum": values}));
        assert_eq!(written["description"], listed);
        assert_eq!(losses, [loss("", "enum", Outcome::Described)]);
    }
}

#[test]
fn values_of_other_types_are_never_valid() {
    for never in [
        json!({"const": 2, "type": "null"}),
        json!({"const": null, "type": "array"}),
        json!({"enum": [null], "type": "string"}),
        json!({"const": 1, "enum": [2]}),
        json!({"const": "abc", "maxLength": 2}),
        json!({"type": "object", "anyOf": [{"type": "null"}]}),
    ] {
        let (written, losses) = read(&never);
        assert_eq!(written, Value::Null, "{never}");
        let (pointer, keyword, outcome) = &losses[0];
        assert_eq!(
            (pointer.as_str(), keyword.as_str(), *outcome),
            ("", "properties", Outcome::Described),
            "{losses:?}"
        );
    }
    let (written, losses) = read(&json!({"const": 1, "enum": [1.0, 2]}));
    assert_eq!((written["const"].clone(), losses), (json!(1), Vec::new()));
}

#[test]
fn a_loss_in_a_merged_schema_has_the_place_of_its_keyword() {
    let (_, losses) =
        read(&json!({"allOf": [{"pattern": "^a"}, {"pattern": "b$"}], "type": "string"}));
    assert_eq!(losses, [loss("/allOf/1", "pattern", Outcome::Described)]);
    let (_, losses) = read(&json!({
        "anyOf": [{"type": "array"}, {"type": "array", "maxItems": 1}],
        "contains": {"const": 1},
    }));
    assert_eq!(losses, [loss("", "contains", Outcome::Described)]);
    let (_, losses) = read(&json!({"allOf": [
        {"properties": {"a": {"type": "array"}}},
        {"properties": {"a": {"contains": {"const": 1}}}},
    ], "type": "object"}));
    assert_eq!(
        losses,
        [loss(
            "/allOf/1/properties/a",
            "contains",
            Outcome::Described
        )]
    );
}

#[test]
fn a_second_description_has_an_entry() {
    let (written, losses) = read(&json!({"type": "string", "allOf": [
        {"description": "First", "default": "a"},
        {"description": "Second", "default": "b"},
    ]}));
    assert_eq!(written["description"], "First (default: a)");
    let hidden = |keyword| loss("/allOf/1", keyword, Outcome::Hidden);
    assert_eq!(losses[0], hidden("default"));
    assert!(losses.contains(&hidden("description")), "{losses:?}");
    let (written, losses) =
        read(&json!({"$ref": "#/$defs/text", "minLength": 2, "description": "Own"}));
    assert_eq!(written["description"], "Own");
    assert_eq!(
        losses,
        [loss("/$defs/text", "description", Outcome::Hidden)]
    );
}

#[test]
fn a_keyword_that_has_an_effect_in_one_alternative_has_no_entry() {
    let (_, losses) =
        read(&json!({"anyOf": [{"type": "integer"}, {"type": "string"}], "minLength": 2}));
    assert_eq!(losses, []);
    let (_, losses) =
        read(&json!({"anyOf": [{"type": "integer"}, {"type": "boolean"}], "minLength": 2}));
    assert_eq!(losses, [loss("", "minLength", Outcome::Hidden)]);
}

#[test]
fn a_title_beside_a_reference_is_the_description() {
    let (written, losses) =
        read(&json!({"items": {"$ref": "#/$defs/text", "title": "Of the post"}}));
    assert_eq!(written["items"]["description"], "Of the post");
    assert!(
        losses.contains(&loss("/$defs/text", "description", Outcome::Hidden)),
        "{losses:?}"
    );
    let (written, _) = read(&json!({"items": {"$ref": "#/$defs/text", "default": "a"}}));
    assert_eq!(written["items"]["description"], "A text (default: a)");
}

/// The description of a root is that of the tool.
#[test]
fn a_constraint_in_the_only_alternative_of_a_root_is_in_the_description() {
    for schema in [
        json!({"type": "object", "properties": {"a": {}}, "anyOf": [{"maxProperties": 1}]}),
        json!({"type": "object", "oneOf": [{"properties": {"a": {}}, "maxProperties": 1}]}),
    ] {
        let tool = json!({"name": "t", "description": "Does it", "inputSchema": schema});
        let tool = ToolDefinition::parse(&tool).expect("a definition");
        assert!(
            tool.losses()
                .iter()
                .any(|loss| loss.keyword == "maxProperties")
        );
        let text = tool.schema_for(toolcast::Provider::Mcp).expect("a text");
        assert!(text.contains("maxProperties: 1"), "{text}");
    }
}

//! Real tools: a valid value, written for a provider, reaches the closure unchanged, and any value
//! that reaches the closure is valid. The judge is `jsonschema` with the original schema.

use std::collections::BTreeSet;

use futures_executor::block_on;
use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall};
use toolcast::import::{ImportedSchema, ToolDefinition};
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Outcome, Provider};
use toolcast_test_support::json::{always_required, lost_null, without_nulls};
use toolcast_test_support::lists::Counts;
use toolcast_test_support::measured::maker::Maker;
use toolcast_test_support::{none, sampled};

/// A tool's schema, and for each dialect a set that declares the tool in it, unless the provider's
/// rules exclude the schema. An imported tool has no strict mode at Bedrock and DeepSeek: theirs
/// must be asked for by name.
pub(crate) fn sets(schema: &Value) -> Option<(ImportedSchema, Vec<(&'static Dialect, ToolSet)>)> {
    let mut imported = None;
    let mut sets = Vec::new();
    for strict in [false, true] {
        let tool = DynamicTool::from_schema("t", "It", schema, |arguments: Value, _: &_| {
            Ok::<_, String>(arguments.to_string())
        });
        let tool = tool.ok()?;
        let tool = if strict {
            tool.strict()
        } else {
            tool.not_strict()
        };
        imported = Some(tool.imported().expect("a raw one").clone());
        let set = ToolSet::builder().dynamic(tool).build().expect("a set");
        for dialect in Dialect::all() {
            let all = set.declarations(dialect.provider());
            let is_strict = all.is_ok_and(|all| all[0].contains("\"strict\":true"));
            if dialect.strict() == strict && is_strict == strict {
                sets.push((dialect, set.clone()));
            }
        }
    }
    Some((imported?, sets))
}

#[test]
fn arguments_of_real_tools_are_kept_and_checked() {
    let mut counts = Counts::default();
    let mut strict = BTreeSet::new();
    let mut failures = Vec::new();
    for (file, tool) in sampled(crate::schemas::corpus::tools()) {
        let schema = &tool["inputSchema"];
        let Ok(judge) = jsonschema::validator_for(schema) else {
            counts.one("tools that the judge doesn't read");
            continue;
        };
        let Some((imported, sets)) = sets(schema) else {
            counts.one("tools that aren't read");
            continue;
        };
        counts.one("tools");
        let with_formats = jsonschema::options()
            .should_validate_formats(true)
            .build(schema)
            .expect("a schema");
        let required = always_required(schema);
        // Constraints in the description can't be checked; the losses list them.
        let complete = imported
            .losses()
            .iter()
            .all(|loss| loss.outcome == Outcome::Hidden);
        let mut maker = Maker::new(schema, 7).only_listed();
        for _ in 0..4 {
            let value = maker.value();
            let fits = value.is_object() && judge.is_valid(&value);
            for (dialect, set) in &sets {
                if dialect.strict() {
                    strict.insert(dialect.provider());
                }
                let call = |value: Value| {
                    let lowered =
                        imported.with_schema(|tree| toolcast::to_model(tree, dialect, value));
                    let call = ToolCall::new("1", "t", lowered.to_string());
                    let result = block_on(set.call(dialect.provider(), call));
                    let back = match (&result.error, result.content.as_slice()) {
                        (None, [Content::Text(text)]) => serde_json::from_str::<Value>(text).ok(),
                        _ => None,
                    };
                    (lowered, back, result)
                };
                if fits {
                    let (lowered, back, result) = call(value.clone());
                    // `null` and absent are equal if a schema accepts both.
                    let same = back.as_ref().is_some_and(|back| {
                        without_nulls(back) == without_nulls(&value)
                            && lost_null(&value, back, &required).is_none()
                    });
                    if same {
                        counts.one("valid arguments, kept");
                    } else {
                        failures.push(format!(
                            "{file} {} {}: {value}\n  {lowered}\n  {:?}",
                            tool["name"],
                            dialect.provider(),
                            result.content
                        ));
                    }
                }
                let bent = maker.bent(&value);
                let (_, back, result) = call(bent.clone());
                if !judge.is_valid(&bent) {
                    counts.one("invalid arguments");
                }
                match back {
                    None if !judge.is_valid(&bent) => counts.one("invalid arguments, refused"),
                    None if !bent.is_object() => {
                        counts.one("values that aren't an object, refused");
                    }
                    None if !with_formats.is_valid(&bent) => {
                        counts.one("arguments with an invalid format, refused");
                    }
                    None => failures.push(format!(
                        "{file} {} {}: {bent} is valid: {:?}",
                        tool["name"],
                        dialect.provider(),
                        result.error
                    )),
                    Some(back) if complete && !judge.is_valid(&back) => failures.push(format!(
                        "{file} {} {}: {bent} came as {back}",
                        tool["name"],
                        dialect.provider()
                    )),
                    Some(_) => {}
                }
            }
        }
    }
    let with_strict = [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::AzureOpenAi,
        Provider::Anthropic,
    ];
    assert_eq!(strict, BTreeSet::from(with_strict));
    none(&failures);
    counts.agree_with_corpus("imported/schemas/arguments");
}

/// The decoder finds the fault itself: without the feature `validate` there is no other check.
#[test]
fn names_of_maps_satisfy_their_constraints() {
    let schema = |map: &Value| json!({"type": "object", "properties": {"m": map}}).to_string();
    for (map, valid, invalid) in [
        (
            json!({"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "additionalProperties": {"type": "integer"}}),
            json!({"a": 1}),
            json!({"A1": 1}),
        ),
        (
            json!({"type": "object", "patternProperties": {"^[a-z]+$": {"type": "integer"}}, "additionalProperties": false}),
            json!({"a": 1}),
            json!({"A1": 1}),
        ),
        (
            json!({"type": "object", "propertyNames": {"maxLength": 3, "format": "date"}}),
            json!({}),
            json!({"2026-11-27": 1}),
        ),
    ] {
        let tool = format!(r#"{{"name":"t","inputSchema":{}}}"#, schema(&map));
        let tool = ToolDefinition::parse(&tool).unwrap();
        let read = |value: &Value| {
            let text = json!({ "m": value }).to_string();
            tool.decode_arguments(Provider::Mcp, &text)
        };
        assert!(read(&valid).is_ok(), "{map}: {:?}", read(&valid));
        let fault = read(&invalid).unwrap_err().to_string();
        assert!(fault.contains("a name that is a string"), "{map}: {fault}");
    }
}

/// The declaration has no definitions for a keyword of the description.
#[test]
fn described_keywords_have_their_references_written_out() {
    for (keyword, value) in [
        ("propertyNames", json!({"$ref": "#/$defs/n"})),
        (
            "not",
            json!({"required": ["a"], "properties": {"a": {"$ref": "#/$defs/n"}}}),
        ),
        (
            "patternProperties",
            json!({"^x": {"$ref": "#/$defs/again"}}),
        ),
    ] {
        let mut schema = json!({
            "type": "object",
            "properties": {"m": {"type": "object", "properties": {"z": {"type": "string"}}}},
            "$defs": {
                "n": {"anyOf": [{"pattern": "^alpha"}, {"pattern": "^xi"}]},
                "again": {"allOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/again"}]},
            },
        });
        schema["properties"]["m"][keyword] = value;
        let tool = json!({"name": "t", "inputSchema": schema}).to_string();
        let tool = ToolDefinition::parse(&tool).unwrap();
        for provider in [Provider::Mcp, Provider::OpenAi, Provider::Gemini] {
            let text = tool.schema_for(provider).unwrap();
            assert!(text.contains("^alpha"), "{keyword}, {provider}: {text}");
        }
    }
}

#[test]
fn a_step_that_is_not_checked_is_a_loss() {
    for (ty, step, is_lost) in [
        ("integer", "2", false),
        ("integer", "0.5", false),
        ("integer", "0.3333333333", true),
        ("integer", "2000000000.5", true),
        ("integer", "1e60", true),
        ("integer", "0", true),
        ("number", "0.3333333333", false),
        ("number", "-2", true),
        ("number", "1e400", true),
    ] {
        let schema = format!(r#"{{"properties":{{"n":{{"type":"{ty}","multipleOf":{step}}}}}}}"#);
        let tool = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let tool = ToolDefinition::parse(&tool).unwrap();
        let mut losses = tool.losses().iter();
        let found = losses.any(|loss| loss.keyword == "multipleOf");
        assert_eq!(found, is_lost, "{ty}, {step}: {:?}", tool.losses());
    }
}

/// A `null` for a property whose schema has none means an absent one. That holds although another
/// alternative has the form of the value: it violates the constraint of that one.
#[test]
fn a_null_for_an_absent_property_selects_an_alternative_beside_one_whose_constraint_fails() {
    let absent = json!({
        "type": "object",
        "properties": {"a": {"type": "integer"}, "n": {"type": "integer"}},
        "required": ["n"]
    });
    let nothing = json!({
        "type": "object",
        "properties": {"a": {"type": "null"}, "n": {"type": "integer", "minimum": 5}},
        "required": ["a", "n"]
    });
    let either = json!({"anyOf": [absent, nothing]});
    let schema = json!({"type": "object", "properties": {"p": either}, "required": ["p"]});
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let tool = ToolDefinition::parse(&tool).expect("a tool");
    for provider in [Provider::Mcp, Provider::JsonSchema] {
        for (sent, expected) in [
            (json!({"a": null, "n": 3}), json!({"n": 3})),
            (json!({"a": null, "n": 7}), json!({"a": null, "n": 7})),
            (json!({"a": 1, "n": 3}), json!({"a": 1, "n": 3})),
        ] {
            let text = json!({ "p": sent }).to_string();
            let read = tool.decode_arguments(provider, &text);
            assert_eq!(read, Ok(json!({ "p": expected })), "{provider}: {text}");
        }
    }
}

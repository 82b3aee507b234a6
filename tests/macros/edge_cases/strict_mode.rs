//! Arguments are decoded by the text that the model was sent, strict or not.

use futures_executor::block_on;
use serde_json::{Value, json};
use toolcast::call::{CallContext, Content, ToolCall, ToolError};
use toolcast::import::{SourceCall, ToolSource};
use toolcast::import::{ToolDefinition, ToolDefinitions};
use toolcast::set::ToolSet;
use toolcast::{Dialect, Outcome, Provider, Tool, render, to_model, tool};
use toolcast_test_support::{none, proto};

/// Strict wherever it may be.
#[tool(strict)]
fn strictly(#[tool(default = Some(3))] times: Option<u8>) -> String {
    format!("{times:?}")
}

/// Strict for one provider.
#[tool(strict(OpenAi))]
fn strictly_there(#[tool(default = Some(3))] times: Option<u8>) -> String {
    format!("{times:?}")
}

/// Strict mode only if nothing is lost. This tool would lose something.
#[tool]
fn freely(#[tool(default = Some(3))] times: Option<u8>) -> String {
    format!("{times:?}")
}

fn answer(set: &ToolSet, provider: Provider, name: &str, arguments: &str) -> String {
    let result = block_on(set.call(provider, ToolCall::new("1", name, arguments)));
    match result.content.as_slice() {
        [Content::Text(text)] => text.clone(),
        other => panic!("not exactly one text: {other:?}"),
    }
}

/// In OpenAI's strict mode every property is present, and `null` means that it is absent. Otherwise
/// `null` is `None`.
#[test]
fn null_is_absent_or_none() {
    let all = [strictly::DEF, strictly_there::DEF, freely::DEF];
    let set = ToolSet::builder().tool_defs(all).build().expect("a set");
    let mut failures = Vec::new();
    for tool in all {
        for provider in [
            Provider::OpenAi,
            Provider::OpenAiResponses,
            Provider::AzureOpenAi,
        ] {
            let text = tool.schema_for(provider);
            let strict = text.contains("\"strict\":true");
            assert_eq!(strict, tool.is_strict_for(provider));
            let expected = if strict { "Some(3)" } else { "None" };
            let answer = answer(&set, provider, tool.name(), r#"{"times":null}"#);
            let alone = CallContext::new(provider, "1", tool.name());
            let alone = block_on(tool.call_with(alone, r#"{"times":null}"#)).expect("an answer");
            assert_eq!(alone.content, [Content::Text(answer.clone())]);
            if answer != expected {
                failures.push(format!("{provider}: {answer}, and the text is {text}"));
            }
        }
    }
    none(&failures);
    assert!(strictly_there::DEF.is_strict_for(Provider::OpenAi));
    assert!(!strictly_there::DEF.is_strict_for(Provider::AzureOpenAi));
    assert!(!freely::DEF.is_strict_for(Provider::OpenAi));
}

/// A tool that asks for strict mode, with that many maps inside one another.
fn maps(many: usize) -> (Value, Value) {
    let inner = (json!({"type": "integer"}), json!(1));
    let (schema, value) = (0..many).fold(inner, |(schema, value), _| {
        (
            json!({"type": "object", "additionalProperties": schema}),
            json!({"a": value}),
        )
    });
    let parameters = json!({"type": "object", "properties": {"m": schema}, "required": ["m"]});
    let tool = json!({"type": "function", "name": "t", "strict": true, "parameters": parameters});
    (tool, json!({"m": value}))
}

/// A third-party tool that asks for strict mode gets it only within the mode's limits. There each
/// map is a list of objects, which is two of ten levels.
#[test]
fn a_strict_third_party_tool_keeps_the_limits() {
    for many in 1..8 {
        let (tool, value) = maps(many);
        let definition = ToolDefinition::parse(&tool).expect("a tool");
        let text = definition.schema_for(Provider::OpenAi).expect("a text");
        let strict = text.contains("\"strict\":true");
        assert_eq!(strict, many <= 4, "{text}");
        let report = definition.report_for(Provider::OpenAi);
        assert_eq!(report.strict, strict);
        let reasons = report.entries.iter().filter_map(|entry| {
            let (pointer, keyword) = (entry.pointer.as_str(), entry.keyword.as_str());
            let is_reason = (pointer, keyword) == ("", "strict");
            is_reason.then_some((entry.outcome, entry.reason.as_str()))
        });
        let reason = "the definition asks for strict mode, which can't express its schema";
        let expected = (!strict).then_some((Outcome::Hidden, reason));
        assert!(reasons.eq(expected), "{report}");
        let definitions = ToolDefinitions::parse(&json!([tool])).expect("a list");
        let source = ToolSource::new("s", definitions, |call: SourceCall| async move {
            Ok::<_, ToolError>(call.arguments())
        });
        let set = ToolSet::builder().source(source).build().expect("a set");
        if !strict {
            let arguments = value.to_string();
            assert_eq!(answer(&set, Provider::OpenAi, "t", &arguments), arguments);
        }
    }
}

/// Root schemas whose values need properties that the schema doesn't list.
fn demanding_roots() -> Vec<(Value, Value)> {
    let object = |more: Value| {
        let mut schema = json!({"type": "object"});
        let own = schema.as_object_mut().expect("an object");
        own.extend(more.as_object().expect("an object").clone());
        schema
    };
    [
        (json!({"minProperties": 1}), json!({"b": 1})),
        (
            json!({"properties": {"a": {"type": "string"}}, "minProperties": 2}),
            json!({"a": "x", "b": 1}),
        ),
        (
            json!({"propertyNames": {"pattern": "^[a-z]$"}}),
            json!({"b": 1}),
        ),
        (json!({"enum": [{"a": 1}, {"b": "x"}]}), json!({"b": "x"})),
        (json!({"const": {"a": [1]}}), json!({"a": [1]})),
        (json!({"required": ["a"]}), json!({"a": 1})),
        (
            json!({"properties": {"a": {"type": "string"}}, "required": ["a"], "dependentRequired": {"a": ["b"]}}),
            json!({"a": "x", "b": 1}),
        ),
        (
            json!({"dependentSchemas": {"a": {"required": ["b"]}}}),
            json!({"a": "x", "b": 1}),
        ),
        (
            json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
            json!({"b": 1}),
        ),
        (
            json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}}),
            json!({"b": 1}),
        ),
        (
            json!({"patternProperties": {"^b$": {"type": "integer"}}}),
            json!({"b": 1}),
        ),
        (json!({"not": {"required": ["a"]}}), json!({"b": 1})),
        (json!({"not": {"maxProperties": 0}}), json!({"b": 1})),
    ]
    .into_iter()
    .map(|(more, value)| (object(more), value))
    .collect()
}

/// A root that requires properties it doesn't list is never closed. Every provider's text accepts
/// its values, and they reach the tool.
#[test]
fn a_root_that_demands_unlisted_properties_stays_open() {
    let mut failures = Vec::new();
    for (schema, value) in demanding_roots() {
        let accepts = jsonschema::validator_for(&schema).expect("a schema");
        assert!(accepts.is_valid(&value), "{schema}: {value}");
        for strict in [json!(null), json!(true), json!(false)] {
            let shape = json!({"type": "function", "function": {"name": "t", "description": "D", "parameters": schema, "strict": strict}});
            let definition =
                ToolDefinition::parse(&shape).unwrap_or_else(|e| panic!("{schema}: {e}"));
            for &provider in Provider::ALL {
                let Ok(text) = definition.schema_for(provider) else {
                    failures.push(format!("{provider}: {schema} is refused"));
                    continue;
                };
                let strict = text.contains("\"strict\":true");
                let dialect = Dialect::of(provider, strict).expect("a dialect");
                let low = definition.with_schema(|tree| to_model(tree, dialect, value.clone()));
                let back = definition.decode_arguments(provider, &low.to_string());
                if back.as_ref().ok() != Some(&value) {
                    failures.push(format!("{provider}: {schema} is {text}, {low}: {back:?}"));
                }
                let shown = definition
                    .with_schema(|tree| render(tree, dialect))
                    .expect("a text");
                let shown = serde_json::from_str(&shown).expect("JSON");
                let shown = match provider {
                    Provider::Gemini | Provider::Vertex => proto::to_json_schema(&shown),
                    _ => shown,
                };
                let shown = jsonschema::validator_for(&shown).expect("a schema");
                if !shown.is_valid(&low) {
                    failures.push(format!("{provider}: {text} doesn't accept {low}"));
                }
            }
        }
    }
    none(&failures);
}

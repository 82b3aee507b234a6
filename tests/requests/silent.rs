//! Keywords that a provider accepts but never shows to the model are found, and expressed in
//! another way.

use crate::normalized::mended;
use crate::support::{check, request, schema_at, strict, tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::lint::{self, ChangeKind, Effect, Evidence, Rule};

/// A schema with one property, `a`.
fn with(one: &Value) -> Value {
    json!({"type": "object", "properties": {"a": one}, "required": ["a"]})
}

/// A proto can't distinguish a bound of 0 from an absent one.
#[test]
fn bounds_of_zero_have_a_finding_if_a_proto_drops_them() {
    let google = [Provider::Gemini, Provider::Vertex];
    // The schema, its keyword, and the providers that drop it.
    let cases: [(Value, &str, &[Provider]); 13] = [
        (
            json!({"type": "INTEGER", "minimum": 0}),
            "minimum",
            &[Provider::Vertex],
        ),
        (
            json!({"type": "NUMBER", "maximum": 0.0}),
            "maximum",
            &[Provider::Vertex],
        ),
        (
            json!({"type": "NUMBER", "maximum": "-0"}),
            "maximum",
            &[Provider::Vertex],
        ),
        (
            json!({"type": "STRING", "maxLength": 0}),
            "maxLength",
            &google,
        ),
        (
            json!({"type": "STRING", "maxLength": "0"}),
            "maxLength",
            &google,
        ),
        (
            json!({"type": "ARRAY", "items": {"type": "STRING"}, "max_items": 0}),
            "max_items",
            &google,
        ),
        (
            json!({"type": "OBJECT", "properties": {"b": {"type": "STRING"}}, "maxProperties": 0}),
            "maxProperties",
            &google,
        ),
        // These have no effect, or are set.
        (json!({"type": "STRING", "minLength": 0}), "", &[]),
        (
            json!({"type": "ARRAY", "items": {"type": "STRING"}, "minItems": "0"}),
            "",
            &[],
        ),
        (json!({"type": "INTEGER", "minimum": 1}), "", &[]),
        (json!({"type": "INTEGER", "minimum": null}), "", &[]),
        (json!({"type": "INTEGER", "maximum": -1}), "", &[]),
        (json!({"type": "STRING", "maxLength": 1}), "", &[]),
    ];
    for provider in google {
        for (one, keyword, drops) in &cases {
            let mut body = request(provider, &[tool("t", with(one))]);
            let before = body.clone();
            let findings = check(provider, &body);
            if drops.contains(&provider) {
                let [finding] = findings.as_slice() else {
                    panic!("{provider}: {one}: {findings:?}");
                };
                assert_eq!(
                    (finding.rule, finding.effect, finding.evidence),
                    (Rule::Keyword, Effect::Dropped, Evidence::Parser)
                );
                assert_eq!(finding.keyword, *keyword);
                assert_eq!(
                    finding.pointer,
                    format!("{}/properties/a", schema_at(provider, 0))
                );
                assert!(finding.found.contains("of 0"), "{finding}");
                let report = mended(provider, &mut body);
                assert_eq!(report.changes[0].kind, ChangeKind::Rewritten);
                let said = body
                    .pointer(&finding.pointer)
                    .and_then(|one| one["description"].as_str())
                    .unwrap_or_default();
                assert!(said.contains('0'), "{provider}: {one} is now {body}");
            } else {
                assert_eq!(findings, [], "{provider}: {one}");
                let _ = mended(provider, &mut body);
                assert_eq!(body, before);
            }
        }
        // In a response schema too.
        let answer = with(&json!({"type": "ARRAY", "items": {"type": "STRING"}, "maxItems": 0}));
        let mut body = json!({"generationConfig": {"responseSchema": answer}});
        assert_eq!(lint::check(provider, &body).len(), 1);
        let _ = mended(provider, &mut body);
    }
    // JSON Schema distinguishes 0 from absent.
    let one = json!({"type": "integer", "minimum": 0, "maximum": 0});
    for provider in [Provider::GeminiJsonSchema, Provider::OpenAi] {
        let body = request(provider, &[tool("t", with(&one))]);
        assert_eq!(lint::check(provider, &body), [], "{provider}");
    }
}

/// The renderer's texts for the same schemas have no finding.
#[test]
fn rendered_bounds_of_zero_have_no_finding() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "integer", "minimum": 0},
        "b": {"type": "string", "maxLength": 0},
        "c": {"type": "array", "items": {"type": "number", "maximum": 0}, "maxItems": 0},
        "d": {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 0},
    }});
    let definition =
        toolcast::import::ToolDefinition::parse(&json!({"name": "t", "inputSchema": schema}))
            .expect("a tool");
    for &provider in Provider::ALL {
        let text = definition.schema_for(provider).expect("a text");
        let text: Value = serde_json::from_str(&text).expect("JSON");
        let body = match provider {
            Provider::Bedrock => json!({"toolConfig": {"tools": [text]}}),
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
                json!({"tools": [{"functionDeclarations": [text]}]})
            }
            Provider::JsonSchema => text,
            _ => json!({"tools": [text]}),
        };
        assert_eq!(lint::check(provider, &body), [], "{provider}: {body}");
    }
}

const OPENAI: [Provider; 3] = [
    Provider::OpenAi,
    Provider::OpenAiResponses,
    Provider::AzureOpenAi,
];

/// A root without `properties` was rejected, with any other keywords. Below the root, such an
/// object is documented to be dropped.
#[test]
fn objects_without_properties_have_a_finding_for_openai() {
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let objects = [
        json!({"type": "object"}),
        json!({"type": ["object", "null"], "description": "Any"}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "additionalProperties": false}),
        map.clone(),
    ];
    for provider in OPENAI {
        for object in &objects {
            if object["type"] == "object" {
                let mut body = request(provider, &[tool("t", object.clone())]);
                set_strict(provider, &mut body, false);
                let findings = check(provider, &body);
                assert_eq!(findings.len(), 1, "{provider}: {object}: {findings:?}");
                assert_eq!(
                    (findings[0].rule, findings[0].effect, findings[0].evidence),
                    (
                        Rule::MissingProperties,
                        Effect::Rejected,
                        Evidence::Recorded
                    )
                );
                assert_added(provider, &mut body, "");
            }
            let mut body = request(provider, &[tool("t", with(object))]);
            set_strict(provider, &mut body, false);
            let findings = check(provider, &body);
            assert_eq!(findings.len(), 1, "{provider}: {object}: {findings:?}");
            assert_eq!(
                (findings[0].rule, findings[0].effect, findings[0].source),
                (Rule::MissingProperties, Effect::Dropped, "pydantic-ai")
            );
            assert_added(provider, &mut body, "/properties/a");
        }
        // A node with properties, or described by another keyword, is fine.
        for one in [
            json!({"type": "object", "properties": {}}),
            json!({"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ] {
            let mut body = request(provider, &[tool("t", with(&one))]);
            set_strict(provider, &mut body, false);
            assert_eq!(lint::check(provider, &body), [], "{provider}: {one}");
        }
        // In strict mode a map is a different finding, and becomes a list.
        let mut body = request(provider, &[strict("t", with(&map))]);
        if provider == Provider::AzureOpenAi {
            body["parallel_tool_calls"] = json!(false);
        }
        let rules: Vec<Rule> = lint::check(provider, &body)
            .iter()
            .map(|one| one.rule)
            .collect();
        assert_eq!(rules, [Rule::OpenObject, Rule::OpenObject], "{provider}");
        let report = mended(provider, &mut body);
        let call = ToolCall::new("1", "t", r#"{"a": [{"key": "b", "value": 1}]}"#);
        assert_eq!(report.restore(call).arguments, r#"{"a":{"b":1}}"#);
    }
}

/// Only `properties` was put there: what a model writes for it needs no turning back.
fn assert_added(provider: Provider, body: &mut Value, place: &str) {
    let at = format!("{}{place}", schema_at(provider, 0));
    let mut expected = body.clone();
    let object = expected.pointer_mut(&at).expect("the object");
    object["properties"] = json!({});
    let report = mended(provider, body);
    assert_eq!(*body, expected, "{provider}");
    let told: Vec<_> = report
        .changes
        .iter()
        .map(|one| (one.kind, one.pointer.as_str()))
        .collect();
    assert_eq!(told, [(ChangeKind::Set, at.as_str())]);
    assert!(report.losses.is_empty());
    let arguments = r#"{"a": {"b": 1}}"#;
    let call = report.restore(ToolCall::new("1", "t", arguments));
    assert_eq!(call.arguments, arguments);
}

/// The Responses API tries strict mode if the request has no `strict`.
fn set_strict(provider: Provider, body: &mut Value, strict: bool) {
    if provider == Provider::OpenAiResponses {
        body["tools"][0]["strict"] = json!(strict);
    }
}

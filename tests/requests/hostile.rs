//! Requests built to do harm: no panic, no stack overflow, and work in proportion to the request's
//! length.

use crate::support::{declared, request, tool};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};
use toolcast::Provider;
use toolcast::lint::{self, FixOptions, Rule};
use toolcast_test_support::json::{places, replaced};

/// The page that lists the sources of rules.
const SOURCES: &str = include_str!("../../docs/providers.md");

/// Nothing may hang.
const MOST: Duration = Duration::from_secs(120);

/// Takes a deep value apart, since dropping it would end the stack.
fn dismantle(value: Value) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => open.extend(map.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

#[test]
fn a_deep_schema_is_a_finding() {
    for &provider in Provider::ALL {
        for levels in [127, 500, 100_000] {
            // `json!` would copy it.
            let mut schema = json!({"type": "string"});
            for _ in 0..levels {
                let mut properties = Map::new();
                properties.insert("a".into(), schema);
                let mut one = Map::new();
                one.insert("type".into(), "object".into());
                one.insert("properties".into(), Value::Object(properties));
                schema = Value::Object(one);
            }
            let mut body = request(provider, &[tool("deep", json!({}))]);
            let place = crate::support::schema_at(provider, 0);
            *body.pointer_mut(&place).expect("a schema") = schema;
            let findings = lint::check(provider, &body);
            let deep = findings.iter().any(|finding| finding.rule == Rule::Depth);
            assert_eq!(deep, levels > 128, "{provider} {levels}: {findings:?}");
            dismantle(body);
        }
    }
}

#[test]
fn depth_outside_of_schemas_does_no_harm() {
    for &provider in Provider::ALL {
        for key in ["default", "tool_choice", "x"] {
            let mut value = Value::Null;
            for _ in 0..100_000 {
                value = Value::Array(vec![value]);
            }
            let mut body = json!({"tools": [{"name": "a", "input_schema": {}}]});
            body[key] = value;
            let mut inner = Value::Null;
            for _ in 0..100_000 {
                inner = Value::Array(vec![inner]);
            }
            body["tools"][0]["input_schema"]["default"] = inner;
            let _ = lint::check(provider, &body);
            dismantle(body);
        }
    }
}

#[test]
fn findings_about_junk_point_into_the_request_and_have_a_documented_source() {
    let junk = [
        Value::Null,
        json!(true),
        json!(7),
        json!(-1.5),
        json!(""),
        json!("x"),
        json!([]),
        json!([null]),
        json!([[]]),
        json!({}),
        json!({"": null}),
        json!({"type": ["object", 7, null]}),
    ];
    for &provider in Provider::ALL {
        let whole = request(
            provider,
            &[tool(
                "a",
                json!({
                    "type": "object",
                    "properties": {"p": {"type": "array", "items": {"$ref": "#/$defs/D"}, "enum": ["x"], "format": "date", "pattern": "^a$"}},
                    "required": ["p"], "additionalProperties": false,
                    "$defs": {"D": {"anyOf": [{"type": "string", "minLength": 1}], "not": {"const": 1}}}
                }),
            )],
        );
        let mut found = 0;
        for one in &junk {
            let _ = lint::check(provider, one);
            for (place, _) in places(&whole) {
                let body = replaced(&whole, &place, one.clone());
                let findings = lint::check(provider, &body);
                found += findings.len();
                for finding in findings {
                    // A pointer resolves.
                    assert!(
                        body.pointer(&finding.pointer).is_some(),
                        "{provider}: {finding} in {body}"
                    );
                    // A source is a documented one.
                    let tag = format!("| [{}] |", finding.source);
                    assert!(SOURCES.contains(&tag), "{finding}");
                }
            }
        }
        assert!(found > 0, "{provider}");
    }
}

#[test]
fn many_tools_and_many_faults_end() {
    let started = Instant::now();
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let tools: Vec<_> = (0..10_000)
            .map(|i| tool(&format!("t{}", i % 5000), json!({"type": "object", "properties": {"a": {"type": "array"}, "b": {"oneOf": 7}}})))
            .collect();
        let findings = lint::check(provider, &request(provider, &tools));
        assert!(findings.len() <= 10_001);
        assert!(findings.iter().any(
            |finding| finding.rule == Rule::DuplicateName || finding.rule == Rule::FindingLimit
        ));
    }
    assert!(started.elapsed() < MOST);
}

#[test]
fn a_schema_of_50_000_references_is_checked_in_time() {
    let started = Instant::now();
    let mut properties = Map::new();
    let mut names = Vec::new();
    for i in 0..50_000 {
        properties.insert(
            format!("p{i}"),
            json!({"$ref": format!("#/properties/p{}", (i + 1) % 50_000)}),
        );
        names.push(json!(format!("p{i}")));
    }
    let schema = json!({"type": "object", "properties": properties, "required": names});
    for (provider, strict) in [
        (Provider::Anthropic, true),
        (Provider::GeminiJsonSchema, false),
        (Provider::OpenAi, true),
    ] {
        let mut one = tool("wide", schema.clone());
        one.strict = strict;
        let findings = lint::check(provider, &request(provider, &[one]));
        assert!(!findings.is_empty());
    }
    assert!(started.elapsed() < MOST);
}

#[test]
fn long_keys_are_truncated_in_findings() {
    let started = Instant::now();
    let key = "k".repeat(1 << 20);
    let mut inner = Map::new();
    for i in 0..20_000 {
        inner.insert(format!("p{i}"), json!({"type": 7}));
    }
    let mut outer = Map::new();
    outer.insert(key, json!({"type": "object", "properties": inner}));
    let body = request(
        Provider::OpenAi,
        &[tool("long", json!({"type": "object", "properties": outer}))],
    );
    let findings = lint::check(Provider::OpenAi, &body);
    let bytes: usize = findings.iter().map(|finding| finding.pointer.len()).sum();
    assert!(bytes < 64 << 20, "{bytes}");
    assert!(
        findings
            .iter()
            .any(|finding| finding.rule == Rule::FindingLimit)
    );
    assert!(started.elapsed() < MOST);
}

#[test]
fn patterns_made_to_do_harm_end() {
    let started = Instant::now();
    for pattern in [
        "(".repeat(1 << 20),
        "(a+)+".repeat(10_000),
        "[".repeat(60_000),
        "a{9999999999999}".into(),
        "\\".into(),
        "(?".repeat(30_000),
    ] {
        let body = request(
            Provider::OpenAi,
            &[tool(
                "pattern",
                json!({"type": "object", "properties": {"a": {"type": "string", "pattern": pattern}}}),
            )],
        );
        let _ = lint::check(Provider::OpenAi, &body);
    }
    assert!(started.elapsed() < MOST);
}

/// Lists in lists.
fn deep() -> Value {
    let mut value = Value::Null;
    for _ in 0..30_000 {
        value = Value::Array(vec![value]);
    }
    value
}

#[test]
fn mending_does_not_recurse_either() {
    // One provider of each shape.
    for provider in [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Bedrock,
        Provider::Mcp,
        Provider::JsonSchema,
    ] {
        let schema = json!({"type": "object", "properties": {"a": {"type": "array"}}});
        let whole = request(
            provider,
            &[tool("a.b c", schema.clone()), tool("b", schema)],
        );
        for (pointer, _) in places(&whole) {
            let mut body = whole.clone();
            *body.pointer_mut(&pointer).expect("it is there") = deep();
            if body.is_object() && provider != Provider::JsonSchema {
                body["tool_choice"] = json!({"type": "tool", "name": "gone"});
                // Dropping the previous value would overflow this test's own stack.
                if pointer != "/messages" {
                    body["messages"] = deep();
                }
            }
            let options = FixOptions::new().error_on_removed();
            let _ = lint::fix_with(provider, &mut body, options);
            let _ = lint::fix(provider, &mut body);
            dismantle(body);
        }
        for (key, choice) in [
            ("tool_choice", json!("required")),
            ("toolConfig", json!("required")),
            (
                "parallel_tool_calls",
                json!({"type": "auto", "disable_parallel_tool_use": true}),
            ),
        ] {
            let mut body = whole.clone();
            if body.is_object() && provider != Provider::JsonSchema {
                body["tool_choice"] = choice;
                dismantle(std::mem::replace(&mut body[key], deep()));
                let _ = lint::fix(provider, &mut body);
            }
            dismantle(body);
        }
        if provider == Provider::Bedrock {
            let mut body = json!({"toolConfig": {"tools": []}});
            body["toolConfig"]["toolChoice"] = json!({});
            body["toolConfig"]["toolChoice"]["auto"] = deep();
            let _ = lint::fix(provider, &mut body);
            dismantle(body);
        }
        if provider == Provider::OpenAi {
            let function = &whole["tools"][1]["function"];
            let mut body = json!({"tools": [{"functionDeclarations": [function]}]});
            body["tools"][0]["x"] = deep();
            let _ = lint::fix(provider, &mut body);
            dismantle(body);
        }
    }
}

/// A namespace without tools is removed, whatever else it has.
#[test]
fn a_namespace_beyond_the_limit_is_dropped_without_recursion() {
    let provider = Provider::OpenAiResponses;
    let one = |name: &str| {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let mut one = declared(provider, &tool(name, schema));
        one["strict"] = json!(false);
        one
    };
    let mut tools: Vec<Value> = (0..128).map(|i| one(&format!("t{i}"))).collect();
    let mut space = json!({"type": "namespace", "name": "n", "description": "d"});
    space["tools"] = json!([one("last")]);
    space["x"] = deep();
    tools.push(space);
    // `json!` would copy it.
    let mut body = json!({"model": "m", "input": "x"});
    body["tools"] = Value::Array(tools);
    let report = lint::fix(provider, &mut body);
    assert_eq!(report.removed.len(), 1);
    assert_eq!(report.removed[0].name.as_deref(), Some("last"));
    assert_eq!(body["tools"].as_array().map(Vec::len), Some(128));
    dismantle(body);
}

#[test]
fn many_tools_are_repaired() {
    let started = Instant::now();
    for provider in [Provider::Anthropic, Provider::Gemini, Provider::DeepSeek] {
        let tools: Vec<_> = (0..3000)
            .map(|i| {
                let mut one = tool(
                    &format!("a.{}", i % 1000),
                    json!({"type": "object", "properties": {"n": {"type": "integer", "minimum": i}}}),
                );
                one.strict = i % 2 == 0;
                one
            })
            .collect();
        let mut body = request(provider, &tools);
        let report = lint::fix(provider, &mut body);
        assert_eq!(report.remaining, []);
        assert_eq!(lint::check(provider, &body), []);
    }
    assert!(started.elapsed() < MOST);
}

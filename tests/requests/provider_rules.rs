//! Rules of one provider that a rule of another one is similar to.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{FixReport, Rule};

use crate::support::{check, declared, normalize, request, tool};

fn plain() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "string"}}, "required": ["n"]})
}

/// The rule and the place of each finding.
#[track_caller]
fn found(provider: Provider, body: &Value) -> Vec<(Rule, String)> {
    let findings = check(provider, body).into_iter();
    findings.map(|one| (one.rule, one.pointer)).collect()
}

/// Repairs a request, and checks that nothing is left to do.
#[track_caller]
fn mended(provider: Provider, body: &mut Value) -> FixReport {
    let report = normalize(provider, body);
    assert_eq!(report.remaining, [], "{body}");
    report
}

#[test]
fn a_namespace_counts_as_one_tool() {
    let provider = Provider::OpenAiResponses;
    let one = |name: &str| {
        let mut one = declared(provider, &tool(name, plain()));
        one["strict"] = json!(false);
        one
    };
    let space = |name: &str, number: usize| {
        let tools: Vec<Value> = (0..number).map(|i| one(&format!("{name}_{i}"))).collect();
        json!({"type": "namespace", "name": name, "description": "d", "tools": tools})
    };
    let mut tools: Vec<Value> = (0..126).map(|i| one(&format!("t{i}"))).collect();
    tools.extend([space("a", 40), space("b", 40)]);
    let mut body = json!({"model": "m", "input": "x", "tools": tools});
    assert_eq!(found(provider, &body), []);
    let list = body["tools"].as_array_mut().expect("a list");
    list.push(space("c", 3));
    assert_eq!(
        found(provider, &body),
        [(Rule::ToolCount, "/tools/128/tools/0".into())]
    );
    let report = mended(provider, &mut body);
    assert_eq!(report.removed.len(), 3);
    let names: Vec<&Value> = body["tools"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names.len(), 128);
    assert_eq!(names[126..], ["a", "b"]);
}

#[test]
fn a_schema_of_an_answer_is_text_at_bedrock_and_an_object_at_anthropic() {
    let text = r#"{"type":"object","properties":{"n":{"type":"string"}},"required":["n"],"additionalProperties":false}"#;
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let text = json!(text);
    let anthropic = |schema: &Value| json!({"messages": [], "output_config": {"format": {"type": "json_schema", "schema": schema}}});
    let bedrock = |schema: &Value| json!({"messages": [], "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"name": "a", "schema": schema}}}}});
    for (provider, good, bad, place, rule) in [
        (
            Provider::Anthropic,
            anthropic(&schema),
            anthropic(&text),
            "/output_config/format/schema",
            Rule::Root,
        ),
        (
            Provider::Bedrock,
            bedrock(&text),
            bedrock(&schema),
            "/outputConfig/textFormat/structure/jsonSchema/schema",
            Rule::Value,
        ),
    ] {
        assert_eq!(found(provider, &good), []);
        let mut body = bad;
        assert_eq!(found(provider, &body), [(rule, place.into())]);
        let _ = mended(provider, &mut body);
        let read = |body: &Value| match body.pointer(place).expect("a schema") {
            Value::String(text) => serde_json::from_str(text).expect("JSON"),
            other => other.clone(),
        };
        assert_eq!(read(&body), schema);
        assert_eq!(
            body.pointer(place).map(Value::is_string),
            good.pointer(place).map(Value::is_string)
        );
    }
}

#[test]
fn several_lists_of_functions_are_rejected_by_vertex_alone() {
    let one = |name: &str| json!({"functionDeclarations": [{"name": name, "description": "d"}]});
    let body = json!({"contents": [], "tools": [one("a"), one("b")]});
    for provider in [Provider::Gemini, Provider::GeminiJsonSchema] {
        assert_eq!(found(provider, &body), [], "{provider}");
    }
    assert_eq!(
        found(Provider::Vertex, &body),
        [(Rule::SeveralToolLists, "/tools".into())]
    );
}

#[test]
fn a_choice_needs_functions_beside_the_tools_that_google_runs() {
    let choice = json!({"functionCallingConfig": {"mode": "ANY"}});
    let mut body = json!({"contents": [], "tools": [{"googleSearch": {}}], "toolConfig": choice});
    let place = "/toolConfig/functionCallingConfig";
    assert_eq!(
        found(Provider::Gemini, &body),
        [(Rule::ToolChoice, place.into())]
    );
    let _ = mended(Provider::Gemini, &mut body);
    assert_eq!(
        body,
        json!({"contents": [], "tools": [{"googleSearch": {}}]})
    );
}

#[test]
fn a_list_as_items_is_accepted_by_mistral_alone() {
    let pair = json!({"type": "object", "properties": {"pair": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]}}});
    let of = |provider| found(provider, &request(provider, &[tool("a", pair.clone())]));
    assert_eq!(of(Provider::Mistral), []);
    let place = "/tools/0/input_schema/properties/pair".to_owned();
    assert_eq!(of(Provider::Anthropic), [(Rule::Value, place)]);
}

#[test]
fn claudes_rules_apply_to_claude_on_bedrock() {
    let schema =
        json!({"type": "object", "properties": {"a key": {"type": "string", "minLength": -1}}});
    let mut body = request(Provider::Bedrock, &[tool("a", schema)]);
    for model in [
        "us.amazon.nova-pro-v1:0",
        "meta.llama4-scout-17b-instruct-v1:0",
        "mistral.mistral-large-2407-v1:0",
        "qwen.qwen3-32b-v1:0",
    ] {
        body["modelId"] = json!(model);
        assert_eq!(found(Provider::Bedrock, &body), [], "{model}");
    }
    body["modelId"] = json!("anthropic.claude-sonnet-4-5-20250929-v1:0");
    assert_eq!(found(Provider::Bedrock, &body).len(), 2);
    // The root is checked by the API itself.
    body["modelId"] = json!("qwen.qwen3-32b-v1:0");
    body["toolConfig"]["tools"][0]["toolSpec"]["inputSchema"]["json"] = json!({"type": "string"});
    assert_eq!(found(Provider::Bedrock, &body)[0].0, Rule::Root);
}

#[test]
fn strict_tools_of_cohere_are_not_turned_off_for_a_response_format() {
    let format =
        json!({"type": "json_object", "schema": {"type": "array", "items": {"type": "string"}}});
    let mut body = request(Provider::Cohere, &[tool("a", plain())]);
    body["strict_tools"] = json!(true);
    body["response_format"] = format;
    assert!(!found(Provider::Cohere, &body).is_empty());
    let _ = normalize(Provider::Cohere, &mut body);
    assert_eq!(body["strict_tools"], true, "{body}");
}

#[test]
fn many_tools_of_one_invalid_name_have_different_names() {
    let tools: Vec<_> = (0..300)
        .map(|i| {
            let schema =
                json!({"type": "object", "properties": {format!("n{i}"): {"type": "string"}}});
            tool("a b", schema)
        })
        .collect();
    let mut body = request(Provider::Anthropic, &tools);
    let report = mended(Provider::Anthropic, &mut body);
    assert_eq!(report.names.len(), 300);
    assert!(report.names.values().all(|name| name == "a b"));
}

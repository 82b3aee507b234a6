//! `response_format!`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolcast::{Provider, ToolSchema, response_format, schema};
use toolcast_test_support::json::values;

/// How sure "it" is.
#[allow(dead_code)] // Only its schema counts.
#[derive(ToolSchema)]
struct Answer {
    /// A backslash: \
    confidence: f64,
}

#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema counts.
struct In<T> {
    inner: T,
}

type Three<T> = In<In<In<T>>>;
/// More levels than OpenAI's strict mode takes.
type Deep = Three<Three<Three<Three<u8>>>>;

macro_rules! of_all {
    ($ty:ty: $($provider:ident),*) => {[$((
        Provider::$provider,
        response_format!($ty, Provider::$provider),
        schema!($ty, Provider::$provider),
    )),*]};
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_response_format_has_each_providers_form() {
    let all = of_all!(
        Answer: OpenAi, OpenAiResponses, AzureOpenAi, Anthropic, Gemini, GeminiJsonSchema, Vertex, Bedrock, Mistral, Cohere, XAi, Groq, Ollama, Portable
    );
    for (provider, fragment, schema) in all {
        let schema = parse(schema);
        let nested = |strict: Value| {
            let mut inner = json!({"name": "Answer", "schema": schema});
            if !strict.is_null() {
                inner["strict"] = strict;
            }
            json!({"response_format": {"type": "json_schema", "json_schema": inner}})
        };
        let gemini = |key: &str| json!({"generationConfig": {"responseMimeType": "application/json", key: schema}});
        let expected = match provider {
            Provider::OpenAi | Provider::AzureOpenAi => nested(json!(true)),
            Provider::OpenAiResponses => {
                json!({"text": {"format": {"type": "json_schema", "name": "Answer", "schema": schema, "strict": true}}})
            }
            Provider::Anthropic => {
                json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}})
            }
            Provider::Gemini | Provider::Vertex => gemini("responseSchema"),
            Provider::GeminiJsonSchema => gemini("responseJsonSchema"),
            Provider::Bedrock => {
                let mut fragment = parse(fragment);
                let inner = &mut fragment["outputConfig"]["textFormat"]["structure"]["jsonSchema"]
                    ["schema"];
                assert_eq!(parse(inner.as_str().expect("a string")), schema);
                *inner = Value::Null;
                assert_eq!(
                    fragment,
                    json!({"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"name": "Answer", "schema": null}}}}})
                );
                continue;
            }
            Provider::Cohere => {
                json!({"response_format": {"type": "json_object", "json_schema": schema}})
            }
            Provider::Ollama => json!({"format": schema}),
            _ => nested(Value::Null),
        };
        assert_eq!(parse(fragment), expected, "{provider}");
    }
}

#[test]
fn a_type_that_strict_mode_cannot_express_is_not_strict() {
    const DEEP: &str = response_format!(Deep, Provider::OpenAi);
    let deep = parse(DEEP);
    let inner = &deep["response_format"]["json_schema"];
    assert_eq!(inner["strict"], json!(false));
    assert_eq!(inner["name"], json!("In"));
}

/// Anthropic and Bedrock compile the schema to a grammar, for which every object must be closed.
#[test]
fn a_provider_that_only_has_strict_output_gets_closed_objects() {
    let is_open =
        |schema: &Value| schema["type"] == "object" && schema["additionalProperties"] != false;
    let anthropic = parse(response_format!(
        In<BTreeMap<String, u8>>,
        Provider::Anthropic
    ));
    let bedrock = parse(response_format!(
        In<BTreeMap<String, u8>>,
        Provider::Bedrock
    ));
    let inner = &bedrock["outputConfig"]["textFormat"]["structure"]["jsonSchema"]["schema"];
    let inner = parse(inner.as_str().expect("a string"));
    for schema in [&anthropic["output_config"]["format"]["schema"], &inner] {
        assert_eq!(schema["properties"]["inner"]["type"], "array", "{schema}");
        assert!(!values(schema).any(is_open), "{schema}");
    }
}

#[test]
fn a_schema_without_a_name_is_named_answer() {
    const LIST: &str = response_format!(Vec<u8>, Provider::Mistral);
    let list = parse(LIST);
    assert_eq!(
        list["response_format"]["json_schema"]["name"],
        json!("answer")
    );
}

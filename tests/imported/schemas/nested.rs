//! Unions within unions that bring together a map and a list from different unions. The schema for
//! the model distinguishes them, and values round-trip for every provider.

use futures_executor::block_on;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use toolcast::call::{Content, ToolCall};
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Provider, ToolSchema, from_model, import::ToolDefinition, to_model};
use toolcast_test_support::none;

fn map() -> Value {
    json!({"type": "object", "additionalProperties": {"type": "integer"}})
}

fn list() -> Value {
    json!({"type": "array", "items": {"type": "integer"}})
}

fn text() -> Value {
    json!({"type": "string"})
}

#[allow(clippy::needless_pass_by_value)] // Literals are easier to read by value.
fn any(of: Value) -> Value {
    json!({ "anyOf": of })
}

/// Schemas of a property, each with a map and a list in different unions.
fn schemas() -> Vec<Value> {
    let entries = json!({"type": "array", "items": {"type": "object", "properties": {"key": text(), "value": {"type": "integer"}}, "required": ["key", "value"], "additionalProperties": false}});
    vec![
        any(json!([any(json!([map(), text()])), list()])),
        any(json!([list(), any(json!([text(), map()]))])),
        any(json!([map(), any(json!([list(), text()]))])),
        any(json!([any(json!([list(), text()])), map()])),
        any(json!([
            any(json!([any(json!([map(), {"type": "boolean"}])), text()])),
            list()
        ])),
        any(json!([any(json!([map(), list()])), text()])),
        any(
            json!([any(json!([map(), list()])), {"type": "object", "additionalProperties": text()}]),
        ),
        any(json!([any(json!([map(), {"type": "null"}])), list()])),
        json!({"anyOf": [{"anyOf": [map(), text()], "description": "One"}, list()]}),
        json!({"anyOf": [{"$ref": "#/$defs/inner"}, list()]}),
        json!({"oneOf": [{"oneOf": [map(), text()]}, list()]}),
        any(json!([any(json!([map(), text()])), entries.clone()])),
        any(json!([map(), entries])),
        // In a list and in a map of such unions.
        json!({"type": "array", "items": any(json!([any(json!([map(), text()])), list()]))}),
        json!({"type": "object", "additionalProperties": any(json!([any(json!([map(), text()])), list()]))}),
    ]
}

fn values() -> Vec<Value> {
    vec![
        json!([]),
        json!({}),
        json!([1]),
        json!({"a": 1}),
        json!({"a": "b"}),
        json!("x"),
        json!(""),
        json!(true),
        Value::Null,
        json!([{"key": "a", "value": 1}]),
        json!([[], {}, "x"]),
        json!([{"a": 1}, [2]]),
        json!({"a": [], "b": {}}),
        json!({"entries": 1}),
        json!({"a": {"entries": 2}}),
    ]
}

#[test]
fn a_map_and_a_list_of_different_unions_are_read_apart() {
    let mut failures = Vec::new();
    let mut tried = 0;
    for property in schemas() {
        let schema = json!({
            "type": "object",
            "properties": {"it": property},
            "required": ["it"],
            "additionalProperties": false,
            "$defs": {"inner": any(json!([map(), text()]))},
        });
        let judge = jsonschema::draft202012::new(&schema).expect("a schema");
        let definition =
            ToolDefinition::parse(&json!({"name": "tool", "inputSchema": schema})).expect("a tool");
        let echo = |arguments: Value, _: &_| Ok::<_, Infallible>(arguments.to_string());
        let made = DynamicTool::from_schema("tool", "d", &schema, echo).expect("a tool");
        let set = ToolSet::builder().dynamic(made).build().expect("a set");
        for value in values() {
            let value = json!({ "it": value });
            if !judge.is_valid(&value) {
                continue;
            }
            for dialect in Dialect::all() {
                if dialect.strict() {
                    continue;
                }
                tried += 1;
                let provider = dialect.provider();
                let lowered = definition.with_schema(|tree| to_model(tree, dialect, value.clone()));
                let lifted = definition.from_model(provider, lowered.clone());
                if lifted != value {
                    failures.push(format!(
                        "{provider}: {schema}\n  {value} is written {lowered}, and back {lifted}"
                    ));
                }
                let call = ToolCall::new("1", "tool", lowered.to_string());
                let result = block_on(set.call(provider, call));
                let called = match (&result.error, result.content.as_slice()) {
                    (None, [Content::Text(text)]) => serde_json::from_str::<Value>(text).ok(),
                    _ => None,
                };
                if called.as_ref() != Some(&value) {
                    failures.push(format!(
                        "{provider}: {schema}\n  {value} is written {lowered}, and called {called:?}: {:?}",
                        result.error
                    ));
                }
                if !is_proto(provider) {
                    let text = definition.schema_for(provider).expect("a text");
                    let text: Value = serde_json::from_str(&text).expect("JSON");
                    let parameters = parameters(&text).expect("parameters");
                    if !jsonschema::is_valid(parameters, &lowered) {
                        failures.push(format!("{provider}: {lowered} before {parameters}"));
                    }
                }
            }
        }
    }
    assert_eq!(tried, 1615);
    none(&failures);
}

fn is_proto(provider: Provider) -> bool {
    matches!(provider, Provider::Gemini | Provider::Vertex)
}

/// The schema in a declaration.
fn parameters(text: &Value) -> Option<&Value> {
    let pointers = [
        "/function/parameters",
        "/parameters",
        "/parametersJsonSchema",
        "/input_schema",
        "/inputSchema",
        "/toolSpec/inputSchema/json",
    ];
    let found = pointers.iter().find_map(|pointer| text.pointer(pointer));
    found.or_else(|| text.get("properties").map(|_| text))
}

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize, ToolSchema)]
#[serde(untagged)]
enum Inner {
    Counts(BTreeMap<String, u8>),
    Word(String),
}

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize, ToolSchema)]
#[serde(untagged)]
enum Outer {
    Inner(Inner),
    Numbers(Vec<u8>),
}

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize, ToolSchema)]
#[serde(untagged)]
enum Turned {
    Maybe(Option<Outer>),
    Flag(bool),
}

/// The same types compiled: the reader that streams, and `from_model` with serde.
#[test]
fn compiled_types_with_nested_unions_round_trip() {
    fn law<T>(value: &T)
    where
        T: ToolSchema
            + serde::Serialize
            + serde::de::DeserializeOwned
            + PartialEq
            + core::fmt::Debug,
    {
        let (schema, json) = (T::SCHEMA.get(), serde_json::to_value(value).expect("JSON"));
        for dialect in Dialect::all() {
            let lowered = to_model(schema, dialect, json.clone());
            let lifted = from_model(schema, dialect, lowered.clone());
            assert_eq!(lifted, json, "{}: {lowered}", dialect.provider());
            let text = lowered.to_string();
            let read = toolcast::decode::Arguments::parse_answer(
                &text,
                schema,
                toolcast::decode::DecodeOptions::new(),
            )
            .and_then(|arguments| arguments.read::<T>(schema, dialect));
            assert_eq!(
                read.as_ref().ok(),
                Some(value),
                "{}: {text}",
                dialect.provider()
            );
        }
    }
    let all = || {
        [
            Outer::Inner(Inner::Counts(BTreeMap::new())),
            Outer::Inner(Inner::Counts([("a".into(), 1)].into())),
            Outer::Inner(Inner::Word("x".into())),
            Outer::Numbers(Vec::new()),
            Outer::Numbers(vec![1, 2]),
        ]
    };
    all().iter().for_each(law);
    for outer in all() {
        law(&Turned::Maybe(Some(outer)));
    }
    law(&Turned::Maybe(None));
    law(&Turned::Flag(true));
}

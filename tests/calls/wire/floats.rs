//! Floats keep their value on every way: arguments, results, and messages of an answer.

use futures_executor::block_on;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use toolcast::call::ToolCall;
use toolcast::{Provider, ToolSchema, tool, toolset};

#[derive(Serialize, ToolSchema)]
struct Same {
    n: f64,
}

/// Return the number.
#[tool(output)]
fn same(n: f64) -> Same {
    Same { n }
}

/// The first number under the name `n` in a value, however deep.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Object(members) => match members.get("n") {
            Some(Value::Number(n)) => n.as_f64(),
            _ => members.values().find_map(number),
        },
        Value::Array(items) => items.iter().find_map(number),
        Value::String(text) => number(&serde_json::from_str(text).ok()?),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_float_has_its_value_in_arguments_and_results(n in proptest::num::f64::NORMAL) {
        let tools = toolset![same].build().unwrap();
        for provider in [Provider::Mcp, Provider::Gemini, Provider::Bedrock, Provider::Cohere, Provider::OpenAi] {
            let call = ToolCall::new("c1", "same", json!({ "n": n }).to_string());
            let results = block_on(tools.call_all(provider, [call]));
            let messages = results.to_messages(provider);
            prop_assert_eq!(number(&json!(messages)), Some(n), "{}: {:?}", provider, messages);
            if provider == Provider::Mcp {
                prop_assert!(messages[0].get("structuredContent").is_some(), "{:?}", messages);
            }
        }
    }

    #[test]
    fn a_float_has_its_value_in_the_messages_of_an_answer(n in proptest::num::f64::NORMAL) {
        for (provider, answer) in [
            (Provider::Anthropic, json!({"stop_reason": "tool_use", "content": [{"type": "tool_use", "id": "c1", "name": "same", "input": {"n": n}}]})),
            (Provider::Gemini, json!({"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "same", "args": {"n": n}}}]}, "finishReason": "STOP"}]})),
            (Provider::Bedrock, json!({"stopReason": "tool_use", "output": {"message": {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "same", "input": {"n": n}}}]}}})),
        ] {
            let turn = provider.parse_turn(&answer.to_string()).unwrap();
            prop_assert_eq!(number(&json!(turn.messages)), Some(n), "{}", provider);
            prop_assert_eq!(number(&serde_json::from_str(&turn.calls[0].arguments).unwrap()), Some(n));
        }
    }
}

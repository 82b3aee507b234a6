//! Answers of Ollama's own API.

use serde_json::{Value, json};

use super::{ScriptedAnswer, pieces};

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let mut message = json!({"role": "assistant", "content": answer.text});
    if !answer.reasoning.is_empty() {
        message["thinking"] = json!(answer.reasoning);
    }
    if !answer.calls.is_empty() {
        message["tool_calls"] = calls(answer).collect();
    }
    last(answer, &message)
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let line = |key: &str, value: Value| {
        let mut message = json!({"role": "assistant", "content": ""});
        message[key] = value;
        about(answer, &message, false)
    };
    let mut events = Vec::new();
    events.extend(pieces(answer.reasoning).map(|piece| line("thinking", json!(piece))));
    events.extend(pieces(answer.text).map(|piece| line("content", json!(piece))));
    events.extend(calls(answer).map(|call| line("tool_calls", json!([call]))));
    events.push(last(answer, &json!({"role": "assistant", "content": ""})));
    events
}

/// Returns the calls. Ids are optional, and most versions send none.
fn calls(answer: &ScriptedAnswer<'_>) -> impl Iterator<Item = Value> {
    let call = |call: super::ScriptedCall<'_>| json!({"function": {"name": call.name, "arguments": call.arguments_value()}});
    answer.called().map(call)
}

fn last(answer: &ScriptedAnswer<'_>, message: &Value) -> Value {
    let mut last = about(answer, message, true);
    last["done_reason"] = json!(answer.reason());
    last["prompt_eval_count"] = json!(answer.input_tokens);
    last["eval_count"] = json!(answer.output_tokens);
    last
}

fn about(answer: &ScriptedAnswer<'_>, message: &Value, done: bool) -> Value {
    json!({
        "model": answer.model,
        "created_at": "2026-11-01T00:00:00Z",
        "message": message,
        "done": done,
    })
}

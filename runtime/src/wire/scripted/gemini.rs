//! Answers of Gemini and Vertex AI.

use serde_json::{Value, json};

use super::{ScriptedAnswer, pieces};

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let mut parts = Vec::new();
    if !answer.reasoning.is_empty() {
        parts.push(thought(answer.reasoning));
    }
    if !answer.text.is_empty() {
        parts.push(json!({"text": answer.text}));
    }
    parts.extend(calls(answer));
    chunk(answer, &json!(parts), Some(answer.reason()))
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let thoughts = pieces(answer.reasoning).map(thought);
    let texts = pieces(answer.text).map(|piece| json!({"text": piece}));
    let parts = thoughts.chain(texts).chain(calls(answer));
    let mut events: Vec<_> = parts
        .map(|part| chunk(answer, &json!([part]), None))
        .collect();
    let last = json!([{"text": ""}]);
    events.push(chunk(answer, &last, Some(answer.reason())));
    events
}

fn thought(text: &str) -> Value {
    json!({"text": text, "thought": true})
}

/// Returns the parts with calls. Only the first of a step has a signature.
fn calls(answer: &ScriptedAnswer<'_>) -> impl Iterator<Item = Value> {
    answer.called().enumerate().map(|(index, call)| {
        let mut part = json!({"functionCall": {"name": call.name, "args": call.arguments_value()}});
        if let Some(id) = call.id {
            part["functionCall"]["id"] = json!(id);
        }
        if index == 0 {
            part["thoughtSignature"] = json!("AAAA");
        }
        part
    })
}

fn chunk(answer: &ScriptedAnswer<'_>, parts: &Value, reason: Option<&str>) -> Value {
    let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
    if let Some(reason) = reason {
        candidate["finishReason"] = json!(reason);
    }
    json!({
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": answer.input_tokens,
            "candidatesTokenCount": answer.output_tokens,
            "totalTokenCount": answer.total_tokens(),
        },
        "modelVersion": answer.model,
        "responseId": format!("response_{}", answer.number),
    })
}

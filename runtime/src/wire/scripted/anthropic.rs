//! Answers of Anthropic's Messages.

use serde_json::{Value, json};

use super::{ScriptedAnswer, pieces};

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let mut blocks = blocks_of(answer);
    blocks.extend(answer.called().map(
        |call| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments_value()}),
    ));
    message(answer, &blocks, &json!(answer.reason()))
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let begun = message(answer, &[], &Value::Null);
    let mut events = Vec::from([json!({"type": "message_start", "message": begun})]);
    let mut index = 0;
    let mut block = |start: Value, deltas: Vec<Value>| {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        for delta in deltas {
            events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        events.push(json!({"type": "content_block_stop", "index": index}));
        index += 1;
    };
    for mut start in blocks_of(answer) {
        let mut deltas: Vec<Value>;
        if start["type"] == "text" {
            start["text"] = json!("");
            deltas = pieces(answer.text)
                .map(|piece| json!({"type": "text_delta", "text": piece}))
                .collect();
        } else {
            deltas = pieces(answer.reasoning)
                .map(|piece| json!({"type": "thinking_delta", "thinking": piece}))
                .collect();
            deltas.push(json!({"type": "signature_delta", "signature": start["signature"]}));
            start["thinking"] = json!("");
            start["signature"] = json!("");
        }
        block(start, deltas);
    }
    for call in answer.called() {
        let start = json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {}});
        let pieces = core::iter::once("").chain(pieces(call.arguments));
        let deltas = pieces.map(|piece| json!({"type": "input_json_delta", "partial_json": piece}));
        block(start, deltas.collect());
    }
    events.push(json!({
        "type": "message_delta",
        "delta": {"stop_reason": answer.reason(), "stop_sequence": null},
        "usage": {"output_tokens": answer.output_tokens},
    }));
    events.push(json!({"type": "message_stop"}));
    events
}

fn blocks_of(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let mut blocks = Vec::new();
    if !answer.reasoning.is_empty() {
        let thinking = answer.reasoning;
        blocks.push(json!({"type": "thinking", "thinking": thinking, "signature": "AAAA"}));
    }
    if !answer.text.is_empty() {
        blocks.push(json!({"type": "text", "text": answer.text, "citations": null}));
    }
    blocks
}

fn message(answer: &ScriptedAnswer<'_>, content: &[Value], reason: &Value) -> Value {
    json!({
        "id": format!("msg_{}", answer.number),
        "type": "message",
        "role": "assistant",
        "model": answer.model,
        "content": content,
        "stop_reason": reason,
        "stop_sequence": null,
        "usage": {"input_tokens": answer.input_tokens, "output_tokens": answer.output_tokens},
    })
}

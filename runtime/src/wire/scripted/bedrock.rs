//! Answers of Amazon Bedrock's Converse. A stream's events are one JSON object a line, as the SDKs
//! take them out of the binary frames.

use serde_json::{Value, json};

use super::{ScriptedAnswer, pieces};

const SIGNATURE: &str = "AAAA";

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let mut content = Vec::new();
    if !answer.reasoning.is_empty() {
        let text = json!({"text": answer.reasoning, "signature": SIGNATURE});
        content.push(json!({"reasoningContent": {"reasoningText": text}}));
    }
    if !answer.text.is_empty() {
        content.push(json!({"text": answer.text}));
    }
    content.extend(answer.called().map(|call| {
        let input = call.arguments_value();
        json!({"toolUse": {"toolUseId": call.id, "name": call.name, "input": input}})
    }));
    let mut whole = counts(answer);
    whole["output"] = json!({"message": {"role": "assistant", "content": content}});
    whole["stopReason"] = json!(answer.reason());
    whole
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let mut events = Vec::from([json!({"messageStart": {"role": "assistant"}})]);
    let mut index = 0;
    let mut block = |start: Option<Value>, deltas: Vec<Value>| {
        // A text has no event for its start.
        if let Some(start) = start {
            let start = json!({"contentBlockIndex": index, "start": start});
            events.push(json!({"contentBlockStart": start}));
        }
        for delta in deltas {
            let delta = json!({"contentBlockIndex": index, "delta": delta});
            events.push(json!({"contentBlockDelta": delta}));
        }
        events.push(json!({"contentBlockStop": {"contentBlockIndex": index}}));
        index += 1;
    };
    if !answer.reasoning.is_empty() {
        let thought = |piece| json!({"reasoningContent": {"text": piece}});
        let mut deltas: Vec<_> = pieces(answer.reasoning).map(thought).collect();
        deltas.push(json!({"reasoningContent": {"signature": SIGNATURE}}));
        block(None, deltas);
    }
    if !answer.text.is_empty() {
        let texts = pieces(answer.text).map(|piece| json!({"text": piece}));
        block(None, texts.collect());
    }
    for call in answer.called() {
        let start = json!({"toolUse": {"toolUseId": call.id, "name": call.name}});
        let inputs = pieces(call.arguments).map(|piece| json!({"toolUse": {"input": piece}}));
        block(Some(start), inputs.collect());
    }
    events.push(json!({"messageStop": {"stopReason": answer.reason()}}));
    events.push(json!({"metadata": counts(answer)}));
    events
}

fn counts(answer: &ScriptedAnswer<'_>) -> Value {
    json!({
        "usage": {
            "inputTokens": answer.input_tokens,
            "outputTokens": answer.output_tokens,
            "totalTokens": answer.total_tokens(),
        },
        "metrics": {"latencyMs": 1},
    })
}

//! Answers of Cohere's Chat, version 2.

use serde_json::{Value, json};

use super::chat::{calls, whole_call};
use super::{ScriptedAnswer, pieces};

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let mut message = json!({"role": "assistant"});
    let content = content(answer);
    if !content.is_empty() {
        let blocks = content.iter();
        message["content"] = blocks
            .map(|(kind, text)| json!({"type": kind, *kind: text}))
            .collect();
    }
    if !answer.calls.is_empty() {
        message["tool_calls"] = calls(answer);
        if !answer.text.is_empty() {
            message["tool_plan"] = json!(answer.text);
        }
    }
    json!({
        "id": id(answer),
        "finish_reason": answer.reason(),
        "message": message,
        "usage": usage(answer),
    })
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let start = json!({"message": {"role": "assistant"}});
    let mut events =
        Vec::from([json!({"type": "message-start", "id": id(answer), "delta": start})]);
    let mut push = |kind: &str, index: Option<usize>, message: Value| {
        let mut event = json!({"type": kind});
        if let Some(index) = index {
            event["index"] = json!(index);
        }
        if !message.is_null() {
            event["delta"] = json!({"message": message});
        }
        events.push(event);
    };
    if !answer.calls.is_empty() {
        for piece in pieces(answer.text) {
            push("tool-plan-delta", None, json!({"tool_plan": piece}));
        }
    }
    for (index, (kind, text)) in content(answer).into_iter().enumerate() {
        let at = Some(index);
        let start = json!({"content": {"type": kind, kind: ""}});
        push("content-start", at, start);
        for piece in pieces(text) {
            push("content-delta", at, json!({"content": {kind: piece}}));
        }
        push("content-end", at, Value::Null);
    }
    for (index, call) in answer.called().enumerate() {
        let at = Some(index);
        let mut start = whole_call(&call);
        start["function"]["arguments"] = json!("");
        push("tool-call-start", at, json!({"tool_calls": start}));
        for piece in pieces(call.arguments) {
            let more = json!({"function": {"arguments": piece}});
            push("tool-call-delta", at, json!({"tool_calls": more}));
        }
        push("tool-call-end", at, Value::Null);
    }
    let end = json!({"finish_reason": answer.reason(), "usage": usage(answer)});
    events.push(json!({"type": "message-end", "delta": end}));
    events
}

/// Returns the content's blocks: type and text. Text beside calls is the plan.
fn content<'a>(answer: &'a ScriptedAnswer<'_>) -> Vec<(&'static str, &'a str)> {
    let text = if answer.calls.is_empty() {
        answer.text
    } else {
        ""
    };
    let mut blocks = Vec::from([("thinking", answer.reasoning), ("text", text)]);
    blocks.retain(|(_, text)| !text.is_empty());
    blocks
}

fn id(answer: &ScriptedAnswer<'_>) -> Value {
    json!(format!("response_{}", answer.number))
}

fn usage(answer: &ScriptedAnswer<'_>) -> Value {
    let (input, output) = (answer.input_tokens, answer.output_tokens);
    json!({"tokens": {"input_tokens": input, "output_tokens": output}})
}

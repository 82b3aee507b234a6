//! Answers of OpenAI's Responses.

use serde_json::{Value, json};

use super::{ScriptedAnswer, pieces};
use crate::request::merge;
use crate::wire::FinishReason;

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let (status, details) = match answer.finish {
        FinishReason::Length => ("incomplete", json!({"reason": "max_output_tokens"})),
        FinishReason::Refused => ("incomplete", json!({"reason": "content_filter"})),
        FinishReason::Other(word) => ("incomplete", json!({"reason": word})),
        _ => ("completed", Value::Null),
    };
    let mut whole = body(answer, status, &items(answer));
    whole["incomplete_details"] = details;
    whole["usage"] = json!({
        "input_tokens": answer.input_tokens,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": answer.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": answer.total_tokens(),
    });
    whole
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let begun = body(answer, "in_progress", &[]);
    let mut events = Vec::from([
        json!({"type": "response.created", "response": begun}),
        json!({"type": "response.in_progress", "response": begun}),
    ]);
    for (index, item) in items(answer).into_iter().enumerate() {
        let mut start = item.clone();
        match item["type"].as_str() {
            Some("function_call") => {
                start["arguments"] = json!("");
                start["status"] = json!("in_progress");
            }
            Some("message") => {
                start["content"] = json!([]);
                start["status"] = json!("in_progress");
            }
            _ => start["summary"] = json!([]),
        }
        let added = "response.output_item.added";
        events.push(json!({"type": added, "output_index": index, "item": start}));
        inner_events(index, &item, &mut events);
        let done = "response.output_item.done";
        events.push(json!({"type": done, "output_index": index, "item": item}));
    }
    let whole = response(answer);
    let last = match whole["status"].as_str() {
        Some("incomplete") => "response.incomplete",
        _ => "response.completed",
    };
    events.push(json!({"type": last, "response": whole}));
    for (number, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = json!(number);
    }
    events
}

fn inner_events(index: usize, item: &Value, events: &mut Vec<Value>) {
    let mut push = |kind: &str, end: &str, at: &Value, more: Value| {
        let mut event = json!({
            "type": format!("response.{kind}.{end}"),
            "output_index": index,
            "item_id": item["id"],
        });
        merge(&mut event, at.clone());
        merge(&mut event, more);
        events.push(event);
    };
    // The text of a message has `logprobs`, and its part has none.
    let (part, part_kind, at, text_kind, text_at) = match item["type"].as_str() {
        Some("function_call") => {
            let (kind, at) = ("function_call_arguments", json!({}));
            let arguments = item["arguments"].as_str().unwrap_or_default();
            for piece in pieces(arguments) {
                push(kind, "delta", &at, json!({"delta": piece}));
            }
            let all = json!({"arguments": arguments, "name": item["name"]});
            return push(kind, "done", &at, all);
        }
        Some("message") => {
            let text_at = json!({"content_index": 0, "logprobs": []});
            let at = json!({"content_index": 0});
            (
                &item["content"][0],
                "content_part",
                at,
                "output_text",
                text_at,
            )
        }
        _ => {
            let (part, text) = ("reasoning_summary_part", "reasoning_summary_text");
            let at = json!({"summary_index": 0});
            (&item["summary"][0], part, at.clone(), text, at)
        }
    };
    let text = part["text"].as_str().unwrap_or_default();
    let mut empty = part.clone();
    empty["text"] = json!("");
    push(part_kind, "added", &at, json!({"part": empty}));
    for piece in pieces(text) {
        push(text_kind, "delta", &text_at, json!({"delta": piece}));
    }
    push(text_kind, "done", &text_at, json!({"text": text}));
    push(part_kind, "done", &at, json!({"part": part}));
}

fn items(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let number = answer.number;
    let mut items = Vec::new();
    if !answer.reasoning.is_empty() {
        items.push(json!({
            "id": format!("rs_{number}"),
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": answer.reasoning}],
            "encrypted_content": "AAAA",
        }));
    }
    if !answer.text.is_empty() {
        let part = json!({
            "type": "output_text",
            "text": answer.text,
            "annotations": [],
            "logprobs": [],
        });
        let cut = matches!(answer.finish, FinishReason::Length);
        items.push(json!({
            "id": format!("msg_{number}"),
            "type": "message",
            "role": "assistant",
            "status": if cut { "incomplete" } else { "completed" },
            "content": [part],
        }));
    }
    for (call, n) in answer.called().zip(1..) {
        items.push(json!({
            "id": format!("fc_{number}_{n}"),
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": call.arguments,
            "status": "completed",
        }));
    }
    items
}

fn body(answer: &ScriptedAnswer<'_>, status: &str, output: &[Value]) -> Value {
    json!({
        "id": format!("resp_{}", answer.number),
        "object": "response",
        "created_at": 1,
        "model": answer.model,
        "status": status,
        "incomplete_details": null,
        "error": null,
        "instructions": null,
        "metadata": {},
        "output": output,
        "parallel_tool_calls": true,
        "tool_choice": "auto",
        "tools": [],
        "temperature": 1.0,
        "top_p": 1.0,
    })
}

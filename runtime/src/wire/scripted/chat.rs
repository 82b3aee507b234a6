//! Answers of OpenAI's Chat Completions and of hosts with the same API.

use serde_json::{Map, Value, json};

use super::{ScriptedAnswer, ScriptedCall, pieces};
use crate::provider::{ReasoningForm, StreamUsage};
use crate::wire::turn::function_call;

pub(super) fn response(answer: &ScriptedAnswer<'_>) -> Value {
    let mut message = json!({"role": "assistant", "content": content(answer)});
    if let ReasoningForm::Member(key) = answer.provider.host_answer().reasoning
        && !answer.reasoning.is_empty()
    {
        message[key] = json!(answer.reasoning);
    }
    if !answer.calls.is_empty() {
        message["tool_calls"] = calls(answer);
    }
    let choice = json!({"index": 0, "message": message, "finish_reason": answer.reason()});
    let mut whole = about(answer, "chat.completion", &json!([choice]));
    whole["usage"] = usage(answer);
    whole
}

pub(super) fn events(answer: &ScriptedAnswer<'_>) -> Vec<Value> {
    let host = answer.provider.host_answer();
    let chunk = |delta: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": null});
        about(answer, "chat.completion.chunk", &json!([choice]))
    };
    let mut events = Vec::from([chunk(json!({"role": "assistant", "content": ""}))]);
    for piece in pieces(answer.reasoning) {
        events.extend(match host.reasoning {
            ReasoningForm::None => None,
            ReasoningForm::Member(key) => {
                let delta = Map::from_iter([(key.into(), json!(piece))]);
                Some(chunk(Value::Object(delta)))
            }
            ReasoningForm::Part => Some(chunk(json!({"content": [thinking(piece)]}))),
        });
    }
    events.extend(pieces(answer.text).map(|piece| chunk(json!({"content": piece}))));
    let mut last = json!({});
    if host.whole_calls {
        last = json!({"content": ""});
        if !answer.calls.is_empty() {
            last["tool_calls"] = calls(answer);
        }
    } else {
        for (index, call) in answer.called().enumerate() {
            let mut start = whole_call(&call);
            start["index"] = json!(index);
            start["function"]["arguments"] = json!("");
            events.push(chunk(json!({"tool_calls": [start]})));
            events.extend(pieces(call.arguments).map(|piece| {
                let more = json!({"index": index, "function": {"arguments": piece}});
                chunk(json!({"tool_calls": [more]}))
            }));
        }
    }
    let mut last = chunk(last);
    last["choices"][0]["finish_reason"] = json!(answer.reason());
    match host.usage {
        StreamUsage::WithReason => last["usage"] = usage(answer),
        StreamUsage::Inside(key) => last[key] = json!({"usage": usage(answer)}),
        StreamUsage::IfAsked | StreamUsage::Chunk => {}
    }
    events.push(last);
    if host.usage == StreamUsage::Chunk || host.usage == StreamUsage::IfAsked && answer.asks_usage {
        let mut counts = about(answer, "chat.completion.chunk", &json!([]));
        counts["usage"] = usage(answer);
        events.push(counts);
    }
    events
}

fn about(answer: &ScriptedAnswer<'_>, object: &str, choices: &Value) -> Value {
    json!({
        "id": format!("chatcmpl-{}", answer.number),
        "object": object,
        "created": 1,
        "model": answer.model,
        "choices": choices,
    })
}

fn content(answer: &ScriptedAnswer<'_>) -> Value {
    let is_part = answer.provider.host_answer().reasoning == ReasoningForm::Part;
    match (is_part && !answer.reasoning.is_empty(), answer.text) {
        (true, "") => json!([thinking(answer.reasoning)]),
        (true, text) => json!([thinking(answer.reasoning), {"type": "text", "text": text}]),
        // A message without calls has a text.
        (false, "") if !answer.calls.is_empty() => Value::Null,
        (false, text) => json!(text),
    }
}

fn thinking(text: &str) -> Value {
    json!({"type": "thinking", "thinking": [{"type": "text", "text": text}]})
}

pub(super) fn calls(answer: &ScriptedAnswer<'_>) -> Value {
    answer.called().map(|call| whole_call(&call)).collect()
}

pub(super) fn whole_call(call: &ScriptedCall<'_>) -> Value {
    function_call(call.id.as_deref(), call.name, call.arguments)
}

fn usage(answer: &ScriptedAnswer<'_>) -> Value {
    json!({
        "prompt_tokens": answer.input_tokens,
        "completion_tokens": answer.output_tokens,
        "total_tokens": answer.total_tokens(),
    })
}

//! Responses and streams in each provider's format, for any text and calls.

use serde_json::{Value, json};
use toolcast::Provider;

/// An id, a name, and arguments as JSON text.
pub(crate) type Call<'c> = (&'c str, &'c str, &'c str);

/// All providers but the one that is a schema alone.
pub(crate) fn providers() -> impl Iterator<Item = Provider> {
    Provider::ALL
        .iter()
        .copied()
        .filter(|provider| *provider != Provider::JsonSchema)
}

/// One provider of each shape.
pub(crate) fn shapes() -> impl Iterator<Item = Provider> {
    providers().filter(|provider| {
        !matches!(
            provider,
            Provider::AzureOpenAi
                | Provider::XAi
                | Provider::Groq
                | Provider::DeepSeek
                | Provider::Portable
                | Provider::GeminiJsonSchema
        )
    })
}

/// A call's id as this provider could have given it.
pub(crate) fn id(provider: Provider, n: usize) -> String {
    match provider {
        Provider::Mistral => format!("D681Pev{n:02}"),
        Provider::Anthropic => format!("toolu_01A{n}"),
        Provider::Bedrock => format!("tooluse_{n}"),
        _ => format!("call_{n}"),
    }
}

pub(crate) fn text(value: &str) -> String {
    Value::from(value).to_string()
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

/// A whole response.
pub(crate) fn whole(provider: Provider, said: &str, calls: &[Call<'_>]) -> String {
    let finish =
        |called: &'static str, not: &'static str| if calls.is_empty() { not } else { called };
    match provider {
        Provider::OpenAiResponses => {
            let mut items = vec![r#"{"type":"reasoning","id":"rs_1","summary":[]}"#.to_owned()];
            if !said.is_empty() {
                items.push(format!(
                    r#"{{"type":"message","id":"msg_1","role":"assistant","content":[{{"type":"output_text","text":{},"annotations":[]}}]}}"#,
                    text(said)
                ));
            }
            items.extend(calls.iter().map(responses_item));
            format!(
                r#"{{"id":"resp_1","object":"response","status":"completed","error":null,"output":{}}}"#,
                list(items)
            )
        }
        Provider::Anthropic => {
            let mut blocks = Vec::new();
            if !said.is_empty() {
                blocks.push(format!(r#"{{"type":"text","text":{}}}"#, text(said)));
            }
            blocks.extend(calls.iter().map(|(id, name, arguments)| {
                format!(
                    r#"{{"type":"tool_use","id":{},"name":{},"input":{arguments}}}"#,
                    text(id),
                    text(name)
                )
            }));
            format!(
                r#"{{"id":"msg_1","type":"message","role":"assistant","content":{},"stop_reason":"{}"}}"#,
                list(blocks),
                finish("tool_use", "end_turn")
            )
        }
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => format!(
            r#"{{"candidates":[{{"content":{{"role":"model","parts":{}}},"finishReason":"STOP"}}]}}"#,
            list(gemini_parts(provider, said, calls))
        ),
        Provider::Bedrock => {
            let mut blocks = Vec::new();
            if !said.is_empty() {
                blocks.push(format!(r#"{{"text":{}}}"#, text(said)));
            }
            blocks.extend(calls.iter().map(|(id, name, arguments)| {
                format!(
                    r#"{{"toolUse":{{"toolUseId":{},"name":{},"input":{arguments}}}}}"#,
                    text(id),
                    text(name)
                )
            }));
            format!(
                r#"{{"output":{{"message":{{"role":"assistant","content":{}}}}},"stopReason":"{}"}}"#,
                list(blocks),
                finish("tool_use", "end_turn")
            )
        }
        Provider::Cohere => {
            let mut members = vec![r#""role":"assistant""#.to_owned()];
            if !said.is_empty() {
                let said = text(said);
                members.push(if calls.is_empty() {
                    format!(r#""content":[{{"type":"text","text":{said}}}]"#)
                } else {
                    format!(r#""tool_plan":{said}"#)
                });
            }
            if !calls.is_empty() {
                let calls = list(calls.iter().map(nested));
                members.push(format!(r#""tool_calls":{calls}"#));
            }
            let message = members.join(",");
            format!(
                r#"{{"id":"x","message":{{{message}}},"finish_reason":"{}"}}"#,
                finish("TOOL_CALL", "COMPLETE")
            )
        }
        Provider::Ollama => {
            let calls = if calls.is_empty() {
                String::new()
            } else {
                format!(r#","tool_calls":{}"#, list(calls.iter().map(ollama_call)))
            };
            format!(
                r#"{{"model":"m","message":{{"role":"assistant","content":{}{calls}}},"done":true,"done_reason":"stop"}}"#,
                text(said)
            )
        }
        Provider::Mcp => match calls {
            [call] => mcp_request(call),
            calls => list(calls.iter().map(mcp_request)),
        },
        _ => {
            let content = if said.is_empty() {
                "null".to_owned()
            } else {
                text(said)
            };
            let tool_calls = if calls.is_empty() {
                String::new()
            } else {
                format!(r#","tool_calls":{}"#, list(calls.iter().map(nested)))
            };
            format!(
                r#"{{"id":"x","object":"chat.completion","choices":[{{"index":0,"message":{{"role":"assistant","content":{content}{tool_calls}}},"finish_reason":"{}"}}]}}"#,
                finish("tool_calls", "stop")
            )
        }
    }
}

fn nested((id, name, arguments): &Call<'_>) -> String {
    format!(
        r#"{{"id":{},"type":"function","function":{{"name":{},"arguments":{}}}}}"#,
        text(id),
        text(name),
        text(arguments)
    )
}

fn responses_item((id, name, arguments): &Call<'_>) -> String {
    format!(
        r#"{{"type":"function_call","id":"fc_1","call_id":{},"name":{},"arguments":{},"status":"completed"}}"#,
        text(id),
        text(name),
        text(arguments)
    )
}

fn ollama_call((id, name, arguments): &Call<'_>) -> String {
    format!(
        r#"{{"id":{},"function":{{"index":0,"name":{},"arguments":{arguments}}}}}"#,
        text(id),
        text(name)
    )
}

fn mcp_request((id, name, arguments): &Call<'_>) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":{},"arguments":{arguments}}}}}"#,
        text(id),
        text(name)
    )
}

/// The first call has a signature. Vertex has no ids.
fn gemini_parts(provider: Provider, said: &str, calls: &[Call<'_>]) -> Vec<String> {
    let mut parts = Vec::new();
    if !said.is_empty() {
        parts.push(format!(r#"{{"text":{}}}"#, text(said)));
    }
    for (i, (id, name, arguments)) in calls.iter().enumerate() {
        let id = if provider == Provider::Vertex {
            String::new()
        } else {
            format!(r#""id":{},"#, text(id))
        };
        let signature = if i == 0 {
            r#","thoughtSignature":"c2ln""#
        } else {
            ""
        };
        parts.push(format!(
            r#"{{"functionCall":{{{id}"name":{},"args":{arguments}}}{signature}}}"#,
            text(name)
        ));
    }
    parts
}

/// Cuts a text into pieces of three characters.
fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars
        .chunks(3)
        .map(|piece| piece.iter().collect())
        .collect()
}

/// The events of the same response as a stream.
pub(crate) fn events(provider: Provider, said: &str, calls: &[Call<'_>]) -> Vec<String> {
    match provider {
        Provider::OpenAiResponses => responses_events(said, calls),
        Provider::Anthropic => anthropic_events(said, calls),
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            let chunk = |parts: String, end: &str| {
                format!(
                    r#"{{"candidates":[{{"content":{{"role":"model","parts":{parts}}}{end}}}]}}"#
                )
            };
            let mut events: Vec<_> = pieces(said)
                .iter()
                .map(|piece| chunk(list([format!(r#"{{"text":{}}}"#, text(piece))]), ""))
                .collect();
            for part in gemini_parts(provider, "", calls) {
                events.push(chunk(list([part]), ""));
            }
            events.push(chunk("[]".into(), r#","finishReason":"STOP""#));
            events
        }
        Provider::Bedrock => bedrock_events(said, calls),
        Provider::Cohere => cohere_events(said, calls),
        Provider::Ollama => {
            let line = |message: Value, rest: &str| {
                format!(r#"{{"model":"m","message":{message}{rest}}}"#)
            };
            let mut events: Vec<_> = pieces(said)
                .iter()
                .map(|piece| {
                    line(
                        json!({"role": "assistant", "content": piece}),
                        r#","done":false"#,
                    )
                })
                .collect();
            for call in calls {
                events.push(format!(
                    r#"{{"model":"m","message":{{"role":"assistant","content":"","tool_calls":[{}]}},"done":false}}"#,
                    ollama_call(call)
                ));
            }
            events.push(line(
                json!({"role": "assistant", "content": ""}),
                r#","done":true,"done_reason":"stop""#,
            ));
            events
        }
        Provider::Mcp => calls.iter().map(mcp_request).collect(),
        _ => chat_events(said, calls),
    }
}

/// Calls are interleaved, and only the first delta of each has its id.
fn chat_events(said: &str, calls: &[Call<'_>]) -> Vec<String> {
    let chunk = |delta: Value, finish: Value| {
        json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}).to_string()
    };
    let mut events = vec![chunk(
        json!({"role": "assistant", "content": null}),
        Value::Null,
    )];
    for piece in pieces(said) {
        events.push(chunk(json!({"content": piece}), Value::Null));
    }
    let call = |i: usize, call: Value| {
        let mut call = call;
        call["index"] = json!(i);
        chunk(json!({"tool_calls": [call]}), Value::Null)
    };
    for (i, (id, name, _)) in calls.iter().enumerate() {
        let function = json!({"name": name, "arguments": ""});
        events.push(call(
            i,
            json!({"id": id, "type": "function", "function": function}),
        ));
    }
    let mut rest: Vec<_> = calls
        .iter()
        .map(|(_, _, arguments)| pieces(arguments).into_iter())
        .collect();
    loop {
        let mut any = false;
        for (i, rest) in rest.iter_mut().enumerate() {
            if let Some(piece) = rest.next() {
                any = true;
                events.push(call(i, json!({"function": {"arguments": piece}})));
            }
        }
        if !any {
            break;
        }
    }
    let finish = if calls.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    events.push(chunk(json!({}), json!(finish)));
    events
}

fn responses_events(said: &str, calls: &[Call<'_>]) -> Vec<String> {
    let whole = whole(Provider::OpenAiResponses, said, calls);
    let mut events =
        vec![r#"{"type":"response.created","response":{"status":"in_progress"}}"#.to_owned()];
    let offset = usize::from(!said.is_empty()) + 1;
    if !said.is_empty() {
        let item = |kind: &str, content: Value| {
            let item =
                json!({"type": "message", "id": "msg_1", "role": "assistant", "content": content});
            let kind = format!("response.output_item.{kind}");
            json!({"type": kind, "output_index": 1, "item": item}).to_string()
        };
        events.push(item("added", json!([])));
        for piece in pieces(said) {
            events.push(
                json!({
                    "type": "response.output_text.delta",
                    "output_index": 1,
                    "content_index": 0,
                    "delta": piece,
                })
                .to_string(),
            );
        }
        let part = json!({"type": "output_text", "text": said, "annotations": []});
        events.push(item("done", json!([part])));
    }
    for (i, call) in calls.iter().enumerate() {
        let i = i + offset;
        let (id, name, arguments) = call;
        events.push(
            json!({
                "type": "response.output_item.added",
                "output_index": i,
                "item": {"type": "function_call", "call_id": id, "name": name, "arguments": ""},
            })
            .to_string(),
        );
        for piece in pieces(arguments) {
            events.push(
                json!({
                    "type": "response.function_call_arguments.delta",
                    "output_index": i,
                    "delta": piece,
                })
                .to_string(),
            );
        }
        events.push(format!(
            r#"{{"type":"response.output_item.done","output_index":{i},"item":{}}}"#,
            responses_item(call)
        ));
    }
    events.push(format!(
        r#"{{"type":"response.completed","response":{whole}}}"#
    ));
    events
}

fn anthropic_events(said: &str, calls: &[Call<'_>]) -> Vec<String> {
    let mut events = vec![
        json!({"type": "message_start", "message": {"type": "message", "content": []}}),
        json!({"type": "ping"}),
    ];
    let mut index = 0;
    let mut block = |start: Value, deltas: Vec<Value>| {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        for delta in deltas {
            events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        events.push(json!({"type": "content_block_stop", "index": index}));
        index += 1;
    };
    if !said.is_empty() {
        let deltas = pieces(said)
            .into_iter()
            .map(|piece| json!({"type": "text_delta", "text": piece}));
        block(json!({"type": "text", "text": ""}), deltas.collect());
    }
    for (id, name, arguments) in calls {
        let deltas = pieces(arguments)
            .into_iter()
            .map(|piece| json!({"type": "input_json_delta", "partial_json": piece}));
        block(
            json!({"type": "tool_use", "id": id, "name": name, "input": {}}),
            deltas.collect(),
        );
    }
    let reason = if calls.is_empty() {
        "end_turn"
    } else {
        "tool_use"
    };
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason}}));
    events.push(json!({"type": "message_stop"}));
    events.iter().map(Value::to_string).collect()
}

fn bedrock_events(said: &str, calls: &[Call<'_>]) -> Vec<String> {
    let mut events = vec![json!({"messageStart": {"role": "assistant"}})];
    let mut index = 0;
    let mut block = |start: Option<Value>, deltas: Vec<Value>| {
        if let Some(start) = start {
            events.push(json!({"contentBlockStart": {"contentBlockIndex": index, "start": start}}));
        }
        for delta in deltas {
            events.push(json!({"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}));
        }
        events.push(json!({"contentBlockStop": {"contentBlockIndex": index}}));
        index += 1;
    };
    if !said.is_empty() {
        let deltas = pieces(said)
            .into_iter()
            .map(|piece| json!({ "text": piece }));
        block(None, deltas.collect());
    }
    for (id, name, arguments) in calls {
        let deltas = pieces(arguments)
            .into_iter()
            .map(|piece| json!({"toolUse": {"input": piece}}));
        block(
            Some(json!({"toolUse": {"toolUseId": id, "name": name}})),
            deltas.collect(),
        );
    }
    let reason = if calls.is_empty() {
        "end_turn"
    } else {
        "tool_use"
    };
    events.push(json!({"messageStop": {"stopReason": reason}}));
    events.push(json!({"metadata": {"usage": {"inputTokens": 1}}}));
    events.iter().map(Value::to_string).collect()
}

fn cohere_events(said: &str, calls: &[Call<'_>]) -> Vec<String> {
    let mut events = vec![json!({"type": "message-start", "id": "x"})];
    for piece in pieces(said) {
        events.push(if calls.is_empty() {
            json!({"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": piece}}}})
        } else {
            json!({"type": "tool-plan-delta", "delta": {"message": {"tool_plan": piece}}})
        });
    }
    for (i, (id, name, arguments)) in calls.iter().enumerate() {
        let start =
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": ""}});
        events.push(json!({"type": "tool-call-start", "index": i, "delta": {"message": {"tool_calls": start}}}));
        for piece in pieces(arguments) {
            let piece = json!({"function": {"arguments": piece}});
            events.push(json!({"type": "tool-call-delta", "index": i, "delta": {"message": {"tool_calls": piece}}}));
        }
        events.push(json!({"type": "tool-call-end", "index": i}));
    }
    let reason = if calls.is_empty() {
        "COMPLETE"
    } else {
        "TOOL_CALL"
    };
    events.push(json!({"type": "message-end", "delta": {"finish_reason": reason}}));
    events.iter().map(Value::to_string).collect()
}

/// The same events as the bytes of a body.
pub(crate) fn body(provider: Provider, events: &[String]) -> Vec<u8> {
    if matches!(provider, Provider::Ollama | Provider::Bedrock) {
        return (events.join("\n") + "\n").into_bytes();
    }
    let mut body = String::from("\u{feff}: a comment\r\n\r\n");
    for event in events {
        for piece in ["event: something\r\ndata: ", event, "\r\n\r\n"] {
            body.push_str(piece);
        }
    }
    body += "data: [DONE]\n\n";
    body.into_bytes()
}

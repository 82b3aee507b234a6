//! Members of a message that have no meaning for this crate: a stream has them like the whole
//! response, because the provider expects them back.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{Turn, WireError};

fn streamed(provider: Provider, events: &[Value]) -> Turn {
    let mut stream = provider.stream().expect("it has streams");
    for event in events {
        stream.push_event(&event.to_string()).expect("an event");
    }
    stream.finish().expect("a turn")
}

/// Compares the messages and calls of a stream with those of the same response as a whole.
#[track_caller]
fn compare(provider: Provider, events: &[Value], whole: &Value) -> Turn {
    let streamed = streamed(provider, events);
    let whole = provider
        .parse_turn(&whole.to_string())
        .expect("a whole response");
    assert_eq!(
        streamed.messages, whole.messages,
        "{provider}: left is streamed"
    );
    assert_eq!(streamed.calls, whole.calls, "{provider}");
    assert_eq!(streamed.text, whole.text, "{provider}");
    streamed
}

const CHAT: [Provider; 5] = [
    Provider::OpenAi,
    Provider::AzureOpenAi,
    Provider::Groq,
    Provider::XAi,
    Provider::Portable,
];

fn chunks(deltas: &[Value]) -> Vec<Value> {
    let chunk = |delta| json!({"choices": [{"index": 0, "delta": delta}]});
    let mut chunks: Vec<_> = deltas.iter().map(chunk).collect();
    chunks.push(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}));
    chunks
}

fn chat(message: &Value) -> Value {
    json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
}

#[test]
fn lists_and_objects_in_deltas_are_joined_by_their_index() {
    let deltas = [
        json!({"role": "assistant", "content": "a", "audio": {"id": "audio_1", "data": "AA"}}),
        json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "I "}]}),
        json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "see"}]}),
        json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": null, "signature": "S"}]}),
        json!({"reasoning_details": [{"type": "reasoning.encrypted", "index": 1, "data": "E"}]}),
        json!({"annotations": [{"type": "url_citation", "url": "u1"}]}),
        json!({"annotations": [{"type": "url_citation", "url": "u2"}], "audio": {"data": "BB", "expires_at": 7}}),
    ];
    let message = json!({
        "role": "assistant",
        "content": "a",
        "audio": {"id": "audio_1", "data": "AABB", "expires_at": 7},
        "reasoning_details": [
            {"type": "reasoning.text", "index": 0, "text": "I see", "signature": "S"},
            {"type": "reasoning.encrypted", "index": 1, "data": "E"},
        ],
        "annotations": [
            {"type": "url_citation", "url": "u1"},
            {"type": "url_citation", "url": "u2"},
        ],
    });
    for provider in CHAT {
        let _ = compare(provider, &chunks(&deltas), &chat(&message));
    }
}

/// `OpenRouter` has the index 0 for all items, and `LiteLLM` has none.
#[test]
fn items_of_different_types_are_not_joined() {
    let deltas = [
        json!({"role": "assistant", "content": "a"}),
        json!({"reasoning_details": [{"type": "reasoning.summary", "index": 0, "summary": "I "}]}),
        json!({"reasoning_details": [{"type": "reasoning.summary", "index": 0, "summary": "see"}]}),
        json!({"reasoning_details": [{"type": "reasoning.encrypted", "index": 0, "id": "e1", "data": "E1"}]}),
        json!({"reasoning_details": [{"type": "reasoning.encrypted", "index": 0, "id": "e2", "data": "E2"}]}),
        json!({"thinking_blocks": [{"type": "thinking", "thinking": "Let "}]}),
        json!({"thinking_blocks": [{"type": "thinking", "thinking": "me"}]}),
        json!({"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": "S"}]}),
        json!({"thinking_blocks": [{"type": "thinking", "thinking": "again"}]}),
        json!({"parts": [{"index": 1, "text": "b"}]}),
        json!({"parts": [{"index": 0, "text": "a"}]}),
        json!({"parts": [{"index": 1, "text": "c"}]}),
    ];
    let message = json!({
        "role": "assistant",
        "content": "a",
        "reasoning_details": [
            {"type": "reasoning.summary", "index": 0, "summary": "I see"},
            {"type": "reasoning.encrypted", "index": 0, "id": "e1", "data": "E1"},
            {"type": "reasoning.encrypted", "index": 0, "id": "e2", "data": "E2"},
        ],
        "thinking_blocks": [
            {"type": "thinking", "thinking": "Let me", "signature": "S"},
            {"type": "thinking", "thinking": "again"},
        ],
        "parts": [{"index": 1, "text": "bc"}, {"index": 0, "text": "a"}],
    });
    for provider in CHAT {
        let _ = compare(provider, &chunks(&deltas), &chat(&message));
    }
}

#[test]
fn a_stream_of_small_members_is_within_the_limits() {
    let mut stream = Provider::OpenAi.stream().expect("it has streams");
    let items = vec![json!({"a": 0}); 20_000];
    let event = chunks(&[json!({ "x": items })])[0].to_string();
    // Each object takes more memory than text.
    let ended = (0..20).find_map(|_| stream.push_event(&event).err());
    assert!(ended.is_some(), "4 MB of text, 300 MB of memory");
}

#[test]
fn more_members_of_a_stream_than_the_limit_are_an_error() {
    let members: Vec<_> = (0..70_000).map(|n| (format!("x{n}"), json!(0))).collect();
    let members = Value::Object(members.into_iter().collect());
    for (provider, event) in [
        (
            Provider::OpenAi,
            chunks(std::slice::from_ref(&members))[0].clone(),
        ),
        (
            Provider::Anthropic,
            json!({"type": "message_delta", "delta": {}, "usage": members}),
        ),
    ] {
        let mut stream = provider.stream().expect("it has streams");
        let error = stream.push_event(&event.to_string());
        let error = error.expect_err("too many members");
        assert!(
            matches!(error, WireError::TooLarge { unit: "blocks", .. }),
            "{provider}: {error}"
        );
    }
}

#[test]
fn members_of_a_streamed_call_are_sent_back() {
    let lists = "[".repeat(100) + &"]".repeat(100);
    let lists: Value = serde_json::from_str(&lists).expect("JSON");
    let google = json!({"google": {"thought_signature": "SIG"}, "lists": lists});
    let deltas = [
        json!({"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": "look", "arguments": "{", "fields": {"a": 1}}, "extra_content": google}]}),
        json!({"tool_calls": [{"index": 0, "function": {"arguments": "}"}}]}),
    ];
    let message = json!({"role": "assistant", "content": null, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}", "fields": {"a": 1}}, "extra_content": google},
    ]});
    for provider in CHAT {
        let turn = compare(provider, &chunks(&deltas), &chat(&message));
        assert_eq!(turn.calls.len(), 1);
    }
}

#[test]
fn a_streamed_call_of_another_type_is_kept_and_not_run() {
    let function =
        json!({"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}});
    let custom =
        json!({"id": "c2", "type": "custom", "custom": {"name": "sql", "input": "select 1"}});
    let search = json!({"id": "c3", "type": "web_search", "web_search": {"query": "x"}});
    let piece = |index: Option<u8>, mut call: Value| {
        if let Some(index) = index {
            call["index"] = json!(index);
        }
        json!({"tool_calls": [call]})
    };
    let begun = json!({"id": "c2", "type": "custom", "custom": {"name": "sql", "input": "select"}});
    let rest = json!({"custom": {"input": " 1"}});
    let called =
        json!({"id": "c1", "type": "function", "function": {"name": "look", "arguments": ""}});
    let arguments = json!({"function": {"arguments": "{}"}});
    for (deltas, calls) in [
        // In their order, whatever comes first.
        (
            vec![
                piece(Some(0), begun.clone()),
                piece(Some(0), rest.clone()),
                piece(Some(1), function.clone()),
                piece(Some(2), search.clone()),
            ],
            json!([custom, function, search]),
        ),
        // The index 0 for all.
        (
            vec![
                piece(Some(0), begun.clone()),
                piece(Some(0), rest.clone()),
                piece(Some(0), called.clone()),
                piece(Some(0), arguments.clone()),
            ],
            json!([custom, function]),
        ),
        // No index.
        (
            vec![
                piece(None, begun.clone()),
                piece(None, rest.clone()),
                piece(None, search.clone()),
                piece(None, called),
                piece(None, arguments),
            ],
            json!([custom, search, function]),
        ),
    ] {
        let message = json!({"role": "assistant", "content": null, "tool_calls": calls});
        for provider in CHAT {
            let turn = compare(provider, &chunks(&deltas), &chat(&message));
            assert_eq!(turn.calls.len(), 1, "{:?}", turn.calls);
        }
    }
}

#[test]
fn an_anthropic_compaction_is_whole() {
    let events = [
        json!({"type": "message_start", "message": {"id": "m", "model": "x"}}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "compaction", "content": null}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": "Summary "}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": "of it", "encrypted_content": "ENC"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "compaction"}}),
        json!({"type": "message_stop"}),
    ];
    let whole = json!({"id": "m", "model": "x", "stop_reason": "compaction", "content": [
        {"type": "compaction", "content": "Summary of it", "encrypted_content": "ENC"},
    ]});
    let _ = compare(Provider::Anthropic, &events, &whole);

    // A delta of another type doesn't change a call.
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}, "caller": {"type": "direct"}});
    let events = [
        json!({"type": "message_start", "message": {"id": "m", "model": "x"}}),
        json!({"type": "content_block_start", "index": 0, "content_block": call}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "progress_delta", "name": "other", "input": 1, "id": "toolu_2"}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{}"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
        json!({"type": "message_stop"}),
    ];
    let whole = json!({"id": "m", "model": "x", "stop_reason": "tool_use", "content": [call]});
    let _ = compare(Provider::Anthropic, &events, &whole);
}

#[test]
fn the_first_candidate_of_each_chunk_is_read() {
    let part = |index: u8, text: &str| json!({"index": index, "content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"});
    let events = [
        json!({"candidates": [part(1, "other")]}),
        json!({"candidates": [part(1, "other"), part(0, "A")]}),
        json!({"candidates": [part(0, "B")]}),
    ];
    let whole = json!({"candidates": [part(0, "AB")]});
    for provider in [Provider::Gemini, Provider::Vertex] {
        let _ = compare(provider, &events, &whole);
    }
}

#[test]
fn citations_and_images_of_a_stream_are_those_of_the_response() {
    let citation = json!({"title": "T", "location": {"documentChar": {"start": 1}}});
    let events = [
        json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "so"}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"citation": citation}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 0}}),
        json!({"contentBlockStart": {"contentBlockIndex": 1, "start": {"image": {"format": "png"}}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"image": {"source": {"bytes": "AAAA"}}}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 1}}),
        json!({"messageStop": {"stopReason": "end_turn"}}),
    ];
    let whole = json!({"stopReason": "end_turn", "output": {"message": {"role": "assistant", "content": [
        {"citationsContent": {"content": [{"text": "so"}], "citations": [citation]}},
        {"image": {"format": "png", "source": {"bytes": "AAAA"}}},
    ]}}});
    let _ = compare(Provider::Bedrock, &events, &whole);

    let citation =
        json!({"start": 0, "end": 2, "text": "so", "sources": [{"type": "tool", "id": "c1"}]});
    let events = [
        json!({"type": "message-start", "id": "m"}),
        json!({"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "so"}}}}),
        json!({"type": "citation-start", "index": 0, "delta": {"message": {"citations": citation}}}),
        json!({"type": "citation-end", "index": 0}),
        json!({"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}),
    ];
    let whole = json!({"id": "m", "finish_reason": "COMPLETE", "message": {
        "role": "assistant", "content": [{"type": "text", "text": "so"}], "citations": [citation],
    }});
    let _ = compare(Provider::Cohere, &events, &whole);

    let events = [
        json!({"message": {"role": "assistant", "content": "", "images": ["AAAA"]}, "done": false}),
        json!({"message": {"role": "assistant", "content": "so"}, "done": true, "done_reason": "stop"}),
    ];
    let whole = json!({"message": {"role": "assistant", "content": "so", "images": ["AAAA"]}, "done": true, "done_reason": "stop"});
    let _ = compare(Provider::Ollama, &events, &whole);
}

#[test]
fn the_error_of_coheres_last_event_has_no_credentials() {
    let mut stream = Provider::Cohere.stream().expect("it has streams");
    let event = json!({"type": "message-end", "delta": {"error": "failed with Bearer sk-proj-abcdefghijklmnopqrstuvwxyz at https://user:pass@host/x?key=SECRET"}});
    let error = stream
        .push_event(&event.to_string())
        .expect_err("an error")
        .to_string();
    assert!(error.contains("failed"), "{error}");
    for secret in ["sk-proj", "user:pass", "SECRET"] {
        assert!(!error.contains(secret), "{error}");
    }
}

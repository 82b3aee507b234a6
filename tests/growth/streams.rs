//! Streams of growing length: each event takes work in proportion to its size, whatever came before
//! it, and a stream keeps no more memory than its limit allows.

use crate::growth::assert_linear;
use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted, sizes};
use serde_json::{Map, Value, json};
use std::hint::black_box;
use toolcast::Provider;
use toolcast::wire::{PartialJson, ResponseLimits, WireError};

/// A stream without its end: the first events, and any number of further events.
struct Series {
    name: &'static str,
    provider: Provider,
    first: Vec<Value>,
    event: fn(usize) -> Value,
}

fn chat(delta: &Value) -> Value {
    json!({"choices": [{"index": 0, "delta": delta}]})
}

fn gemini(part: &Value) -> Value {
    json!({"candidates": [{"content": {"role": "model", "parts": [part]}}]})
}

fn block(index: usize, block: &Value) -> Value {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn delta(delta: &Value) -> Value {
    json!({"type": "content_block_delta", "index": 0, "delta": delta})
}

fn bedrock(delta: &Value) -> Value {
    json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}})
}

fn step(index: usize, step: &Value) -> Value {
    json!({"event_type": "step.start", "index": index, "step": step})
}

fn item(kind: &str, index: usize, arguments: &str) -> Value {
    let item = json!({"type": "function_call", "call_id": format!("c{index}"), "name": "look", "arguments": arguments});
    json!({"type": format!("response.output_item.{kind}"), "output_index": index, "item": item})
}

fn growing() -> Vec<Series> {
    let mut all = blocks();
    all.extend(chats());
    all.extend(others());
    all
}

fn series(
    name: &'static str,
    provider: Provider,
    first: &[Value],
    event: fn(usize) -> Value,
) -> Series {
    Series {
        name,
        provider,
        first: first.to_vec(),
        event,
    }
}

fn chats() -> Vec<Series> {
    use Provider::OpenAi;

    vec![
        series("chat, texts", OpenAi, &[], |_| {
            chat(&json!({"content": "ab"}))
        }),
        series("chat, calls", OpenAi, &[], |n| {
            chat(
                &json!({"tool_calls": [{"index": n, "id": format!("c{n}"), "function": {"name": "look", "arguments": "{}"}}]}),
            )
        }),
        series(
            "chat, arguments",
            OpenAi,
            &[chat(
                &json!({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "look", "arguments": "{"}}]}),
            )],
            |_| chat(&json!({"tool_calls": [{"index": 0, "function": {"arguments": "ab"}}]})),
        ),
        series(
            "chat, blank arguments",
            OpenAi,
            &[chat(
                &json!({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "look", "arguments": ""}}]}),
            )],
            |_| chat(&json!({"tool_calls": [{"index": 0, "function": {"arguments": "  "}}]})),
        ),
        series("chat, items by their index", OpenAi, &[], |n| {
            chat(
                &json!({"reasoning_details": [{"type": "reasoning.text", "index": n / 4, "text": "ab"}]}),
            )
        }),
        series("chat, items of one index", OpenAi, &[], |n| {
            chat(&json!({"reasoning_details": [{"index": 0, "id": n.to_string(), "text": "ab"}]}))
        }),
        series("chat, thoughts in parts", OpenAi, &[], |_| {
            chat(
                &json!({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "ab"}]}]}),
            )
        }),
    ]
}

fn blocks() -> Vec<Series> {
    use Provider::{Anthropic, Bedrock};

    let call = json!({"type": "tool_use", "id": "c", "name": "look", "input": {}});
    vec![
        series(
            "anthropic, texts",
            Anthropic,
            &[block(0, &json!({"type": "text", "text": ""}))],
            |_| delta(&json!({"type": "text_delta", "text": "ab"})),
        ),
        series("anthropic, an input", Anthropic, &[block(0, &call)], |n| {
            delta(
                &json!({"type": "input_json_delta", "partial_json": if n == 0 { "{" } else { " " }}),
            )
        }),
        series(
            "anthropic, deltas of an unknown type",
            Anthropic,
            &[block(
                0,
                &json!({"type": "compaction", "text": "a".repeat(10_000)}),
            )],
            |_| delta(&json!({"type": "compaction_delta", "content": "ab"})),
        ),
        series("anthropic, calls", Anthropic, &[], |n| {
            let call = json!({"type": "tool_use", "id": "c", "name": "look", "input": {}});
            match n % 2 {
                0 => block(n / 2, &call),
                _ => json!({"type": "content_block_stop", "index": n / 2}),
            }
        }),
        series("bedrock, thoughts", Bedrock, &[], |_| {
            bedrock(&json!({"reasoningContent": {"text": "ab"}}))
        }),
    ]
}

fn others() -> Vec<Series> {
    use Provider::{Cohere, Gemini, Ollama, OpenAiResponses};

    vec![
        series("cohere, texts and thoughts", Cohere, &[], |n| {
            let content = if n % 2 == 0 {
                json!({"text": "a"})
            } else {
                json!({"thinking": "b"})
            };
            json!({"type": "content-delta", "index": 0, "delta": {"message": {"content": content}}})
        }),
        series("gemini, texts", Gemini, &[], |_| {
            gemini(&json!({"text": "ab"}))
        }),
        series("gemini, calls", Gemini, &[], |_| {
            gemini(&json!({"functionCall": {"name": "look", "args": {}}}))
        }),
        series(
            "interactions, a text",
            Gemini,
            &[step(0, &json!({"type": "model_output"}))],
            |_| json!({"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": "ab"}}),
        ),
        series(
            "ollama, texts and calls",
            Ollama,
            &[],
            |_| json!({"message": {"content": "ab", "tool_calls": [{"function": {"name": "look", "arguments": {}}}]}}),
        ),
        series("responses, items", OpenAiResponses, &[], |n| match n % 3 {
            0 => item("added", n / 3, ""),
            1 => {
                json!({"type": "response.function_call_arguments.delta", "output_index": n / 3, "delta": "{}"})
            }
            _ => item("done", n / 3, "{}"),
        }),
    ]
}

/// The bodies are made before anything is counted.
fn body(series: &Series, number: usize) -> Vec<String> {
    let events = (0..number).map(|n| (series.event)(n).to_string());
    let first = series.first.iter().map(Value::to_string);
    first.chain(events).collect()
}

fn push(provider: Provider, events: &[String]) {
    let limits = ResponseLimits::new().max_calls(usize::MAX);
    let mut stream = provider.stream_with(limits).expect("it has streams");
    for event in events {
        black_box(stream.push_event(event).expect("an event"));
    }
}

const SIZES: [usize; 3] = [1500, 3000, 6000];

#[test]
fn events_allocate_in_proportion_to_their_number() {
    for series in growing() {
        let counted = SIZES.map(|size| {
            let events = body(&series, size);
            allocation_counter::measure(|| push(series.provider, &events))
        });
        let name = series.name;
        let count = [0, 1, 2].map(|i| (SIZES[i], counted[i].count_total));
        let bytes = [0, 1, 2].map(|i| (SIZES[i], counted[i].bytes_total));
        assert_linear(&format!("{name}, allocations"), count);
        assert_linear(&format!("{name}, bytes"), bytes);
    }
}

const COUNTED: [usize; 3] = [375, 750, 1500];

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn events_run_instructions_in_proportion_to_their_number() {
    assert_linear_tasks("streams::task_push");
}

/// Pushes a text into an incomplete JSON text again and again.
fn push_json(size: usize, text: impl Fn(usize) -> String) {
    let mut json = PartialJson::new();
    json.push("{\"").expect("JSON");
    for i in 0..size {
        json.push(&text(i)).expect("JSON");
    }
    black_box(json);
}

#[test]
#[ignore = "a task for valgrind"]
fn task_push() {
    if !is_counted() {
        return;
    }
    count_a_square(sizes(COUNTED));
    for series in growing() {
        push(series.provider, &body(&series, 3));
        for size in sizes(COUNTED) {
            let events = body(&series, size);
            count(series.name, size, || push(series.provider, &events));
        }
    }
    for size in sizes(COUNTED) {
        count("partial json", size, || {
            push_json(size, |i| format!("k{i}\":[\"a\"],\""));
        });
    }
    for size in sizes(COUNTED) {
        count("partial names", size, || {
            push_json(size, |_| "a name without an end".to_owned());
        });
    }
}

/// Values of two bytes each, which take 32 in a tree.
fn zeros() -> Value {
    Value::Array(vec![json!(0); 1000])
}

fn started(index: usize, start: &Value) -> Value {
    json!({"contentBlockStart": {"contentBlockIndex": index, "start": start}})
}

/// Such values in every place where an event may have them.
fn large() -> Vec<Series> {
    let providers = [
        large_of_chat(),
        large_of_anthropic(),
        large_of_bedrock(),
        large_of_gemini(),
        large_of_cohere_and_ollama(),
    ];
    providers.into_iter().flatten().collect()
}

fn large_of_chat() -> Vec<Series> {
    use Provider::Mistral;

    vec![
        series("chat, other members", Mistral, &[], |_| {
            chat(&json!({"x": [zeros()]}))
        }),
        series("chat, small other members", Mistral, &[], |n| {
            chat(&json!({ n.to_string(): 1 }))
        }),
        series("chat, small objects in other members", Mistral, &[], |_| {
            chat(&json!({"x": vec![json!({}); 100]}))
        }),
        series("chat, members of calls", Mistral, &[], |n| {
            chat(
                &json!({"tool_calls": [{"index": n, "id": n.to_string(), "function": {"name": "f", "x": zeros()}, "y": zeros()}]}),
            )
        }),
        series("chat, calls of other types", Mistral, &[], |n| {
            chat(
                &json!({"tool_calls": [{"index": n, "id": n.to_string(), "type": "custom", "custom": {"x": zeros()}}]}),
            )
        }),
        series("chat, parts", Mistral, &[], |_| {
            chat(&json!({"content": [{"type": "x", "x": zeros()}]}))
        }),
        series("chat, small parts", Mistral, &[], |_| {
            chat(&json!({"content": vec![json!({}); 100]}))
        }),
    ]
}

fn large_of_anthropic() -> Vec<Series> {
    use Provider::Anthropic;

    vec![
        series(
            "anthropic, deltas of an unknown type",
            Anthropic,
            &[block(0, &json!({"type": "x"}))],
            |_| delta(&json!({"type": "x_delta", "x": zeros()})),
        ),
        series("anthropic, blocks", Anthropic, &[], |n| {
            block(n, &json!({"type": "x", "x": zeros()}))
        }),
        series(
            "anthropic, citations",
            Anthropic,
            &[block(0, &json!({"type": "text", "text": ""}))],
            |_| delta(&json!({"type": "citations_delta", "citation": zeros()})),
        ),
        series(
            "anthropic, usage",
            Anthropic,
            &[],
            |n| json!({"type": "message_delta", "usage": {n.to_string(): zeros()}}),
        ),
        series("anthropic, small usage", Anthropic, &[], |n| {
            let members = (0..100).map(|i| (format!("{n}.{i}"), json!(1)));
            json!({"type": "message_delta", "usage": members.collect::<Map<_, _>>()})
        }),
    ]
}

fn large_of_bedrock() -> Vec<Series> {
    use Provider::Bedrock;

    vec![
        series("bedrock, citations", Bedrock, &[], |_| {
            bedrock(&json!({"citation": zeros()}))
        }),
        series("bedrock, an image", Bedrock, &[], |_| {
            bedrock(&json!({"image": {"x": [zeros()]}}))
        }),
        series("bedrock, calls", Bedrock, &[], |n| {
            let call = json!({"toolUseId": "t", "name": "look", "x": zeros()});
            started(n, &json!({ "toolUse": call }))
        }),
        series(
            "bedrock, small blocks",
            Bedrock,
            &[],
            |n| json!({"contentBlockDelta": {"contentBlockIndex": n, "delta": {"text": "a"}}}),
        ),
        series(
            "bedrock, results",
            Bedrock,
            &[started(0, &json!({"toolResult": {"toolUseId": "t"}}))],
            |_| bedrock(&json!({"toolResult": [zeros()]})),
        ),
    ]
}

fn large_of_gemini() -> Vec<Series> {
    use Provider::Gemini;

    vec![
        series("gemini, parts", Gemini, &[], |_| {
            gemini(&json!({"x": zeros()}))
        }),
        series("gemini, pieces of arguments", Gemini, &[], |n| {
            let piece = json!({"jsonPath": format!("$.a{n}"), "numberValue": zeros()});
            let call = json!({"name": "look", "willContinue": true, "partialArgs": [piece]});
            gemini(&json!({ "functionCall": call }))
        }),
        series("interactions, steps", Gemini, &[], |n| {
            step(n, &json!({"type": "x", "x": zeros()}))
        }),
        series(
            "interactions, deltas",
            Gemini,
            &[step(0, &json!({"type": "model_output"}))],
            |_| {
                let delta = json!({"type": "image", "x": zeros()});
                json!({"event_type": "step.delta", "index": 0, "delta": delta})
            },
        ),
    ]
}

fn large_of_cohere_and_ollama() -> Vec<Series> {
    use Provider::{Cohere, Ollama};

    vec![
        series(
            "cohere, citations",
            Cohere,
            &[],
            |_| json!({"type": "citation-start", "delta": {"message": {"citations": {}}}}),
        ),
        series(
            "ollama, images",
            Ollama,
            &[],
            |_| json!({"message": {"images": vec!["a"; 100]}}),
        ),
        series("ollama, calls", Ollama, &[], |_| {
            let function = json!({"name": "look", "arguments": {"x": zeros()}});
            json!({"message": {"tool_calls": [{ "function": function }]}})
        }),
    ]
}

#[test]
fn a_stream_keeps_no_more_memory_than_its_limit() {
    const BYTES: usize = 1 << 20;
    for series in large() {
        let name = series.name;
        let limits = ResponseLimits::new().max_bytes(BYTES).max_calls(usize::MAX);
        let mut stream = None;
        let info = allocation_counter::measure(|| {
            let mut new = series.provider.stream_with(limits).expect("it has streams");
            for event in &series.first {
                new.push_event(&event.to_string()).expect("an event");
            }
            let error =
                (0..2 * BYTES).find_map(|n| new.push_event(&(series.event)(n).to_string()).err());
            assert!(
                matches!(error, Some(WireError::TooLarge { .. })),
                "{name}: {error:?}"
            );
            stream = Some(new);
        });
        // Vectors and strings grow by doubling.
        let kept = usize::try_from(info.bytes_current).expect("a number");
        assert!(kept < 2 * BYTES + (1 << 16), "{name}: {kept} bytes");
        drop(stream);
    }
}

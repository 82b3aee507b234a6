//! Streamed answers, and the tokens of all answers.

use serde_json::{Value, json};
use toolcast::wire::{FinishReason, Turn, Usage};
use toolcast::{Conversation, Next, Provider};

use super::{asked, chats, run, tools, two_calls};
use crate::wire::shapes::{body, events, id};

fn streamed(provider: Provider, bytes: &[u8]) -> Turn {
    let mut stream = provider.stream().expect("a chat API");
    for piece in bytes.chunks(7) {
        let _ = stream.push(piece).expect("a stream");
    }
    stream.finish().expect("a complete stream")
}

#[test]
fn a_streamed_turn_is_received_like_a_complete_response() {
    for provider in chats() {
        let (first, second) = (id(provider, 1), id(provider, 2));
        let calls = [(&*first, "alpha", "{}"), (&*second, "beta", "{}")];
        let bytes = body(provider, &events(provider, "Let me see.", &calls));
        let mut chat = asked(provider);
        chat.stream_request(&tools()).expect("a request");
        let next = chat.receive_turn(streamed(provider, &bytes));
        let Next::Calls(Turn { calls, .. }) = next.expect("an answer") else {
            panic!("{provider}: two calls");
        };
        let mut complete = asked(provider);
        complete.request(&tools()).expect("a request");
        let next = complete.receive(&two_calls(provider)).expect("an answer");
        let Next::Calls(turn) = next else {
            panic!("{provider}: two calls");
        };
        assert_eq!(turn.calls, calls, "{provider}");
        assert_eq!(turn.text, "Let me see.", "{provider}");
        chat.results(run(provider, calls)).expect("open calls");
        assert!(chat.stream_request(&tools()).is_ok(), "{provider}");
    }
}

#[test]
fn a_streamed_request_differs_only_in_its_stream() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.max_tokens(99);
        let complete = chat.request(&tools()).expect("a request");
        let mut streamed = chat.stream_request(&tools()).expect("a request");
        let stream = streamed.get("stream").cloned();
        let options = streamed.get("stream_options").cloned();
        let expected = match provider {
            Provider::Gemini
            | Provider::GeminiJsonSchema
            | Provider::Vertex
            | Provider::Bedrock => None,
            _ => Some(json!(true)),
        };
        assert_eq!(stream, expected, "{provider}");
        let counts = match provider {
            Provider::OpenAi | Provider::AzureOpenAi | Provider::DeepSeek => {
                Some(json!({"include_usage": true}))
            }
            _ => None,
        };
        assert_eq!(options, counts, "{provider}");
        let members = streamed.as_object_mut().expect("an object");
        members.remove("stream_options");
        members.remove("stream");
        let mut complete = complete;
        let off = complete
            .as_object_mut()
            .and_then(|all| all.remove("stream"));
        let expected = (provider == Provider::Ollama).then_some(Value::Bool(false));
        assert_eq!(off, expected, "{provider}");
        assert_eq!(complete, streamed, "{provider}");
    }
}

#[test]
fn the_tokens_of_all_answers_are_added_and_stored() {
    let answer = |usage: Value| {
        let content = json!([{"type": "tool_use", "id": "a", "name": "alpha", "input": {}}]);
        json!({"content": content, "stop_reason": "tool_use", "usage": usage}).to_string()
    };
    let mut chat = asked(Provider::Anthropic);
    assert_eq!(chat.usage(), Usage::default());
    for (input, output) in [(10, 2), (20, 3)] {
        chat.request(&tools()).expect("a request");
        let usage =
            json!({"input_tokens": input, "cache_read_input_tokens": 5, "output_tokens": output});
        let next = chat.receive(&answer(usage)).expect("an answer");
        let Next::Calls(Turn { calls, .. }) = next else {
            panic!("a call");
        };
        chat.results(run(Provider::Anthropic, calls)).expect("open");
    }
    let text = serde_json::to_string(&chat).expect("JSON");
    let mut chat: Conversation = serde_json::from_str(&text).expect("a conversation");
    let expected = (Some(40), Some(5), Some(10), None);
    let of = |usage: Usage| {
        let cached = usage.cached_input_tokens;
        (
            usage.input_tokens,
            usage.output_tokens,
            cached,
            usage.reasoning_tokens,
        )
    };
    assert_eq!(of(chat.usage()), expected);
    // An answer without counts, of another provider.
    let _ = chat
        .switch(Provider::OpenAi, "another")
        .expect("a chat API");
    chat.request(&tools()).expect("a request");
    let next = chat.receive(&super::last_answer(Provider::OpenAi));
    let Next::Done(turn) = next.expect("an answer") else {
        panic!("no call");
    };
    assert_eq!((turn.usage, turn.finish_reason), (None, FinishReason::Stop));
    assert_eq!(of(chat.usage()), expected);
}

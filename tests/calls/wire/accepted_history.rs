//! Answers that the provider would reject in the next request: the history has what it accepts, and
//! the turn what the model sent.

use serde_json::{Value, json};
use toolcast::wire::{Turn, convert_messages};
use toolcast::{Conversation, Next, Provider, tool, toolset};
use toolcast_test_support::json::members;

use super::shapes::{Call, body, events, id, providers, text, whole};

/// The turn of the whole answer, which the streamed one gives too.
fn turn(provider: Provider, calls: &[Call<'_>]) -> Turn {
    let turn = provider.parse_turn(&whole(provider, "Let me see.", calls));
    let turn = turn.expect("an answer");
    let mut stream = provider.stream().expect("a stream");
    let events = body(provider, &events(provider, "Let me see.", calls));
    stream.push(&events).expect("events");
    let streamed = stream.finish().expect("an answer");
    assert_eq!(streamed.messages.len(), turn.messages.len(), "{provider}");
    assert_eq!(streamed.calls, turn.calls, "{provider}");
    turn
}

/// The values of a member, anywhere in the messages.
fn all<'v>(key: &str, messages: &'v [Value]) -> Vec<&'v Value> {
    let messages = messages.iter();
    messages.flat_map(|message| members(message, key)).collect()
}

/// vLLM and llama.cpp parse the strings of earlier calls; a cut one fails each later request.
#[test]
fn arguments_without_an_object_are_wrapped_in_the_history_alone() {
    let is_text = |provider: &Provider| {
        let called = whole(*provider, "", &[("call_1", "look", "{}")]);
        called.contains(r#""arguments":"{}""#)
    };
    let mut tried = 0;
    for provider in providers().filter(is_text) {
        for (arguments, sent) in [
            (r#"{"text": "Once"#, r#"{"_raw":"{\"text\": \"Once"}"#),
            ("[1]", r#"{"_raw":"[1]"}"#),
            ("7", r#"{"_raw":"7"}"#),
            ("Oslo", r#"{"_raw":"Oslo"}"#),
            (r#"{"a":1}}"#, r#"{"_raw":"{\"a\":1}}"}"#),
            ("", "{}"),
            ("null", "{}"),
            (" {\"a\": 1.50}\n", " {\"a\": 1.50}\n"),
            (r#"{"_raw":1}"#, r#"{"_raw":1}"#),
        ] {
            let first = id(provider, 1);
            let turn = turn(provider, &[(&first, "look", arguments)]);
            let original = if arguments.is_empty() {
                "{}"
            } else {
                arguments
            };
            assert_eq!(turn.calls[0].arguments, original, "{provider}");
            assert_eq!(all("arguments", &turn.messages), [sent], "{provider}");

            // Other providers have the text under the same key, and back it is the same again.
            let other = convert_messages(&turn.messages, provider, Provider::Anthropic);
            let other = other.expect("messages").messages;
            let input: Value = serde_json::from_str(sent).expect("an object");
            assert_eq!(all("input", &other), [&input], "{provider}");
            let again = convert_messages(&other, Provider::Anthropic, provider);
            let again = again.expect("messages").messages;
            let [Value::String(text)] = all("arguments", &again)[..] else {
                panic!("{provider}: {again:?}")
            };
            let text: Value = serde_json::from_str(text).expect("an object");
            assert_eq!(text, input, "{provider}");
            tried += 1;
        }
    }
    assert_eq!(tried, 9 * 9);
}

/// A response may have a string in the place of the object that its API requires.
#[test]
fn arguments_that_are_a_string_are_an_object_in_the_history() {
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        for (arguments, sent) in [
            (r#"{"text": "Once"#, None),
            ("[1]", None),
            ("7", None),
            (r#"{"a":123456789012345678901234567890}"#, None),
            (r#"{"a":1e999}"#, None),
            ("", Some(json!({}))),
            ("null", Some(json!({}))),
            (" {\"a\": 1.50}\n", Some(json!({"a": 1.5}))),
        ] {
            let (first, string) = (id(provider, 1), text(arguments));
            let answer = whole(provider, "", &[(&first, "look", &string)]);
            let turn = provider.parse_turn(&answer).expect("an answer");
            let sent = sent.unwrap_or_else(|| json!({ "_raw": arguments }));
            assert_eq!(all("input", &turn.messages), [&sent], "{provider}");
            let original = if arguments.is_empty() {
                "{}"
            } else {
                arguments
            };
            assert_eq!(turn.calls[0].arguments, original, "{provider}");
        }
    }
}

/// The providers without a known rule for names, by docs/providers.md.
const ANY_NAME: [Provider; 3] = [Provider::Cohere, Provider::Ollama, Provider::XAi];

/// Letters, digits, `_` and `-`: at most 64 for OpenAI, and 128 for others.
fn is_accepted(provider: Provider, name: &str) -> bool {
    let is_good = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let most = if provider.name().contains("openai") {
        64
    } else {
        128
    };
    (1..=most).contains(&name.len()) && name.chars().all(is_good)
}

/// Does nothing.
#[tool]
fn idle() {}

#[test]
fn a_made_up_name_is_accepted_in_the_history_and_the_result() {
    let long = "l".repeat(300);
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        for name in ["web/search now", "größe", &long, "$", " alpha"] {
            let first = id(provider, 1);
            let answer = whole(provider, "", &[(&first, name, "{}")]);
            let mut chat = Conversation::new(provider, "some-model");
            chat.user("Hello");
            let tools = toolset![idle].build().expect("a tool");
            chat.request(&tools).expect("a request");
            let Next::Calls(turn) = chat.receive(&answer).expect("an answer") else {
                panic!("{provider}: a call")
            };
            assert_eq!(turn.calls[0].name, name, "{provider}");
            let results = futures_executor::block_on(tools.call_all(provider, turn.calls));
            assert!(results.iter().all(|result| result.call.name == name));
            chat.results(results).expect("an open call");
            let request = chat.request(&tools).expect("a request");
            let mut names = Vec::new();
            for key in ["name", "tool_name"] {
                for list in ["messages", "input", "contents"] {
                    names.extend(members(&request[list], key));
                }
            }
            let names: Vec<_> = names.iter().filter_map(|name| name.as_str()).collect();
            assert!(!names.is_empty(), "{provider}: {request}");
            for other in &names {
                if ANY_NAME.contains(&provider) {
                    assert_eq!(*other, name, "{provider}: a tool may have this name");
                    continue;
                }
                assert!(
                    is_accepted(provider, other),
                    "{provider}: `{other}` for `{name}`"
                );
                assert_eq!(*other, names[0], "{provider}: {request}");
            }
        }
    }
}

#[test]
fn an_accepted_name_that_no_tool_has_stays() {
    for provider in providers() {
        let first = id(provider, 1);
        let turn = turn(provider, &[(&first, "look-up_2", "{}")]);
        let names = all("name", &turn.messages);
        assert_eq!(names, ["look-up_2"], "{provider}");
    }
}

/// "The final block in an assistant message cannot be `thinking`", in the next request.
#[test]
fn thoughts_that_nothing_follows_are_left_out() {
    let anthropic = |content: Value| {
        let answer = json!({"content": content, "stop_reason": "max_tokens"}).to_string();
        Provider::Anthropic.parse_turn(&answer).expect("an answer")
    };
    let thinking = json!({"type": "thinking", "thinking": "Hm.", "signature": "s"});
    let hidden = json!({"type": "redacted_thinking", "data": "x"});
    let text = json!({"type": "text", "text": "Yes."});
    let empty = json!({"type": "text", "text": ""});
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}});
    for (content, kept) in [
        (json!([thinking]), json!([])),
        (json!([hidden, thinking, empty]), json!([])),
        (json!([thinking, text]), json!([thinking, text])),
        (
            json!([thinking, text, thinking, hidden]),
            json!([thinking, text]),
        ),
        (json!([thinking, call]), json!([thinking, call])),
        (json!([text]), json!([text])),
    ] {
        let turn = anthropic(content.clone());
        let expected = match kept.as_array() {
            Some(kept) if kept.is_empty() => Vec::new(),
            _ => vec![json!({"role": "assistant", "content": kept})],
        };
        assert_eq!(turn.messages, expected, "{content}");
        let thoughts = content.to_string().matches("Hm.").count();
        assert_eq!(turn.reasoning.matches("Hm.").count(), thoughts, "{content}");
    }
}

/// Bedrock wants a message of the model between two of the user.
#[test]
fn thoughts_alone_are_a_placeholder_where_roles_take_turns() {
    let thoughts =
        json!({"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "s"}}});
    let answer = |content: Value| {
        let message = json!({"role": "assistant", "content": content});
        let answer = json!({"output": {"message": message}, "stopReason": "max_tokens"});
        let turn = Provider::Bedrock.parse_turn(&answer.to_string());
        turn.expect("an answer").messages
    };
    let content = |content: Value| vec![json!({"role": "assistant", "content": content})];
    assert_eq!(
        answer(json!([thoughts])),
        content(json!([{"text": "(nothing)"}]))
    );
    let whole = json!([thoughts, {"text": "Yes."}]);
    assert_eq!(answer(whole.clone()), content(whole.clone()));
    let mut longer = whole.clone();
    longer.as_array_mut().expect("a list").push(thoughts);
    assert_eq!(answer(longer), content(whole));
}

#[test]
fn a_conversation_goes_on_after_an_answer_of_thoughts_alone() {
    let mut chat = Conversation::new(Provider::Anthropic, "some-model");
    chat.user("Hello");
    let tools = toolset![].build().expect("no tools");
    chat.request(&tools).expect("a request");
    let thinking = json!({"type": "thinking", "thinking": "Hm.", "signature": "s"});
    let answer = json!({"content": [thinking], "stop_reason": "max_tokens"});
    let Next::Done(_) = chat.receive(&answer.to_string()).expect("an answer") else {
        panic!("no call")
    };
    chat.user("Go on");
    let request = chat.request(&tools).expect("a request");
    assert!(!request.to_string().contains("thinking"), "{request}");
    assert!(request.to_string().contains("Go on"), "{request}");
}

//! A change of provider in a conversation.

use serde_json::json;
use toolcast::wire::{ConversionLoss, Message, read_messages};
use toolcast::{Conversation, Next, Provider, Turn};

use super::{asked, called, chats, last_answer, messages, run, tools, two_calls};

/// The texts, the names of calls and the results of the messages, without ids.
fn said(chat: &mut Conversation) -> Vec<String> {
    let request = chat.request(&tools()).expect("a request");
    let (read, _) = read_messages(messages(&request), chat.provider()).expect("messages");
    let mut said = Vec::new();
    for message in read {
        match message {
            Message::User(parts) => said.push(format!("user {parts:?}")),
            Message::Assistant { text, calls } if text != "(nothing)" => {
                said.push(format!("model {text}"));
                said.extend(
                    calls
                        .iter()
                        .map(|call| format!("{} {}", call.name, call.arguments)),
                );
            }
            Message::Results(results) => said.extend(
                results
                    .iter()
                    .map(|one| format!("{} {:?} {}", one.name, one.parts, one.is_error)),
            ),
            // Only some providers have the system text among the messages.
            _ => {}
        }
    }
    said
}

fn whole_talk(provider: Provider) -> Conversation {
    let (mut chat, calls) = called(provider);
    chat.results(run(provider, calls)).expect("open calls");
    chat.request(&tools()).expect("a request");
    let done = chat.receive(&last_answer(provider)).expect("an answer");
    assert!(matches!(done, Next::Done(_)));
    chat.user("And tomorrow?");
    chat
}

#[test]
fn every_pair_of_providers_keeps_the_messages() {
    let mut pairs = 0;
    for from in chats() {
        for to in chats() {
            let mut chat = whole_talk(from);
            let expected = said(&mut chat.clone());
            let losses = chat.switch(to, "another").expect("a chat API");
            assert_eq!(said(&mut chat), expected, "{from} to {to}");
            // Only what is special to the old provider may be lost.
            for lost in &losses {
                let known = ["signature", "reasoning", "`(nothing)`"];
                assert!(
                    known.iter().any(|word| lost.content.contains(word)),
                    "{from} to {to}: {}",
                    lost.content
                );
            }
            let request = chat.request(&tools()).expect("a request");
            assert!(request.to_string().contains("Be brief."), "{from} to {to}");
            assert_eq!((chat.provider(), chat.model()), (to, "another"));
            let done = chat.receive(&last_answer(to)).expect("an answer");
            assert!(matches!(done, Next::Done(_)), "{from} to {to}");
            pairs += 1;
        }
    }
    assert_eq!(pairs, 15 * 15);
}

#[test]
fn open_calls_are_answered_by_the_ids_of_the_program() {
    for from in chats() {
        for to in chats() {
            for answered_first in 0..=2 {
                let (mut chat, calls) = called(from);
                let mut results = run(from, calls.clone()).into_iter();
                let before = results.by_ref().take(answered_first);
                chat.results(before).expect("open calls");
                let losses = chat.switch(to, "another").expect("a chat API");
                let none_yet = |lost: &ConversionLoss| lost.content.contains("none yet");
                assert!(!losses.iter().any(none_yet), "{from} to {to}: {losses:?}");
                let open: Vec<_> = chat.open_calls().cloned().collect();
                assert_eq!(open, calls[answered_first..], "{from} to {to}");
                chat.results(results).expect("the same calls");
                let (mut straight, calls) = called(to);
                straight.results(run(to, calls)).expect("open calls");
                assert_eq!(said(&mut chat), said(&mut straight), "{from} to {to}");
            }
        }
    }
}

#[test]
fn a_change_there_and_back_can_be_continued() {
    for from in chats() {
        for to in chats() {
            let mut chat = whole_talk(from);
            let expected = said(&mut chat.clone());
            let _ = chat.switch(to, "another").expect("a chat API");
            let _ = chat.switch(from, "some-model").expect("a chat API");
            assert_eq!(said(&mut chat), expected, "{from} to {to} and back");
        }
    }
}

#[test]
fn members_stay_for_the_same_format_and_are_listed_for_another() {
    let mut chat = asked(Provider::OpenAi);
    chat.extra("reasoning_effort", json!("low"));
    assert!(chat.switch(Provider::OpenAi, "b").expect("one").is_empty());
    let azure = chat.switch(Provider::AzureOpenAi, "c").expect("one");
    assert!(azure.is_empty(), "{azure:?}");
    let losses = chat.switch(Provider::Anthropic, "d").expect("one");
    let [lost] = losses.as_slice() else {
        panic!("{losses:?}");
    };
    assert_eq!(lost.message, None);
    assert_eq!(lost.to_string(), "the request's member `reasoning_effort`");
    let request = chat.request(&tools()).expect("a request");
    assert_eq!(request.get("reasoning_effort"), None);
}

#[test]
fn another_model_of_the_same_provider_gets_the_messages_unchanged() {
    // Gemini's signatures are those of a model: `accepted.rs`.
    let google = [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ];
    for provider in chats().filter(|provider| !google.contains(provider)) {
        let mut chat = whole_talk(provider);
        let mut other = chat.clone();
        let losses = other.switch(provider, "another").expect("a chat API");
        assert!(losses.is_empty(), "{provider}: {losses:?}");
        let (one, two) = (chat.request(&tools()), other.request(&tools()));
        let (one, two) = (one.expect("a request"), two.expect("a request"));
        assert_eq!(messages(&one), messages(&two), "{provider}");
    }
}

#[test]
fn a_change_to_a_format_without_a_model_changes_nothing() {
    let mut chat = whole_talk(Provider::OpenAi);
    let before = chat.clone();
    for to in [Provider::Mcp, Provider::JsonSchema] {
        assert!(chat.switch(to, "another").is_err());
        assert_eq!(chat, before);
    }
}

#[test]
fn a_failed_request_can_go_to_another_provider() {
    for from in chats() {
        for to in chats() {
            let mut chat = whole_talk(from);
            let expected = said(&mut chat);
            assert!(chat.receive("<html>502</html>").is_err());
            let _ = chat.switch(to, "another").expect("a chat API");
            assert_eq!(said(&mut chat), expected, "{from} to {to}");
            let next = chat.receive(&two_calls(to)).expect("an answer");
            assert!(matches!(next, Next::Calls(Turn { calls, .. }) if calls.len() == 2));
        }
    }
}

//! Messages that the program adds: examples, an interrupted answer, an earlier conversation.

use std::collections::HashSet;

use serde_json::Value;
use toolcast::call::ToolCall;
use toolcast::conversation::ConversationError;
use toolcast::wire::{Message, Part, ToolResultMessage, read_messages};
use toolcast::{Conversation, Next, Provider, Turn, lint};
use toolcast_test_support::json::values;

use super::{asked, called, chats, last_answer, run, tools, two_calls};

fn user(text: &str) -> Message {
    Message::User(vec![Part::text(text)])
}

fn model(text: &str, calls: &[(&str, &str)]) -> Message {
    let calls = calls
        .iter()
        .map(|(id, name)| ToolCall::new(*id, *name, "{}"));
    Message::Assistant {
        text: text.to_owned(),
        calls: calls.collect(),
    }
}

fn results(ids: &[(&str, &str)]) -> Message {
    let results = ids
        .iter()
        .map(|(id, name)| ToolResultMessage::new(*id, *name, vec![Part::text("18 degrees")]));
    Message::Results(results.collect())
}

fn read(chat: &Conversation) -> Vec<Message> {
    read_messages(chat.messages(), chat.provider())
        .expect("messages")
        .0
}

#[test]
fn an_earlier_conversation_is_added_as_it_was() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        chat.results(run(provider, calls)).expect("open calls");
        chat.request(&tools()).expect("a request");
        let _ = chat.receive(&last_answer(provider)).expect("an answer");
        let mut copy = Conversation::new(provider, "some-model");
        let lost = copy.add_messages(read(&chat)).expect("messages");
        assert!(lost.is_empty(), "{provider}: {lost:?}");
        assert_eq!(read(&copy), read(&chat), "{provider}");
        // Nothing is to be answered, and the conversation goes on.
        let error = copy.request(&tools()).expect_err("no question");
        assert_eq!(error, ConversationError::NothingToSend, "{provider}");
        copy.user("And tomorrow?");
        copy.request(&tools()).expect("a request");
        let next = copy.receive(&two_calls(provider)).expect("an answer");
        assert!(matches!(next, Next::Calls(_)), "{provider}");
    }
}

#[test]
fn calls_at_the_end_of_added_messages_are_open() {
    for provider in chats() {
        let mut chat = Conversation::new(provider, "some-model");
        let calls = [("first call", "alpha"), ("second call", "beta")];
        let lost = chat.add_messages([user("How warm is it?"), model("", &calls)]);
        assert_eq!(lost, Ok(vec![]), "{provider}");
        let open: Vec<_> = chat.open_calls().cloned().collect();
        let ids: Vec<_> = open.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["first call", "second call"], "{provider}");
        let error = chat
            .add_messages([model("Well", &[])])
            .expect_err("open calls");
        assert!(
            matches!(error, ConversationError::Unanswered { .. }),
            "{provider}"
        );
        chat.results(run(provider, open)).expect("open calls");
        let request = chat.request(&tools()).expect("a request");
        assert!(
            request.to_string().contains("no such city"),
            "{provider}: {request}"
        );
        assert!(
            matches!(chat.receive(&last_answer(provider)), Ok(Next::Done(_))),
            "{provider}"
        );
    }
}

#[test]
fn results_and_questions_at_the_end_of_added_messages_are_answered_next() {
    let calls = [("c1", "alpha"), ("c2", "beta")];
    for provider in chats() {
        let ends = [
            vec![user("Hello")],
            vec![user("Hello"), model("", &calls), results(&calls)],
        ];
        for end in ends {
            let mut chat = Conversation::new(provider, "some-model");
            chat.add_messages(end.clone()).expect("messages");
            chat.request(&tools()).expect("a request");
            assert_eq!(read(&chat).len(), end.len(), "{provider}");
            assert!(
                matches!(chat.receive(&last_answer(provider)), Ok(Next::Done(_))),
                "{provider}"
            );
        }
    }
}

#[test]
fn invalid_messages_are_errors_and_add_nothing() {
    let calls = [("c1", "alpha"), ("c2", "beta")];
    for provider in chats() {
        let mut chat = asked(provider);
        let before = chat.clone();
        let error = chat.add_messages([user("Hello"), model("", &calls), results(&calls[..1])]);
        let Err(ConversationError::Unanswered { calls: missing, .. }) = error else {
            panic!("{provider}: {error:?}");
        };
        assert_eq!(missing[0].name, "beta");
        let error = chat.add_messages([user("Hello"), results(&calls[..1])]);
        assert!(
            matches!(error, Err(ConversationError::NotOpen { .. })),
            "{provider}: {error:?}"
        );
        let twice = [calls[0], calls[0]];
        let error = chat.add_messages([model("", &calls[..1]), results(&twice)]);
        assert!(
            matches!(error, Err(ConversationError::NotOpen { .. })),
            "{provider}: {error:?}"
        );
        assert_eq!(chat, before, "{provider}");
    }
    let mut none = Conversation::new(Provider::Mcp, "some-model");
    let error = none.add_messages([user("Hello")]).expect_err("no chat API");
    assert!(matches!(error, ConversationError::NoChat { .. }));
}

#[test]
fn system_texts_of_added_messages_are_in_the_request() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.add_messages([
            Message::System("Answer in verse.".to_owned()),
            Message::Developer("Use metres.".to_owned()),
        ])
        .expect("texts");
        let request = chat.request(&tools()).expect("a request").to_string();
        let system = "Be brief.\\n\\nAnswer in verse.\\n\\nUse metres.";
        assert!(request.contains(system), "{provider}: {request}");
    }
}

#[test]
fn an_interrupted_answer_is_kept_and_the_conversation_goes_on() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.stream_request(&tools()).expect("a request");
        chat.assistant("It is about").expect("a text");
        assert!(matches!(
            chat.receive(&last_answer(provider)),
            Err(ConversationError::NotAwaiting)
        ));
        chat.user("Go on.");
        chat.stream_request(&tools()).expect("a request");
        let expected = [
            user("How warm is it?"),
            model("It is about", &[]),
            user("Go on."),
        ];
        assert_eq!(read(&chat), expected, "{provider}");
        // No text had arrived: the question is still the last message.
        let mut chat = asked(provider);
        chat.request(&tools()).expect("a request");
        chat.assistant(" ").expect("no text");
        assert!(
            matches!(chat.receive(&last_answer(provider)), Ok(Next::Done(_))),
            "{provider}"
        );
    }
}

#[test]
fn the_text_beside_calls_is_in_the_next_step() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.request(&tools()).expect("a request");
        let next = chat.receive(&two_calls(provider)).expect("an answer");
        let Next::Calls(Turn { text, calls, .. }) = next else {
            panic!("{provider}: no calls");
        };
        assert_eq!((&*text, calls.len()), ("Let me see.", 2), "{provider}");
    }
}

/// Each call of the messages has its result directly behind it, whichever ids repeat.
fn assert_answered(chat: &Conversation, calls: usize) {
    let mut found = 0;
    let mut messages = read(chat).into_iter().peekable();
    while let Some(message) = messages.next() {
        let Message::Assistant { calls, .. } = message else {
            continue;
        };
        if calls.is_empty() {
            continue;
        }
        let Some(Message::Results(results)) = messages.next() else {
            panic!("{}: no results", chat.provider());
        };
        let answered: Vec<_> = results.iter().map(|result| &result.id).collect();
        let called: Vec<_> = calls.iter().map(|call| &call.id).collect();
        assert_eq!(answered, called, "{}", chat.provider());
        found += calls.len();
    }
    assert_eq!(found, calls, "{}", chat.provider());
}

#[test]
fn ids_that_repeat_keep_their_results() {
    let (one, two) = ([("c1", "alpha")], [("c1", "alpha"), ("c1", "beta")]);
    for provider in chats() {
        let lists = [
            // In another turn, in one turn, and in a turn that has no result.
            vec![
                user("1"),
                model("", &one),
                results(&one),
                model("ok", &[]),
                user("2"),
                model("", &one),
            ],
            vec![user("1"), model("", &two)],
            vec![
                user("1"),
                model("", &one),
                user("2"),
                model("", &one),
                results(&one),
                user("3"),
            ],
            vec![
                user("1"),
                model("", &two),
                results(&two),
                model("ok", &[]),
                user("2"),
            ],
        ];
        for (list, calls) in lists.into_iter().zip([2, 2, 2, 2]) {
            // Another turn of the same id is already there.
            let mut chat = Conversation::new(provider, "some-model");
            chat.add_messages([user("0"), model("", &one), results(&one), model("ok", &[])])
                .expect("messages");
            chat.add_messages(list).expect("messages");
            let open: Vec<_> = chat.open_calls().cloned().collect();
            chat.results(run(provider, open)).expect("open calls");
            let stored = serde_json::to_string(&chat).expect("JSON");
            let mut chat: Conversation = serde_json::from_str(&stored).expect("a conversation");
            let request = chat.request(&tools()).expect("a request");
            assert!(
                lint::check(provider, &request).is_empty(),
                "{provider}: {request}"
            );
            assert_answered(&chat, calls + 1);
            let mut seen = HashSet::new();
            for id in call_ids(&request) {
                assert!(seen.insert(id), "{provider}: `{id}` twice in {request}");
            }
            chat.clear_old_results(0).expect("readable messages");
            chat.keep_last_user_messages(1).expect("readable messages");
        }
    }
}

#[test]
fn added_messages_of_the_user_are_like_those_of_user() {
    for provider in chats() {
        let added = |chat: &mut Conversation, text: &str| {
            assert_eq!(chat.add_messages([user(text)]), Ok(vec![]), "{provider}");
        };
        // Two in a row, behind results, behind an answer, and while an answer is awaited.
        let (mut one, mut other) = (asked(provider), asked(provider));
        one.user("Well?");
        added(&mut other, "Well?");
        for chat in [&mut one, &mut other] {
            chat.request(&tools()).expect("a request");
        }
        one.user("Hello?");
        added(&mut other, "Hello?");
        for chat in [&mut one, &mut other] {
            let next = chat.receive(&two_calls(provider)).expect("an answer");
            let Next::Calls(turn) = next else {
                panic!("{provider}: no calls");
            };
            chat.results(run(provider, turn.calls)).expect("open calls");
        }
        one.user("So?");
        added(&mut other, "So?");
        assert_eq!(one.request(&tools()), other.request(&tools()), "{provider}");
        for chat in [&mut one, &mut other] {
            let _ = chat.receive(&last_answer(provider)).expect("an answer");
        }
        one.user("And tomorrow?");
        added(&mut other, "And tomorrow?");
        assert_eq!(other.steps(), 0, "{provider}");
        assert_eq!(one.request(&tools()), other.request(&tools()), "{provider}");
        assert_eq!(one, other, "{provider}");
    }
}

#[test]
fn added_answers_join_the_message_before_them() {
    for provider in chats() {
        let mut one = Conversation::new(provider, "some-model");
        let talk = [
            user("1"),
            model("ok", &[]),
            model("and more", &[]),
            user("2"),
        ];
        one.add_messages(talk.clone()).expect("messages");
        let mut other = Conversation::new(provider, "some-model");
        for message in talk {
            other.add_messages([message]).expect("a message");
        }
        assert_eq!(one.request(&tools()), other.request(&tools()), "{provider}");
    }
}

#[test]
fn empty_messages_add_nothing_and_losses_have_the_index_of_the_list() {
    let zip = Part::file("application/zip", "a.zip", b"PK");
    let mut with_loss = 0;
    for provider in chats() {
        let mut chat = asked(provider);
        let before = chat.clone();
        let empty = [
            Message::Results(vec![]),
            model("", &[]),
            Message::System(" ".to_owned()),
        ];
        assert_eq!(chat.add_messages(empty), Ok(vec![]), "{provider}");
        assert_eq!(chat, before, "{provider}");
        // The results of one turn, in a row each.
        let (one, two) = ([("c1", "alpha")], [("c2", "beta")]);
        let system = Message::System("Use metres.".to_owned());
        let messages = [
            system,
            user("1"),
            model("", &[one[0], two[0]]),
            results(&one),
            results(&two),
            model("ok", &[]),
            Message::User(vec![zip.clone()]),
        ];
        let lost = chat.add_messages(messages).expect("messages");
        let places: Vec<_> = lost.iter().filter_map(|lost| lost.message).collect();
        // Gemini's format has any file.
        assert!(places == [6] || places.is_empty(), "{provider}: {lost:?}");
        with_loss += places.len();
    }
    assert!(with_loss > 5);
}

/// Arguments that are nested deeper than a part of a message may be are a text in it.
#[test]
fn arguments_of_any_depth_can_be_stored_and_read() {
    for levels in [1, 90, 91, 110, 127, 128, 1000] {
        let deep = "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels);
        for provider in chats() {
            let mut chat = asked(provider);
            let calls = vec![ToolCall::new("c1", "alpha", deep.clone())];
            let text = String::new();
            let lost = chat.add_messages([Message::Assistant { text, calls }]);
            let lost = lost.expect("messages");
            assert!(levels > 90 || lost.is_empty(), "{provider}: {lost:?}");
            for to in chats() {
                let mut chat = chat.clone();
                let _ = chat.switch(to, "some-model").expect("a switch");
                let stored = serde_json::to_string(&chat).expect("JSON");
                let read = serde_json::from_str::<Conversation>(&stored);
                let read = read.unwrap_or_else(|error| panic!("{provider} {to} {levels}: {error}"));
                assert!(read == chat, "{provider} {to} {levels}");
                let (messages, _) = read_messages(chat.messages(), to).expect("messages");
                let Some(Message::Assistant { calls, .. }) = messages.last() else {
                    panic!("{provider} {to} {levels}: {messages:?}")
                };
                assert_eq!(calls[0].arguments, deep, "{provider} {to}");
            }
        }
    }
}

/// The ids of the calls in a request, in every provider's format.
fn call_ids(request: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    for value in values(request) {
        let is_call = matches!(value["type"].as_str(), Some("tool_use" | "function_call"));
        let converse = value["toolUseId"].as_str();
        found.extend(converse.filter(|_| value.get("input").is_some()));
        let own = value["call_id"].as_str().or(value["id"].as_str());
        found.extend(own.filter(|_| is_call));
        let calls = value["tool_calls"].as_array().into_iter().flatten();
        found.extend(calls.filter_map(|call| call["id"].as_str()));
    }
    found
}

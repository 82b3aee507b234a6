//! Bounds on conversations.

use serde_json::{Value, json};
use toolcast::conversation::ConversationError;
use toolcast::{Conversation, Next, Provider, Turn};

use super::{asked, chats, last_answer, run, tools};
use crate::wire::shapes::{id, whole};

#[test]
fn more_messages_than_the_limit_are_an_error() {
    let mut chat = asked(Provider::OpenAi);
    for _ in 0..65_535 {
        chat.user("x");
    }
    assert!(chat.request(&tools()).is_ok());
    chat.user("x");
    let before = chat.clone();
    let error = chat.request(&tools()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the conversation has more than 65536 messages"
    );
    assert_eq!(chat, before);
    let mut stored = serde_json::to_value(&chat).expect("JSON");
    let messages = stored["messages"].as_array_mut().expect("a list");
    messages.push(messages[0].clone());
    let read = serde_json::from_value::<Conversation>(stored);
    let error = read.expect_err("too many messages").to_string();
    assert!(error.contains("more than 65536 messages"), "{error}");
}

#[test]
fn more_bytes_than_the_limit_are_an_error() {
    let mut chat = asked(Provider::OpenAi);
    chat.user("x".repeat(256 << 20));
    let error = chat.request(&tools()).unwrap_err();
    assert!(
        matches!(
            error,
            ConversationError::TooLong {
                limit: 268_435_456,
                ..
            }
        ),
        "{error}"
    );
}

/// An answer with nested lists in its arguments, and in a member that no format has.
fn nested(provider: Provider, levels: usize) -> [String; 2] {
    let lists = "[".repeat(levels) + &"]".repeat(levels);
    let (id, arguments) = (id(provider, 1), format!(r#"{{"deep":{lists}}}"#));
    let called = whole(provider, "", &[(&*id, "alpha", &*arguments)]);
    let mut unknown: Value = serde_json::from_str(&last_answer(provider)).expect("JSON");
    deepen(&mut unknown, &lists);
    [called, unknown.to_string()]
}

/// Adds a member to each object that is innermost.
fn deepen(value: &mut Value, lists: &str) {
    match value {
        Value::Object(members) => {
            if members
                .values()
                .any(|member| member.is_object() || member.is_array())
            {
                members
                    .values_mut()
                    .for_each(|member| deepen(member, lists));
            } else {
                members.insert("unknown".into(), serde_json::from_str(lists).expect("JSON"));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| deepen(item, lists)),
        _ => {}
    }
}

#[test]
fn an_answer_that_is_received_can_be_stored_and_read() {
    for provider in chats() {
        let mut received = 0;
        for levels in [1, 60, 90, 100, 110, 118, 120] {
            for answer in nested(provider, levels) {
                let mut chat = asked(provider);
                chat.request(&tools()).expect("a request");
                match chat.receive(&answer) {
                    Ok(Next::Calls(Turn { calls, .. })) => {
                        chat.results(run(provider, calls)).expect("open calls");
                        chat.request(&tools()).expect("a request");
                    }
                    Ok(_) => {}
                    Err(error) => {
                        assert!(levels > 90, "{provider} {levels}: {error}");
                        continue;
                    }
                }
                received += 1;
                let stored = serde_json::to_string(&chat).expect("JSON");
                let read = serde_json::from_str::<Conversation>(&stored);
                let read = read.unwrap_or_else(|error| panic!("{provider} {levels}: {error}"));
                assert!(read == chat, "{provider} {levels}");
            }
        }
        assert!(received >= 6, "{provider}: {received}");
    }
}

#[test]
fn debug_shows_no_texts() {
    let mut chat = asked(Provider::OpenAi);
    chat.member("authorization_token", json!("hunter2"));
    chat.system("hunter2").user("hunter2");
    chat.request(&tools()).expect("a request");
    let shown = format!("{chat:?}");
    assert!(!shown.contains("hunter2"), "{shown}");
    assert!(shown.contains("messages: 2"), "{shown}");
}

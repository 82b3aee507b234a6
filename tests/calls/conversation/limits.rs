//! Bounds on conversations.

use serde_json::{Value, json};
use toolcast::call::{Content, ToolResult};
use toolcast::conversation::ConversationError;
use toolcast::{Conversation, Next, Provider, Turn};
use toolcast_test_support::json::change_each;

use super::{asked, called, chats, last_answer, run, tools};
use crate::wire::shapes::{id, whole};

#[test]
fn more_messages_than_the_limit_are_an_error() {
    let mut chat = asked(Provider::OpenAi);
    for _ in 0..65_535 {
        chat.user("x");
    }
    assert!(chat.request(&tools()).is_ok());
    // The answer is one message more, and is stored too.
    let _ = chat
        .receive(&last_answer(Provider::OpenAi))
        .expect("an answer");
    assert_eq!(chat.messages().len(), 65_537);
    let stored = serde_json::to_string(&chat).expect("JSON");
    let read = serde_json::from_str::<Conversation>(&stored);
    assert!(read.expect("a conversation") == chat);
    chat.user("x");
    let before = chat.clone();
    let error = chat.request(&tools()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the conversation has more than 65536 messages"
    );
    assert_eq!(chat, before);
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
    change_each(value, &mut |value| {
        let is_inner = |member: &Value| member.is_object() || member.is_array();
        if let Value::Object(members) = value
            && !members.values().any(is_inner)
        {
            members.insert("unknown".into(), serde_json::from_str(lists).expect("JSON"));
        }
    });
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

/// A result that is nested deeper than a part of a message may be is a text in it.
#[test]
fn a_result_of_any_depth_can_be_stored_and_read() {
    for provider in chats() {
        for levels in [1, 89, 90, 91, 110, 118, 119, 121, 124, 127, 128, 1000] {
            let (mut chat, calls) = called(provider);
            let json = "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels);
            let alone = Vec::from([Content::Json(json.clone())]);
            let text = Content::Text("It is:".to_owned());
            let beside = Vec::from([text, Content::Json(json)]);
            let results = calls.into_iter().zip([alone, beside]);
            let results = results.map(|(call, content)| ToolResult::new(call, content));
            chat.results(results).expect("open calls");
            chat.request(&tools()).expect("a request");
            let stored = serde_json::to_string(&chat).expect("JSON");
            let read = serde_json::from_str::<Conversation>(&stored);
            let read = read.unwrap_or_else(|error| panic!("{provider} {levels}: {error}"));
            assert!(read == chat, "{provider} {levels}");
            assert_eq!(stored.matches("It is:").count(), 1, "{provider} {levels}");
        }
    }
}

#[test]
fn a_member_that_could_not_be_read_is_not_stored() {
    for levels in [100, 101] {
        let lists = "[".repeat(levels) + &"]".repeat(levels);
        let lists: Value = serde_json::from_str(&lists).expect("JSON");
        let mut chat = asked(Provider::OpenAi);
        chat.extra("deep", lists);
        match serde_json::to_string(&chat) {
            Ok(stored) => {
                let read = serde_json::from_str::<Conversation>(&stored);
                assert!(read.expect("a conversation") == chat, "{levels}");
                assert_eq!(levels, 100);
            }
            Err(error) => {
                let text = "the conversation has more than 100 levels of a member's JSON";
                assert_eq!(error.to_string(), text);
                assert_eq!(levels, 101);
            }
        }
    }
}

#[test]
fn debug_shows_no_texts() {
    let mut chat = asked(Provider::OpenAi);
    chat.extra("authorization_token", json!("hunter2"));
    chat.system("hunter2").user("hunter2");
    chat.request(&tools()).expect("a request");
    let shown = format!("{chat:?}");
    assert!(!shown.contains("hunter2"), "{shown}");
    assert!(shown.contains("messages: 2"), "{shown}");
}

//! Bounds on conversations.

use serde_json::json;
use toolcast::conversation::ConversationError;
use toolcast::{Conversation, Provider};

use super::{asked, tools};

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

//! The same conversation gives the same history for every provider.

use toolcast::call::ToolCall;
use toolcast::wire::{Message, Part, ToolResultMessage, write_messages};
use toolcast_history::{ReadOptions, Role, ToolUse, read, read_with};

use crate::conversation::chats;

fn conversation() -> Vec<Message> {
    let id = String::from("abcdefgh1");
    assert_eq!(AsRef::<str>::as_ref(&id), "abcdefgh1");
    vec![
        Message::User(vec![Part::Text("Is it cold in Oslo?".into())]),
        Message::Assistant {
            text: "I look.".into(),
            calls: vec![ToolCall::new(id.clone(), "weather", r#"{"place":"Oslo"}"#)],
        },
        Message::Results(vec![ToolResultMessage::new(
            id.clone(),
            "weather",
            vec![Part::text("4 degrees")],
        )]),
        Message::Assistant {
            text: "Quite.".into(),
            calls: Vec::new(),
        },
    ]
}

#[test]
fn every_shape_gives_the_same_records() {
    let mut seen = 0;
    for provider in chats() {
        let messages = write_messages(&conversation(), provider).unwrap().messages;
        let history = read(&messages);
        let said = super::said(&history.records);
        assert_eq!(
            said,
            [
                (Role::User, "Is it cold in Oslo?"),
                (Role::Assistant, "I look."),
                (Role::Tool, "4 degrees"),
                (Role::Assistant, "Quite."),
            ],
            "{provider}: {messages:?}"
        );
        assert!(
            history.warnings.is_empty(),
            "{provider}: {:?}",
            history.warnings
        );
        seen += 1;
    }
    assert_eq!(seen, 15);
}

#[test]
fn with_calls_every_shape_has_the_call() {
    let options = ReadOptions::new().tool_use(ToolUse::All);
    let mut ids = 0;
    for provider in chats() {
        let messages = write_messages(&conversation(), provider).unwrap().messages;
        let history = read_with(&messages, &options);
        let call = history
            .records
            .iter()
            .find(|one| one.content.contains("tool_call"))
            .unwrap_or_else(|| panic!("{provider}: {messages:?}"));
        assert_eq!(call.role, Role::Assistant);
        let content: serde_json::Value = serde_json::from_str(&call.content).unwrap();
        assert_eq!(content["tool_call"]["name"], "weather", "{provider}");
        assert_eq!(
            content["tool_call"]["arguments"]["place"], "Oslo",
            "{provider}"
        );
        if let Some(id) = content["tool_call"].get("id") {
            assert_eq!(call.id, id.as_str().unwrap());
            ids += 1;
        }
    }
    assert!(ids > 0);
}

#[test]
fn without_tool_use_only_texts_are_left() {
    let options = ReadOptions::new().tool_use(ToolUse::None);
    for provider in chats() {
        let messages = write_messages(&conversation(), provider).unwrap().messages;
        let history = read_with(&messages, &options);
        assert_eq!(history.records.len(), 3, "{provider}");
        assert!(
            history.records.iter().all(|one| one.role != Role::Tool),
            "{provider}"
        );
    }
}

#[test]
fn a_result_of_mcp_has_the_role_of_a_tool() {
    let result = serde_json::json!({
        "content": [{"type": "text", "text": "4 degrees"}, {"type": "image", "data": "AA==", "mimeType": "image/png"}],
        "isError": false
    });
    let history = super::records(&[result]);
    assert_eq!(super::said(&history.records), [(Role::Tool, "4 degrees")]);
}

//! Roles, texts, ids, and messages that can't be read.

use proptest::prelude::*;
use serde_json::{Value, json};
use toolcast_history::{ReadOptions, Role, read_with};

use super::{records, said};

#[test]
fn roles_are_mapped_and_unknown_ones_are_users() {
    for (word, role) in [
        ("user", Role::User),
        ("Human", Role::User),
        ("assistant", Role::Assistant),
        ("model", Role::Assistant),
        ("CHATBOT", Role::Assistant),
        ("developer", Role::System),
        ("function", Role::Tool),
    ] {
        let history = records(&[json!({"role": word, "content": "x"})]);
        assert_eq!(history.records[0].role, role, "{word}");
        assert!(history.warnings.is_empty());
    }
    let history = records(&[
        json!({"role": "critic", "content": "x"}),
        json!({"content": "y"}),
    ]);
    assert_eq!(
        said(&history.records),
        [(Role::User, "x"), (Role::User, "y")]
    );
    assert_eq!(history.warnings.len(), 1);
    assert_eq!(
        history.warnings[0].reason,
        "the role `critic` is unknown: read as `user`"
    );
}

#[test]
fn text_is_taken_from_a_field_a_string_or_parts() {
    for message in [
        json!({"role": "user", "text": "a\nb"}),
        json!({"role": "user", "content": "a\nb"}),
        json!({"role": "user", "text": "a\nb", "content": "something else"}),
        json!({"role": "user", "text": "", "content": "a\nb"}),
        json!({"role": "user", "content": ["a", "b"]}),
        json!({"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "input_text", "text": "b"}]}),
        json!({"role": "user", "content": [{"text": "a"}, {"image": {"format": "png"}}, {"text": "b"}]}),
        json!({"role": "user", "parts": [{"text": "a"}, {"inlineData": {}}, {"text": "b"}]}),
        json!({"role": "user", "parts": [{"text": "not said", "thought": true}, {"text": "a\nb"}]}),
        json!({"role": "user", "content": {"content_type": "text", "parts": ["a", "b"]}}),
        json!({"role": "user", "content": [{"type": "text", "text": {"value": "a\nb", "annotations": []}}]}),
        json!({"role": "assistant", "content": null, "refusal": "a\nb"}),
        json!({"role": "assistant", "content": [{"type": "thinking", "thinking": "no"}, {"type": "text", "text": "a\nb"}]}),
    ] {
        let history = records(std::slice::from_ref(&message));
        assert_eq!(history.records.len(), 1, "{message}");
        assert_eq!(history.records[0].content, "a\nb", "{message}");
        assert!(
            history.warnings.is_empty(),
            "{message}: {:?}",
            history.warnings
        );
    }
    let history = read_with(
        &[json!({"content": ["a", "b"]})],
        &ReadOptions::new().separator(""),
    );
    assert_eq!(history.records[0].content, "ab");
}

#[test]
fn messages_without_text_are_skipped_and_counted() {
    let messages = [
        json!({"role": "user", "content": ""}),
        json!({"role": "user", "content": "  \n"}),
        json!({"role": "user", "content": []}),
        json!({"role": "assistant", "content": null}),
        json!({"role": "assistant"}),
        json!({"type": "reasoning", "id": "r1", "summary": [], "content": [{"type": "reasoning_text", "text": "hm"}]}),
        json!({"type": "web_search_call", "id": "w1", "status": "completed"}),
        json!({"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}),
        json!({}),
    ];
    let history = records(&messages);
    assert!(history.records.is_empty(), "{:?}", history.records);
    assert_eq!(history.skipped, (0..messages.len()).collect::<Vec<_>>());
    assert!(history.warnings.is_empty(), "{:?}", history.warnings);
}

#[test]
fn invalid_messages_are_skipped_alone() {
    let good = json!({"role": "user", "content": "here"});
    for bad in [
        json!(null),
        json!(7),
        json!("text"),
        json!([good]),
        json!({"role": 7, "content": "x"}),
        json!({"role": "user", "content": 7}),
        json!({"role": "user", "content": true}),
        json!({"role": "user", "parts": 1.5}),
        json!({"type": ["ai"], "content": "x"}),
    ] {
        let history = records(&[bad.clone(), good.clone()]);
        assert_eq!(said(&history.records), [(Role::User, "here")], "{bad}");
        assert_eq!(history.skipped, [0], "{bad}");
        assert_eq!(history.warnings.len(), 1, "{bad}");
        assert_eq!(history.warnings[0].index, 0, "{bad}");
        assert!(
            history.warnings[0]
                .reason
                .ends_with("; the message is skipped"),
            "{bad}"
        );
    }
    // An invalid part does not affect the other parts.
    let history =
        records(&[json!({"role": "user", "content": [7, {"type": "text", "text": "x"}]})]);
    assert_eq!(said(&history.records), [(Role::User, "x")]);
    assert_eq!(history.warnings.len(), 1);
}

#[test]
fn results_of_tools_are_records_of_their_own() {
    let history = records(&[json!({"role": "user", "id": "m1", "content": [
        {"type": "tool_result", "tool_use_id": "a", "content": "one"},
        {"type": "tool_result", "tool_use_id": "b", "is_error": true, "content": [{"type": "text", "text": "two"}]},
        {"type": "tool_result", "tool_use_id": "c"},
        {"type": "text", "text": "And?"}
    ]})]);
    assert_eq!(
        said(&history.records),
        [
            (Role::Tool, "one"),
            (Role::Tool, "two"),
            (Role::User, "And?")
        ]
    );
    let ids: Vec<_> = history.records.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["a-result", "b-result", "m1"]);
    let item = json!({"type": "function_call_output", "call_id": "call_9", "output": [{"type": "input_text", "text": "x"}]});
    let history = records(&[item]);
    assert_eq!(said(&history.records), [(Role::Tool, "x")]);
    assert_eq!(history.records[0].id, "call_9-result");
    let response = json!({"role": "user", "parts": [
        {"functionResponse": {"name": "f", "response": {"output": {"a": 1}}}},
        {"functionResponse": {"name": "f", "response": {"error": "no"}}},
        {"functionResponse": {"name": "f", "response": {"a": 1, "b": 2}}}
    ]});
    assert_eq!(
        said(&records(&[response]).records),
        [
            (Role::Tool, r#"{"a":1}"#),
            (Role::Tool, "Error: no"),
            (Role::Tool, r#"{"a":1,"b":2}"#)
        ]
    );
}

#[test]
fn ids_are_kept_or_made_and_never_twice() {
    let messages = [
        json!({"id": "x", "content": "a"}),
        json!({"id": "x", "content": "a"}),
        json!({"id": "x-2", "content": "a"}),
        json!({"id": 7, "content": "a"}),
        json!({"content": "a"}),
        json!({"content": "a"}),
        json!({"id": "", "content": "b"}),
    ];
    let once = records(&messages);
    let ids: Vec<_> = once.records.iter().map(|one| one.id.clone()).collect();
    assert_eq!(ids[..4], ["x", "x-2", "x-2-2", "7"]);
    assert!(
        ids[4..]
            .iter()
            .all(|id| id.starts_with("made_") && id.len() == 21)
    );
    let distinct: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    // The same list has the same ids, in this and every other version. A longer list begins with
    // the same ids.
    assert_eq!(records(&messages), once);
    assert_eq!(records(&messages[..5]).records, once.records[..5]);
    // FNV-1a of 4 as eight bytes, `user`, a zero and `a`, computed independently.
    assert_eq!(ids[4], "made_abab1453fa903431");
}

#[test]
fn a_hundred_thousand_messages_of_one_id_are_read() {
    let messages = vec![json!({"id": "x", "content": "a"}); 100_000];
    let history = records(&messages);
    assert_eq!(history.records[99_999].id, "x-100000");
}

#[test]
fn a_history_is_serialized_as_plain_json_with_its_skipped_messages() {
    let history = records(&[json!({"id": "1", "role": "ai", "content": "x", "created": 0})]);
    let json = serde_json::to_value(&history).unwrap();
    assert_eq!(
        json,
        json!({
            "records": [{"id": "1", "role": "assistant", "content": "x", "timestamp": "1970-01-01T00:00:00Z"}],
            "skipped": [],
            "warnings": []
        })
    );
    let back: Vec<toolcast_history::Record> =
        serde_json::from_value(json["records"].clone()).unwrap();
    assert_eq!(back, history.records);
}

/// Any JSON, with names that mean something here and there.
fn value() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "role",
        "type",
        "content",
        "text",
        "parts",
        "data",
        "lc",
        "id",
        "kwargs",
        "output",
        "tool_calls",
        "toolResult",
        "functionResponse",
        "response",
        "created_at",
        "timestamp",
        "tool_use_id",
        "arguments",
        "function",
        "isError",
        "document",
        "json",
    ]);
    let word = prop::sample::select(vec![
        "user",
        "tool",
        "constructor",
        "human",
        "tool_result",
        "tool_use",
        "function_call",
        "function_call_output",
        "HumanMessage",
        "reasoning",
        "2026-11-22T00:00:00Z",
        "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map(name.clone(), inner, 0..6).prop_map(|map| {
                Value::Object(
                    map.into_iter()
                        .map(|(key, value)| (key.into(), value))
                        .collect(),
                )
            }),
        ]
    })
}

proptest! {
    /// For any input, each message is a record or counted as skipped, and ids are unique.
    #[test]
    fn any_input_is_read_or_skipped(messages in prop::collection::vec(value(), 0..8)) {
        let options = ReadOptions::new().tool_use(toolcast_history::ToolUse::All);
        let history = read_with(&messages, &options);
        prop_assert!(history.records.len() + history.skipped.len() >= messages.len());
        prop_assert!(history.skipped.iter().all(|index| *index < messages.len()));
        let ids: std::collections::HashSet<_> = history.records.iter().map(|one| &one.id).collect();
        prop_assert_eq!(ids.len(), history.records.len());
        prop_assert!(history.records.iter().all(|one| !one.content.trim().is_empty()));
    }
}

//! Texts inside of other parts, equal ids, and calls that the provider runs.

use serde_json::{Value, json};
use toolcast_history::{ReadOptions, Recorder, Role, ToolUse, read_with};

use super::{records, said};

/// Messages with the text `found` at a place of its own.
fn places() -> Vec<Value> {
    let text = json!([{"type": "text", "text": "found"}]);
    let anthropic = |block: Value| json!({"role": "user", "content": [block]});
    vec![
        anthropic(json!({"type": "mcp_tool_result", "tool_use_id": "m1", "content": text})),
        anthropic(
            json!({"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "search_result", "source": "s", "title": "t", "content": text}]}),
        ),
        anthropic(
            json!({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "found"}}),
        ),
        anthropic(json!({"type": "document", "source": {"type": "content", "content": text}})),
        json!({"content": [{"type": "resource", "resource": {"uri": "file:///a", "text": "found"}}]}),
        json!({"role": "user", "content": [{"guardContent": {"text": {"text": "found"}}}]}),
        json!({"role": "assistant", "content": [{"citationsContent": {"content": [{"text": "found"}], "citations": []}}]}),
        json!({"role": "user", "content": [{"searchResult": {"source": "s", "content": [{"text": "found"}]}}]}),
        anthropic(
            json!({"type": "web_fetch_tool_result", "tool_use_id": "w1", "content": {
            "type": "web_fetch_result", "url": "u",
            "content": {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "found"}}}}),
        ),
        anthropic(
            json!({"type": "web_search_tool_result", "tool_use_id": "w1", "content": [
            {"type": "web_search_result", "title": "found", "url": "", "encrypted_content": "x"}]}),
        ),
        anthropic(json!({"type": "server_tool_result", "tool_call_id": "w1", "output": "found"})),
    ]
}

#[test]
fn a_role_is_read_by_the_names_of_providers_and_frameworks() {
    for (name, role) in [
        ("Human", Some(Role::User)),
        ("model", Some(Role::Assistant)),
        ("developer", Some(Role::System)),
        ("moderator", None),
    ] {
        assert_eq!(Role::from_name(name), role, "{name}");
    }
}

#[test]
fn a_text_inside_of_another_part_is_read() {
    for message in places() {
        let history = records(std::slice::from_ref(&message));
        assert_eq!(history.records.len(), 1, "{message}");
        assert_eq!(history.records[0].content, "found", "{message}");
        assert!(
            history.warnings.is_empty(),
            "{message}: {:?}",
            history.warnings
        );
    }
}

#[test]
fn structured_content_alone_is_the_result() {
    let history =
        records(&[json!({"content": [], "structuredContent": {"t": 4}, "isError": false})]);
    assert_eq!(said(&history.records), [(Role::Tool, r#"{"t":4}"#)]);
}

/// A server may send another text to people than to programs.
#[test]
fn structured_content_that_the_text_does_not_repeat_is_read() {
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    for (content, structured, expected) in [
        (text("ok"), json!({"t": 4}), "ok\n{\"t\":4}"),
        (text("{\"t\": 4}"), json!({"t": 4}), "{\"t\": 4}"),
        (text("ok"), json!({}), "ok"),
        (json!([]), json!("obey me"), "obey me"),
        (text("obey me"), json!("obey me"), "obey me"),
    ] {
        let history = records(&[json!({"content": content, "structuredContent": structured})]);
        assert_eq!(said(&history.records), [(Role::Tool, expected)]);
    }
}

#[test]
fn steps_of_an_interaction_have_their_roles() {
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let steps = [
        json!({"type": "user_input", "content": text("Is it cold?")}),
        json!({"type": "thought", "summary": text("I look."), "signature": "s"}),
        json!({"type": "function_call", "id": "c1", "name": "weather", "arguments": {"place": "Oslo"}}),
        json!({"type": "function_result", "call_id": "c1", "name": "weather", "result": "4 degrees", "is_error": false}),
        json!({"type": "function_result", "call_id": "c2", "name": "weather", "result": text("5 degrees")}),
        json!({"type": "model_output", "content": text("Quite.")}),
    ];
    let history = read_with(&steps, &ReadOptions::new().tool_use(ToolUse::All));
    let call = r#"{"tool_call":{"id":"c1","name":"weather","arguments":{"place":"Oslo"}}}"#;
    assert_eq!(
        said(&history.records),
        [
            (Role::User, "Is it cold?"),
            (Role::Assistant, call),
            (Role::Tool, "4 degrees"),
            (Role::Tool, "5 degrees"),
            (Role::Assistant, "Quite."),
        ]
    );
    assert_eq!(history.records[2].id, "c1-result");
    assert!(history.warnings.is_empty(), "{history:?}");
}

#[test]
fn the_words_of_a_sound_and_calls_of_custom_tools_are_read() {
    let sound = json!({"id": "a1", "data": "AAAA", "transcript": "Quite."});
    let mut part = sound.clone();
    part["type"] = json!("output_audio");
    let custom = json!({"id": "c1", "type": "custom", "custom": {"name": "grep", "input": "a|b"}});
    let messages = [
        json!({"role": "assistant", "content": null, "audio": sound}),
        json!({"type": "message", "role": "assistant", "content": [part]}),
        json!({"role": "assistant", "content": null, "tool_calls": [custom]}),
    ];
    let history = read_with(&messages, &ReadOptions::new().tool_use(ToolUse::All));
    let call = r#"{"tool_call":{"id":"c1","name":"grep","arguments":"a|b"}}"#;
    let expected = [
        (Role::Assistant, "Quite."),
        (Role::Assistant, "Quite."),
        (Role::Assistant, call),
    ];
    assert_eq!(said(&history.records), expected);
    assert!(history.warnings.is_empty(), "{history:?}");
}

#[test]
fn geminis_parts_are_read_in_either_spelling() {
    let contents = [
        json!({"role": "model", "parts": [{"function_call": {"name": "weather", "args": {}}}]}),
        json!({"role": "user", "parts": [{"function_response": {"name": "weather", "response": {"output": "4 degrees"}}}]}),
    ];
    let history = read_with(&contents, &ReadOptions::new().tool_use(ToolUse::All));
    let call = r#"{"tool_call":{"name":"weather","arguments":{}}}"#;
    let expected = [(Role::Assistant, call), (Role::Tool, "4 degrees")];
    assert_eq!(said(&history.records), expected);
    assert!(history.warnings.is_empty(), "{history:?}");
}

#[test]
fn a_result_of_mcp_without_a_flag_is_the_tools() {
    let history = records(&[json!({"content": [{"type": "text", "text": "4 degrees"}]})]);
    assert_eq!(said(&history.records), [(Role::Tool, "4 degrees")]);
    for content in [json!(["a"]), json!([{"type": "input_text", "text": "a"}])] {
        let history = records(&[json!({ "content": content })]);
        assert_eq!(said(&history.records), [(Role::User, "a")]);
    }
}

#[test]
fn a_part_of_unknown_content_has_a_warning() {
    let history = records(&[
        json!({"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "hologram", "x": 1}]}),
        json!({"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image", "source": {"type": "url", "url": "u"}}]}),
    ]);
    assert_eq!(said(&history.records), [(Role::User, "a"); 2]);
    let warnings: Vec<_> = history.warnings.iter().map(|one| one.index).collect();
    assert_eq!(warnings, [0], "{:?}", history.warnings);
    assert!(history.warnings[0].reason.contains("`hologram`"));
}

#[test]
fn calls_with_equal_or_empty_ids_are_all_kept() {
    let call = |id: &str, name: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": "{}"}});
    for id in ["", "call_1"] {
        let calls = [call(id, "a"), call(id, "b"), call(id, "c")];
        let message = json!({"role": "assistant", "content": "", "tool_calls": calls});
        let history = read_with(&[message], &ReadOptions::new().tool_use(ToolUse::All));
        assert_eq!(history.records.len(), 3, "{history:?}");
        assert!(history.records.iter().all(|one| !one.id.is_empty()));
    }
    let result = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "", "content": "x"}]});
    let history = records(&[result]);
    assert!(history.records[0].id.starts_with("made_"), "{history:?}");
}

#[test]
fn calls_that_langchain_repeats_are_one() {
    let calls = json!([{"id": "c1", "name": "f", "args": {"unit": "C", "place": "Oslo"}, "type": "tool_call"}]);
    for block in [
        json!({"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{ \"place\": \"Oslo\", \"unit\": \"C\"}"}),
        json!({"type": "tool_use", "id": "c1", "name": "f", "input": {}, "partial_json": "{"}),
        json!({"type": "tool_use", "id": "c1", "name": "f", "input": ""}),
    ] {
        let message = json!({"role": "assistant", "content": [block], "tool_calls": calls});
        let history = read_with(
            std::slice::from_ref(&message),
            &ReadOptions::new().tool_use(ToolUse::All),
        );
        assert_eq!(history.records.len(), 1, "{message}: {history:?}");
        assert!(history.records[0].content.contains("Oslo"), "{history:?}");
    }
}

#[test]
fn a_recorder_keeps_the_calls_that_the_provider_runs() {
    let messages = [
        json!({"type": "mcp_call", "id": "mcp_1", "name": "f", "arguments": "{}", "output": "4 degrees"}),
        json!({"role": "assistant", "content": [
            {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"query": "x"}},
            {"type": "mcp_tool_result", "tool_use_id": "srv_1", "content": [{"type": "text", "text": "a page"}]},
            {"type": "tool_use", "id": "t1", "name": "mine", "input": {}},
        ]}),
        json!({"role": "tool", "tool_call_id": "t1", "content": "mine too"}),
    ];
    let history = Recorder::new().messages(&messages);
    let ids: Vec<_> = history.records.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(
        ids,
        ["mcp_1", "mcp_1-result", "srv_1-result", "srv_1"],
        "{history:?}"
    );
    let all = format!("{history:?}");
    assert!(all.contains("4 degrees") && all.contains("a page") && !all.contains("mine"));
    assert_eq!(history.skipped, [2]);
}

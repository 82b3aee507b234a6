//! Tools that get another name: in the request, in its conversation and in the report.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::lint::ChangeKind;

use crate::good::parameters;
use crate::normalized::mended;
use crate::repaired::changes;
use crate::support::{Tool, declared, request, strict, tool};

#[test]
fn a_renamed_tool_beyond_the_limit_is_listed_with_its_first_name_and_place() {
    let mut tools: Vec<Tool> = (0..127)
        .map(|i| tool(&format!("t{i}"), parameters()))
        .collect();
    tools.extend([tool("a b", parameters()), tool("c d", parameters())]);
    let mut body = request(Provider::Bedrock, &tools);
    let all = body["toolConfig"].take();
    body = json!({"model": "m", "messages": [], "toolConfig": all});
    let report = mended(Provider::OpenAi, &mut body);
    let removed: Vec<_> = (report.removed.iter())
        .map(|one| (&*one.pointer, one.name.as_deref()))
        .collect();
    assert_eq!(removed, [("/toolConfig/tools/128", Some("c d"))]);
    assert_eq!(report.removed[0].reasons, ["129 tools, more than 128"]);
    // The report restores the last one that was kept, and has forgotten the other.
    assert_eq!(report.original_name("a_b"), "a b");
    assert_eq!(report.original_name("c_d"), "c_d");
    assert_eq!(report.names.len(), 1);
    assert_eq!(body["tools"][127]["function"]["name"], "a_b");
}

#[test]
fn entries_beyond_the_limit_are_listed_with_their_first_place_whatever_was_removed_before_them() {
    let provider = Provider::OpenAiResponses;
    let one = |name: &str| {
        let mut one = declared(provider, &tool(name, parameters()));
        one["strict"] = json!(false);
        one
    };
    let no_tool = json!({"description": "d"});
    let mut tools = vec![no_tool.clone()];
    tools.extend((0..127).map(|i| one(&format!("t{i}"))));
    let inner = [no_tool, one("x")];
    tools.extend([
        json!({"type": "web_search"}),
        json!({"type": "mcp", "server_label": "s", "server_url": "u"}),
        json!({"type": "namespace", "name": "n", "description": "d", "tools": inner}),
    ]);
    let mut body = json!({"model": "m", "input": "x", "tools": tools});
    let report = mended(provider, &mut body);
    let removed: Vec<_> = (report.removed.iter())
        .map(|one| (&*one.pointer, one.name.as_deref()))
        .collect();
    assert_eq!(
        removed,
        [
            ("/tools/0", None),
            ("/tools/130/tools/0", None),
            ("/tools/129", None),
            ("/tools/130/tools/1", Some("x")),
        ]
    );
    let namespace = (ChangeKind::Removed, "/tools/130", None);
    assert_eq!(changes(&report), [namespace]);
    assert_eq!(body["tools"].as_array().map(Vec::len), Some(128));
    assert_eq!(body["tools"][127], json!({"type": "web_search"}));
}

#[test]
fn a_renamed_tool_that_is_not_strict_any_more_is_listed_with_its_first_name() {
    let mut body = request(
        Provider::DeepSeek,
        &[strict("a b", parameters()), tool("c", parameters())],
    );
    let report = mended(Provider::DeepSeek, &mut body);
    assert_eq!(
        changes(&report),
        [
            (ChangeKind::Renamed, "/tools/0/function/name", Some("a b")),
            (ChangeKind::StrictOff, "/tools/0", Some("a b"))
        ]
    );
    assert!(body["tools"][0]["function"].get("strict").is_none());
}

#[test]
fn tools_of_one_name_are_numbered_and_their_calls_restored() {
    let schema = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}});
    let tools = ["m", "n", "o"].map(|name| tool("a", schema(name)));
    let mut body = request(Provider::Anthropic, &tools);
    let report = mended(Provider::Anthropic, &mut body);
    let names: Vec<&Value> = (0..3).map(|i| &body["tools"][i]["name"]).collect();
    assert_eq!(names, ["a", "a_2", "a_3"]);
    for (name, was) in [("a", "a"), ("a_2", "a"), ("a_3", "a"), ("a_4", "a_4")] {
        let call = report.restore(ToolCall::new("1", name, "{}"));
        assert_eq!(call.name, was);
    }
    assert_eq!(
        changes(&report),
        [
            (ChangeKind::Renamed, "/tools/1", Some("a")),
            (ChangeKind::Renamed, "/tools/2", Some("a"))
        ]
    );
    let said: Vec<&str> = report.changes.iter().map(|one| &*one.reason).collect();
    assert_eq!(
        said,
        [
            "another tool is `a`; it is `a_2` now",
            "another tool is `a`; it is `a_3` now"
        ]
    );
}

#[test]
fn each_form_of_a_call_follows_the_new_name_and_other_names_stay() {
    // The first name is that of the tool, and what is not a call has always the old one.
    let talk = |name: &str| {
        let old = "a b";
        json!([
            {"role": "tool", "name": name, "content": old},
            {"role": "tool", "tool_name": name, "content": old},
            {"role": "function", "name": name, "content": old},
            {"role": "user", "name": old, "tool_name": old, "content": old},
            {"type": "function_call", "name": name, "arguments": "{}"},
            {"type": "function_result", "name": name, "result": 1},
            {"type": "message", "name": old},
            {"role": "assistant", "function_call": {"name": name, "arguments": old}},
            {"role": "assistant", "tool_calls": [
                {"id": "1", "name": old, "type": "function", "function": {"name": name}}
            ]},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "1", "name": name, "input": {"name": old}},
                {"type": "text", "text": old, "name": old},
                {"toolUse": {"toolUseId": "1", "name": name, "input": {}}},
                {"tool_use": {"name": name}}
            ]},
            {"role": "model", "content": old, "parts": [
                {"functionCall": {"name": name, "args": {"name": old}}},
                {"function_call": {"name": name}},
                {"functionResponse": {"name": name, "response": {"name": old}}},
                {"function_response": {"name": name}},
                {"text": old}
            ]},
            old,
            null
        ])
    };
    for key in ["messages", "contents", "input"] {
        let with = |name: &str, talk: Value| {
            let mut body = json!({"model": "m", "tools": [
                declared(Provider::OpenAi, &tool(name, parameters()))
            ]});
            body["tools"][0]["function"]["description"] = json!("d");
            body["messages"] = json!([]);
            body[key] = talk;
            body
        };
        let mut body = with("a b", talk("a b"));
        let report = mended(Provider::OpenAi, &mut body);
        assert_eq!(body, with("a_b", talk("a_b")), "{key}");
        let calls = report
            .changes
            .iter()
            .filter(|one| one.kind == ChangeKind::Renamed);
        assert_eq!(calls.count(), 15, "{key}: {report}");
        let beneath = format!("/{key}/10/parts/3/function_response/name");
        let last = report.changes.last().expect("a change");
        assert_eq!(
            (&*last.pointer, last.tool.as_deref()),
            (&*beneath, Some("a b"))
        );
        assert_eq!(last.reason, "a call of a tool that has another name now");
    }
}

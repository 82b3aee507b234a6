//! Responses with the types of `async-openai`.

use async_openai::types::responses::{CreateResponse, OutputItem, Tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
use toolcast::set::RequestOptions;
use toolcast::wire::ToolChoice;
use toolcast_async_openai::responses;

use super::{block_on, set};

#[test]
fn declarations_equal_the_rendered_texts() {
    let set = set();
    let tools = responses::tools(&set).unwrap();
    for (tool, text) in tools
        .iter()
        .zip(set.declarations(Provider::OpenAiResponses).unwrap())
    {
        let declared: Value = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_value(tool).unwrap(), declared);
        assert!(matches!(tool, Tool::Function(_)));
    }
    assert_eq!(tools.len(), 2);
}

#[test]
fn a_request_gets_tools_choice_and_flag() {
    for choice in [
        ToolChoice::Auto,
        ToolChoice::None,
        ToolChoice::Required,
        ToolChoice::Tool("add".into()),
        ToolChoice::AnyOf(vec!["add".into()]),
    ] {
        let mut request = CreateResponse::default();
        let options = RequestOptions::new()
            .tool_choice(choice.clone())
            .parallel_tool_calls(true);
        let _ = responses::extend(&set(), &mut request, &options).unwrap();
        let sent = serde_json::to_value(&request).unwrap();
        let mut plain = json!({});
        let _ = set()
            .extend_request_with(Provider::OpenAiResponses, &mut plain, &options)
            .unwrap();
        for key in ["tools", "tool_choice", "parallel_tool_calls"] {
            assert_eq!(sent[key], plain[key], "{choice:?}");
        }
    }
}

#[test]
fn a_whole_turn_goes_both_ways() {
    let output: Vec<OutputItem> = serde_json::from_value(json!([
        {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "I add.", "annotations": []}]},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "add", "arguments": "{\"a\":1,\"b\":2}", "status": "completed"}
    ]))
    .unwrap();
    let calls = responses::calls(&output);
    assert_eq!(calls, [ToolCall::new("call_1", "add", r#"{"a":1,"b":2}"#)]);
    let results = block_on(set().call_all(Provider::OpenAiResponses, calls));
    let items = responses::results(&results).unwrap();
    assert_eq!(
        serde_json::to_value(&items).unwrap(),
        json!([{"type": "function_call_output", "call_id": "call_1", "output": "3"}])
    );
}

#[test]
fn images_and_files_keep_their_kind() {
    let content = vec![
        Content::Text("seen".into()),
        Content::image("image/png", vec![1, 2, 3]),
        Content::file("application/pdf", "a.pdf", vec![4]),
    ];
    let results = ToolResults::from(vec![ToolResult::new(
        ToolCall::new("call_1", "add", "{}"),
        content,
    )]);
    let items = responses::results(&results).unwrap();
    let sent = serde_json::to_value(&items).unwrap();
    let told = Value::Array(results.to_messages(Provider::OpenAiResponses));
    assert_eq!(sent[0]["output"].as_array().unwrap().len(), 3, "{sent}");
    // The crate writes additional members, and leaves none out.
    for (part, told) in sent[0]["output"]
        .as_array()
        .unwrap()
        .iter()
        .zip(told[0]["output"].as_array().unwrap())
    {
        for (key, value) in told.as_object().unwrap() {
            assert_eq!(&part[key], value);
        }
    }
}

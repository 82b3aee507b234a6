//! Chat Completions with the types of `async-openai`.

use async_openai::types::chat::{
    ChatCompletionMessageToolCalls, ChatCompletionTools, CreateChatCompletionRequest,
    CreateChatCompletionResponse,
};
use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
use toolcast::set::{RequestOptions, SetError};
use toolcast::wire::ToolChoice;
use toolcast::{Provider, tool, toolset};
use toolcast_async_openai::{Error, chat};

use super::{block_on, set};

/// Those whose declarations are OpenAI's.
const ALIKE: &[Provider] = &[
    Provider::OpenAi,
    Provider::AzureOpenAi,
    Provider::XAi,
    Provider::DeepSeek,
    Provider::Groq,
    Provider::Mistral,
    Provider::Cohere,
    Provider::Ollama,
    Provider::Portable,
];

#[test]
fn declarations_equal_the_rendered_texts() {
    for provider in ALIKE {
        let tools = chat::tools(&set(), *provider).unwrap();
        let set = set();
        let texts = set.declarations(*provider).unwrap();
        assert_eq!(tools.len(), texts.len());
        for (tool, text) in tools.iter().zip(texts) {
            let declared: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_value(tool).unwrap(), declared, "{provider}");
        }
    }
}

#[test]
fn a_declaration_of_another_shape_is_an_error() {
    for provider in [
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Bedrock,
        Provider::Mcp,
    ] {
        let error = chat::tools(&set(), provider).unwrap_err();
        assert!(
            matches!(error, Error::NoPlace { .. }),
            "{provider}: {error}"
        );
    }
}

/// With a member that the types don't know.
#[tool(extra(OpenAi = r#"{"cache": true}"#))]
fn extra() {}

#[test]
fn members_unknown_to_the_types_are_errors() {
    let set = toolset![extra].build().unwrap();
    let error = chat::tools(&set, Provider::OpenAi).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("can't represent `function.cache`"),
        "{error}"
    );
    assert!(chat::tools(&set, Provider::Groq).is_ok());
}

fn request() -> CreateChatCompletionRequest {
    CreateChatCompletionRequest {
        model: "some-model".into(),
        ..CreateChatCompletionRequest::default()
    }
}

#[test]
fn a_request_gets_tools_choice_and_flag() {
    let mut request = request();
    let own = json!({"type": "function", "function": {"name": "own"}});
    request.tools = Some(vec![serde_json::from_value(own).unwrap()]);
    let options = RequestOptions::new()
        .tool_choice(ToolChoice::Tool("add".into()))
        .parallel_tool_calls(false);
    let _ = chat::extend(&set(), Provider::OpenAi, &mut request, &options).unwrap();
    let sent = serde_json::to_value(&request).unwrap();
    assert_eq!(sent["tools"].as_array().unwrap().len(), 3);
    assert_eq!(sent["tools"][0]["function"]["name"], "own");
    assert_eq!(
        sent["tool_choice"],
        json!({"type": "function", "function": {"name": "add"}})
    );
    assert_eq!(sent["parallel_tool_calls"], false);
    // Adding the same tools again changes nothing.
    let before = request.tools.clone();
    let _ = chat::extend(
        &set(),
        Provider::OpenAi,
        &mut request,
        &RequestOptions::new(),
    )
    .unwrap();
    assert_eq!(request.tools, before);
}

#[test]
fn an_inexpressible_choice_is_an_error_and_changes_nothing() {
    let mut one = request();
    let options = RequestOptions::new().tool_choice(ToolChoice::AnyOf(vec!["add".into()]));
    let result = chat::extend(&set(), Provider::OpenAi, &mut one, &options);
    // OpenAI expects an object where version 0.43 has a list.
    assert!(matches!(result, Err(Error::NoPlace { .. })), "{result:?}");
    assert_eq!(one, request());
    let unknown = RequestOptions::new().tool_choice(ToolChoice::Tool("nobody".into()));
    let error = chat::extend(&set(), Provider::OpenAi, &mut one, &unknown).unwrap_err();
    assert!(
        matches!(error, Error::Set(SetError::Request { .. })),
        "{error:?}"
    );
    let choice = RequestOptions::new().tool_choice(ToolChoice::Required);
    let _ = chat::extend(&set(), Provider::OpenAi, &mut one, &choice).unwrap();
    assert_eq!(
        serde_json::to_value(&one).unwrap()["tool_choice"],
        "required"
    );
}

#[test]
fn a_whole_turn_goes_both_ways() {
    let response: CreateChatCompletionResponse = serde_json::from_value(json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "m",
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": null, "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{\"a\":1,\"b\":20000000000000000}"}},
            {"id": "call_2", "type": "custom", "custom_tool": {"name": "own", "input": "x"}},
            {"id": "call_3", "type": "function", "function": {"name": "nobody", "arguments": "no JSON"}}
        ]}}]
    }))
    .unwrap();
    let message = &response.choices[0].message;
    let calls = chat::calls(message.tool_calls.iter().flatten());
    assert_eq!(
        calls.len(),
        2,
        "the program's own custom tool is left to it"
    );
    assert_eq!(calls[0].arguments, r#"{"a":1,"b":20000000000000000}"#);
    let results = block_on(set().call_all(Provider::OpenAi, calls));
    let messages = chat::results(&results, Provider::OpenAi).unwrap();
    let sent = serde_json::to_value(&messages).unwrap();
    assert_eq!(
        sent[0],
        json!({"role": "tool", "tool_call_id": "call_1", "content": "20000000000000001"})
    );
    assert_eq!(sent[1]["tool_call_id"], "call_3");
    assert!(
        sent[1]["content"]
            .as_str()
            .unwrap()
            .starts_with("Error: unknown tool `nobody`")
    );
}

#[test]
fn results_are_messages_for_every_compatible_host() {
    for provider in [
        Provider::OpenAi,
        Provider::AzureOpenAi,
        Provider::XAi,
        Provider::DeepSeek,
        Provider::Groq,
        Provider::Portable,
    ] {
        let content = vec![Content::Text("a".into()), Content::Json("[1]".into())];
        let results = ToolResults::from(vec![ToolResult::new(
            ToolCall::new("call_1", "add", "{}"),
            content,
        )]);
        let messages = chat::results(&results, provider).unwrap();
        let told = results.to_messages(provider);
        assert_eq!(
            serde_json::to_value(&messages).unwrap(),
            Value::Array(told),
            "{provider}"
        );
    }
}

/// Their own APIs name the tool, cite documents, or have no ids.
#[test]
fn a_result_in_another_format_is_an_error() {
    let content = vec![Content::Json(r#"{"a":1}"#.into())];
    let result = ToolResult::new(ToolCall::new("call_1", "add", "{}"), content);
    let results = ToolResults::from(vec![result]);
    for provider in [Provider::Mistral, Provider::Cohere, Provider::Ollama] {
        let result = chat::results(&results, provider);
        assert!(
            matches!(result, Err(Error::NoPlace { .. })),
            "{provider}: {result:?}"
        );
    }
    assert!(chat::results(&results, Provider::Portable).is_ok());
}

#[test]
fn the_types_of_tools_are_those_of_the_crate() {
    let tools = chat::tools(&set(), Provider::OpenAi).unwrap();
    let ChatCompletionTools::Function(tool) = &tools[1] else {
        panic!("{tools:?}");
    };
    assert_eq!(tool.function.name, "add");
    assert_eq!(tool.function.strict, Some(true));
    let none: Vec<ChatCompletionMessageToolCalls> = Vec::new();
    assert!(chat::calls(&none).is_empty());
}

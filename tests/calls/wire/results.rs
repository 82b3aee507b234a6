//! Call results as messages.

use std::collections::BTreeMap;

use futures_executor::block_on;
use serde::Serialize;
use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall, ToolError, ToolResult, ToolResults};
use toolcast::wire::result_steps;
use toolcast::{Provider, ToolSchema, tool, toolset};

use super::shapes::providers;

fn results() -> ToolResults {
    let text = ToolResult::new(
        ToolCall::new("call_1", "alpha", "{}"),
        vec![Content::Text("18C".into())],
    );
    let object = ToolResult::new(
        ToolCall::new("call_2", "beta", "{}"),
        vec![Content::Json(r#"{"at":1}"#.into())],
    );
    let mut failed = ToolResult::new(
        ToolCall::new("call_3", "gamma", "{}"),
        vec![Content::Text("no such city".into())],
    );
    failed.error = Some(ToolError::Failed("no such city".into()));
    ToolResults::from(vec![text, object, failed])
}

/// Results with several possible forms, or with content that text can't hold unchanged.
fn odd_results() -> Vec<ToolResult> {
    let bytes = || vec![1, 2, 3];
    let contents = [
        vec![],
        vec![Content::Text(String::new())],
        vec![Content::Text("a \"b\"\n\\ \u{1}\u{1f600}".into())],
        vec![Content::Json("{}".into())],
        vec![Content::Json("null".into())],
        vec![Content::Json("[1,2]".into())],
        vec![Content::Json(r#"{"a":18446744073709551616}"#.into())],
        vec![Content::Json(r#"{"a":2.50,"b":"\u00e4\n"}"#.into())],
        vec![Content::Json("{\n \"a\": 1e3}".into())],
        vec![Content::Json(r#"{"a":1,"a":2}"#.into())],
        vec![Content::Json("no JSON".into())],
        vec![Content::Json(format!(
            r#"{{"a":{}{}}}"#,
            "[".repeat(126),
            "]".repeat(126)
        ))],
        vec![
            Content::Text("one".into()),
            Content::Json(r#"{"a":1}"#.into()),
        ],
        vec![
            Content::image("image/png", bytes()),
            Content::audio("audio/wav", bytes()),
            Content::file("text/csv", "a b", bytes()),
        ],
    ];
    let ids = [
        "call_1",
        "made_0123456789abcdef",
        "an id\" of more than sixty-four characters, with blanks and quotes",
    ];
    let mut results = Vec::new();
    for content in contents {
        for failed in [false, true] {
            let id = ids[results.len() % ids.len()];
            let mut result = ToolResult::new(ToolCall::new(id, "a.\"b\"", "{}"), content.clone());
            result.error = failed.then(|| ToolError::Failed("it failed".into()));
            results.push(result);
        }
    }
    results
}

/// Texts of a tree, one line each.
fn read(texts: &[String]) -> Vec<Value> {
    let read = |text: &String| {
        assert!(!text.contains(['\n', '\r']), "{text}");
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    texts.iter().map(read).collect()
}

#[test]
fn messages_as_text_equal_messages_as_values() {
    let odd = odd_results();
    for &provider in Provider::ALL {
        for result in &odd {
            let texts = result.to_message_texts(provider);
            assert_eq!(read(&texts), result.to_messages(provider), "{provider}");
        }
    }
    let all = odd.into_iter().take(20).collect::<ToolResults>();
    for &provider in Provider::ALL {
        assert_eq!(
            read(&all.to_message_texts(provider)),
            all.to_messages(provider),
            "{provider}"
        );
        assert!(ToolResults::default().to_message_texts(provider).is_empty());
    }
}

#[test]
fn results_are_grouped_and_flagged_as_each_provider_wants() {
    let chat = json!([
        {"role": "tool", "tool_call_id": "call_1", "content": "18C"},
        {"role": "tool", "tool_call_id": "call_2", "content": r#"{"at":1}"#},
        {"role": "tool", "tool_call_id": "call_3", "content": "Error: no such city"},
    ]);
    let gemini = |ids: bool| {
        let mut content = json!([{"role": "user", "parts": [
            {"functionResponse": {"name": "alpha", "response": {"output": "18C"}}},
            {"functionResponse": {"name": "beta", "response": {"output": {"at": 1}}}},
            {"functionResponse": {"name": "gamma", "response": {"error": "no such city"}}},
        ]}]);
        if ids {
            for i in 0..3 {
                content[0]["parts"][i]["functionResponse"]["id"] = json!(format!("call_{}", i + 1));
            }
        }
        content
    };
    for &provider in Provider::ALL {
        let expected = match provider {
            Provider::OpenAiResponses => json!([
                {"type": "function_call_output", "call_id": "call_1", "output": "18C"},
                {"type": "function_call_output", "call_id": "call_2", "output": r#"{"at":1}"#},
                {"type": "function_call_output", "call_id": "call_3", "output": "Error: no such city"},
            ]),
            Provider::Anthropic => json!([{"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "call_1", "content": "18C"},
                {"type": "tool_result", "tool_use_id": "call_2", "content": r#"{"at":1}"#},
                {"type": "tool_result", "tool_use_id": "call_3", "content": "no such city", "is_error": true},
            ]}]),
            Provider::Gemini | Provider::GeminiJsonSchema => gemini(true),
            Provider::Vertex => gemini(false),
            Provider::Bedrock => json!([{"role": "user", "content": [
                {"toolResult": {"toolUseId": "call_1", "content": [{"text": "18C"}], "status": "success"}},
                {"toolResult": {"toolUseId": "call_2", "content": [{"json": {"at": 1}}], "status": "success"}},
                {"toolResult": {"toolUseId": "call_3", "content": [{"text": "no such city"}], "status": "error"}},
            ]}]),
            Provider::Mistral => {
                let mut messages = chat.clone();
                for (i, name) in ["alpha", "beta", "gamma"].into_iter().enumerate() {
                    let message = &mut messages[i];
                    message["name"] = json!(name);
                    let id = message["tool_call_id"].take();
                    assert_ne!(id, Value::Null);
                }
                messages
            }
            Provider::Cohere => json!([
                {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "18C"}]},
                {"role": "tool", "tool_call_id": "call_2", "content": [{"type": "document", "document": {"data": {"at": 1}}}]},
                {"role": "tool", "tool_call_id": "call_3", "content": [{"type": "text", "text": "Error: no such city"}]},
            ]),
            Provider::Ollama => json!([
                {"role": "tool", "tool_name": "alpha", "tool_call_id": "call_1", "content": "18C"},
                {"role": "tool", "tool_name": "beta", "tool_call_id": "call_2", "content": r#"{"at":1}"#},
                {"role": "tool", "tool_name": "gamma", "tool_call_id": "call_3", "content": "Error: no such city"},
            ]),
            Provider::Mcp => json!([
                {"resultType": "complete", "content": [{"type": "text", "text": "18C"}], "isError": false},
                {"resultType": "complete", "content": [{"type": "text", "text": r#"{"at":1}"#}], "structuredContent": {"at": 1}, "isError": false},
                {"resultType": "complete", "content": [{"type": "text", "text": "no such city"}], "isError": true},
            ]),
            _ => chat.clone(),
        };
        let mut messages = json!(results().to_messages(provider));
        if provider == Provider::Mistral {
            for message in messages.as_array_mut().expect("a list") {
                let id = message["tool_call_id"].take();
                let id = id.as_str().expect("an id");
                assert!(
                    id.len() == 9 && id.chars().all(|c| c.is_ascii_alphanumeric()),
                    "{id}"
                );
            }
        }
        assert_eq!(messages, expected, "{provider}");
        assert_eq!(results()[0].to_messages(provider).len(), 1);
        assert!(ToolResults::default().to_messages(provider).is_empty());
    }
}

#[test]
fn interactions_get_steps() {
    assert_eq!(
        json!(result_steps(&results())),
        json!([
            {"type": "function_result", "call_id": "call_1", "name": "alpha", "result": "18C", "is_error": false},
            {"type": "function_result", "call_id": "call_2", "name": "beta", "result": {"at": 1}, "is_error": false},
            {"type": "function_result", "call_id": "call_3", "name": "gamma", "result": "no such city", "is_error": true},
        ])
    );
}

/// Media that the provider accepts are sent, others are described in text. Nothing is dropped
/// silently.
#[test]
fn media_in_results_are_sent_or_described() {
    let png = Content::image("image/png", vec![1, 2, 3]);
    let pdf = Content::file("application/pdf", "plan.pdf", vec![4, 5, 6]);
    let wav = Content::audio("audio/wav", vec![7, 8, 9]);
    let takes = |provider: Provider| match provider {
        Provider::OpenAiResponses | Provider::Anthropic | Provider::Bedrock => (true, true, false),
        Provider::Mcp => (true, true, true),
        _ => (false, false, false),
    };
    for provider in providers() {
        let content = vec![
            Content::Text("see".into()),
            png.clone(),
            pdf.clone(),
            wav.clone(),
        ];
        let result = ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), content);
        let text = json!(result.to_messages(provider)).to_string();
        let (image, file, audio) = takes(provider);
        for (taken, data, note) in [
            (image, "AQID", "[image of type image/png, 3 bytes: left out"),
            (
                file,
                "BAUG",
                "[file `plan.pdf` of type application/pdf, 3 bytes: left out",
            ),
            (audio, "BwgJ", "[audio of type audio/wav, 3 bytes: left out"),
        ] {
            assert_eq!(text.contains(data), taken, "{provider}: {text}");
            assert_eq!(text.contains(note), !taken, "{provider}: {text}");
        }
    }
}

/// Anthropic: "all content must be type `text` if `is_error` is true".
#[test]
fn an_error_with_media_is_an_answer_that_begins_with_a_prefix() {
    let png = || Content::image("image/png", vec![1, 2, 3]);
    let wav = Content::audio("audio/wav", vec![1]);
    let failed = |content| {
        let mut result = ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), content);
        result.error = Some(ToolError::Failed("no".into()));
        result
    };
    let text = |text: &str| json!({"type": "text", "text": text});
    for (content, texts) in [
        (vec![Content::Text("no".into()), png()], "Error: no"),
        (vec![png()], "Error: "),
    ] {
        let result = failed(content);
        let block = &result.to_messages(Provider::Anthropic)[0]["content"][0];
        assert_eq!(block.get("is_error"), None);
        assert_eq!(block["content"][0], text(texts));
        assert_eq!(block["content"][1]["type"], "image");
        let block = &result.to_messages(Provider::Bedrock)[0]["content"][0]["toolResult"];
        assert_eq!(block["status"], "success");
        assert_eq!(block["content"][0], json!({ "text": texts }));
        assert!(block["content"][1].get("image").is_some());
        let output = &result.to_messages(Provider::OpenAiResponses)[0]["output"];
        assert_eq!(output[0], json!({"type": "input_text", "text": texts}));
    }
    // A text in place of media leaves the flag.
    let result = failed(vec![Content::Text("no".into()), wav]);
    let block = &result.to_messages(Provider::Anthropic)[0]["content"][0];
    assert_eq!(block["is_error"], true);
    assert_eq!(block["content"][0], text("no"));
}

#[test]
fn media_have_each_providers_shape() {
    let result = |content| ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), vec![content]);
    let png = || result(Content::image("image/png", vec![1, 2, 3]));
    let one = |provider: Provider| png().to_messages(provider).remove(0);
    assert_eq!(
        one(Provider::Anthropic)["content"][0]["content"],
        json!([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AQID"}}])
    );
    assert_eq!(
        one(Provider::OpenAiResponses)["output"],
        json!([{"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,AQID"}])
    );
    assert_eq!(
        one(Provider::Bedrock)["content"][0]["toolResult"]["content"],
        json!([{"image": {"format": "png", "source": {"bytes": "AQID"}}}])
    );
    assert_eq!(
        one(Provider::Mcp)["content"],
        json!([{"type": "image", "data": "AQID", "mimeType": "image/png"}])
    );
}

/// Media types ignore case, and a parameter doesn't make another type of it.
#[test]
fn media_types_are_recognised_in_any_spelling() {
    let of = |media_type: &str| {
        let image = Content::image(media_type, b"\x89PNG");
        ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), vec![image])
    };
    for provider in providers() {
        let expected = of("image/png").to_messages(provider);
        for spelling in ["Image/PNG", "image/png;x=1", "image/png ; charset=binary"] {
            assert_eq!(of(spelling).to_messages(provider), expected, "{provider}");
        }
    }
    let file = |media_type: &str| {
        let file = Content::file(media_type, "a", b"a");
        let result = ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), vec![file]);
        json!(result.to_messages(Provider::Anthropic)).to_string()
    };
    for (spelling, expected) in [
        ("text/plain; charset=UTF-8", "text/plain"),
        ("text/plain;charset=\"utf-8\"", "text/plain"),
        ("application/pdf; name=a.pdf", "application/pdf"),
    ] {
        assert_eq!(file(spelling), file(expected));
        assert!(file(spelling).contains(expected));
    }
    assert!(file("text/plain; charset=utf-16").contains("charset=utf-16"));
}

/// A tree has no room for more digits, so such a value goes as text.
#[test]
fn numbers_keep_all_their_digits() {
    let json = r#"{"n":123456789012345678901234567890}"#;
    for provider in providers() {
        let content = vec![Content::Json(json.into())];
        let result = ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), content);
        let text = json!(result.to_messages(provider)).to_string();
        assert!(
            text.contains("123456789012345678901234567890"),
            "{provider}: {text}"
        );
    }
}

/// A result without content is taken by all, too.
#[test]
fn a_result_may_be_empty() {
    for provider in providers() {
        for failed in [false, true] {
            let mut result = ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), vec![]);
            if failed {
                result.error = Some(ToolError::Cancelled);
            }
            let messages = result.to_messages(provider);
            assert_eq!(messages.len(), 1, "{provider}");
            if provider == Provider::Bedrock {
                let content = &messages[0]["content"][0]["toolResult"]["content"];
                assert_eq!(content.as_array().map(Vec::len), Some(1));
            }
        }
    }
}

/// Anthropic rejects an error with empty content, and Bedrock rejects any result with empty
/// content.
#[test]
fn an_error_without_a_text_gets_one() {
    let empty = || Content::Text(String::new());
    for content in [vec![], vec![empty()], vec![empty(), empty()]] {
        let mut result = ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), content);
        result.error = Some(ToolError::Failed("".into()));
        let said = result.to_messages(Provider::Anthropic);
        let expected = json!({"type": "tool_result", "tool_use_id": "call_1", "content": "(nothing)", "is_error": true});
        assert_eq!(said[0]["content"][0], expected);
        let said = result.to_messages(Provider::Bedrock);
        let content = &said[0]["content"][0]["toolResult"]["content"];
        assert_eq!(*content, json!([{"text": "(nothing)"}]));
    }
}

/// An id that was made up is not sent where ids may be left out.
#[test]
fn generated_ids_are_not_sent_to_providers_without_ids() {
    let response =
        json!({"candidates": [{"content": {"parts": [{"functionCall": {"name": "alpha"}}]}}]})
            .to_string();
    let calls = Provider::Gemini.parse_calls(&response).expect("a response");
    for provider in [Provider::Gemini, Provider::Vertex, Provider::Ollama] {
        let result = ToolResult::new(calls[0].clone(), vec![Content::Text("18C".into())]);
        let text = json!(result.to_messages(provider)).to_string();
        assert!(!text.contains("made_"), "{provider}: {text}");
    }
}

#[derive(Serialize, ToolSchema)]
#[serde(tag = "kind")]
enum Found {
    One { at: u8 },
    Nothing,
}

#[derive(Serialize, ToolSchema)]
struct Place {
    at: u8,
}

#[tool(output)]
fn list() -> Vec<u8> {
    vec![1, 2]
}

#[tool(output)]
fn word() -> String {
    "18 \"C\"".to_owned()
}

#[tool(output)]
fn number() -> f64 {
    2.5
}

#[tool(output)]
fn absent() -> Option<u8> {
    None
}

#[tool(output)]
fn names() -> BTreeMap<String, u8> {
    BTreeMap::from([("a".to_owned(), 1)])
}

#[tool(output)]
fn found(one: bool) -> Found {
    if one {
        Found::One { at: 3 }
    } else {
        Found::Nothing
    }
}

#[tool(output)]
fn place() -> Place {
    Place { at: 3 }
}

#[tool(output)]
fn failing(here: Option<u8>) -> Result<Vec<u8>, String> {
    here.map(|one| vec![one]).ok_or("no list".to_owned())
}

/// A result for MCP has the structured content that its output schema declares.
#[test]
fn structured_content_fits_the_output_schema() {
    let tools = toolset![list, word, number, absent, names, found, place, failing];
    let set = tools.build().expect("a set");
    for (name, arguments, data) in [
        ("list", "{}", json!({"value": [1, 2]})),
        ("word", "{}", json!({"value": "18 \"C\""})),
        ("number", "{}", json!({"value": 2.5})),
        ("absent", "{}", json!({"value": null})),
        ("names", "{}", json!({"value": {"a": 1}})),
        (
            "found",
            r#"{"one":true}"#,
            json!({"value": {"kind": "One", "at": 3}}),
        ),
        (
            "found",
            r#"{"one":false}"#,
            json!({"value": {"kind": "Nothing"}}),
        ),
        ("place", "{}", json!({"at": 3})),
        ("failing", "{}", Value::Null),
    ] {
        let call = ToolCall::new("call_1", name, arguments);
        let result = block_on(set.call(Provider::Mcp, call));
        let declared = set
            .get(name)
            .and_then(|tool| tool.schema_for(Provider::Mcp));
        let declared: Value = serde_json::from_str(declared.expect("a declaration")).expect("JSON");
        let schema = &declared["outputSchema"];
        let messages = result.to_messages(Provider::Mcp);
        let found = &messages[0]["structuredContent"];
        assert_eq!(found, &data, "{name}: {schema}");
        assert!(
            result.is_error() || jsonschema::is_valid(schema, found),
            "{found} for {schema}"
        );
        let texts = result.to_message_texts(Provider::Mcp);
        assert_eq!(
            serde_json::from_str::<Value>(&texts[0]).ok().as_ref(),
            Some(&messages[0])
        );
    }
}

#[test]
fn a_result_for_the_mcp_server_is_the_message_of_mcp() {
    let call = || ToolCall::new("1", "t", "{}");
    let contents = [
        vec![Content::Text("a".into())],
        vec![
            Content::Json(r#"{"a":1}"#.into()),
            Content::Text("b".into()),
        ],
        vec![Content::image("image/png", vec![1, 2])],
    ];
    for content in contents {
        let result = ToolResult::new(call(), content);
        let written = toolcast::integration::mcp_result(&result);
        assert_eq!([written], result.to_messages(Provider::Mcp).as_slice());
    }
}

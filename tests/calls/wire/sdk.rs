//! Messages in the form of the types of the providers' own packages, which
//! docs/conformance/formats.md names.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::wire::{
    FinishReason, Media, Message, Part, ToolResultMessage, Turn, WireError, read_messages,
    write_messages,
};

pub(super) fn streamed(provider: Provider, events: &[Value]) -> Result<Turn, WireError> {
    let mut stream = provider.stream()?;
    for event in events {
        stream.push_event(&event.to_string())?;
    }
    stream.finish()
}

/// An answer of one part.
fn answer(content: Content) -> ToolResult {
    ToolResult::new(ToolCall::new("call_1", "alpha", "{}"), vec![content])
}

pub(super) fn image(media_type: &str) -> Content {
    Content::image(media_type, vec![1, 2, 3])
}

pub(super) fn file(media_type: &str, name: &str, data: &[u8]) -> Content {
    Content::file(media_type, name, data)
}

/// `ToolUseBlock.type`: the provider calls and answers such a tool itself.
#[test]
fn calls_of_bedrock_s_own_tools_are_ignored() {
    let own = json!({"toolUseId": "t2", "name": "nova_grounding", "type": "server_tool_use"});
    let result = json!({"toolUseId": "t2", "type": "nova_grounding_result", "status": "success"});
    let events = [
        json!({"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": own}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"toolUse": {"input": "{}"}}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 0}}),
        json!({"contentBlockStart": {"contentBlockIndex": 1, "start": {"toolResult": result}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"toolResult": [{"text": "found"}]}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 1}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 2, "delta": {"text": ""}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 2}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 3, "delta": {"text": "It is."}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 3}}),
        json!({"messageStop": {"stopReason": "end_turn"}}),
    ];
    let content = json!([
        {"toolUse": {"toolUseId": "t2", "name": "nova_grounding", "type": "server_tool_use", "input": {}}},
        {"toolResult": {"toolUseId": "t2", "type": "nova_grounding_result", "status": "success", "content": [{"text": "found"}]}},
        {"text": "It is."},
    ]);
    let whole = json!({"output": {"message": {"role": "assistant", "content": content}}, "stopReason": "end_turn"});
    let whole = Provider::Bedrock.parse_turn(&whole.to_string());
    for turn in [whole, streamed(Provider::Bedrock, &events)] {
        let turn = turn.expect("a turn");
        assert_eq!(turn.calls, []);
        assert_eq!(
            (turn.text.as_str(), turn.finish_reason),
            ("It is.", FinishReason::Stop)
        );
        assert_eq!(turn.messages[0]["content"], content);
    }
    let cited = json!({"output": {"message": {"content": [{"citationsContent": {"content": [{"text": "so"}]}}]}}});
    let cited = Provider::Bedrock.parse_turn(&cited.to_string());
    assert_eq!(cited.expect("a turn").text, "so");
}

/// Thoughts and words keep their order, so that the message may go back.
#[test]
fn content_in_blocks_keeps_its_order() {
    let chunk = |content: Value, finish: Option<&str>| json!({"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]});
    let thought = json!([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]);
    let turn = streamed(
        Provider::Mistral,
        &[
            chunk(json!(""), None),
            chunk(thought.clone(), None),
            chunk(json!("I"), None),
            chunk(json!(" see"), Some("stop")),
        ],
    )
    .expect("a stream");
    assert_eq!(turn.text, "I see");
    let content = json!([thought[0], {"type": "text", "text": "I see"}]);
    assert_eq!(turn.messages[0]["content"], content);

    let cohere = |kind: &str, content: Value| json!({"type": kind, "index": 0, "delta": {"message": {"content": content}}});
    let turn = streamed(
        Provider::Cohere,
        &[
            cohere("content-start", json!({"type": "thinking", "thinking": ""})),
            cohere("content-delta", json!({"thinking": "hm"})),
            cohere("content-start", json!({"type": "text", "text": ""})),
            cohere("content-delta", json!({"text": "I"})),
            cohere("content-delta", json!({"text": " see"})),
            json!({"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}),
        ],
    )
    .expect("a stream");
    assert_eq!(turn.text, "I see");
    let content =
        json!([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "I see"}]);
    assert_eq!(turn.messages[0]["content"], content);
}

#[test]
fn errors_are_read_from_the_place_of_groq() {
    let event =
        json!({"choices": [{"index": 0, "delta": {}}], "x_groq": {"id": "r", "error": "boom"}});
    let error = streamed(Provider::Groq, &[event]).expect_err("an error");
    assert!(matches!(error, WireError::Api { .. }), "{error}");
    assert!(error.to_string().contains("boom"), "{error}");
}

#[test]
fn every_finish_reason_of_the_sdks_is_known() {
    let chat =
        |word: &str| json!({"choices": [{"message": {"content": "a"}, "finish_reason": word}]});
    let gemini = |word: &str| json!({"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": word}]});
    for (provider, response, finish) in [
        (
            Provider::Mistral,
            chat("model_length"),
            FinishReason::Length,
        ),
        (
            Provider::Anthropic,
            json!({"content": [], "stop_reason": "model_context_window_exceeded"}),
            FinishReason::Length,
        ),
        (
            Provider::Bedrock,
            json!({"output": {"message": {"content": []}}, "stopReason": "model_context_window_exceeded"}),
            FinishReason::Length,
        ),
        (
            Provider::Gemini,
            gemini("IMAGE_SAFETY"),
            FinishReason::Refused,
        ),
        (
            Provider::Vertex,
            gemini("MODEL_ARMOR"),
            FinishReason::Refused,
        ),
    ] {
        let turn = provider.parse_turn(&response.to_string());
        assert_eq!(
            turn.expect("a response").finish_reason,
            finish,
            "{provider}"
        );
    }
}

/// A media type that is not in the provider's list fails the whole request.
#[test]
fn images_of_other_types_are_left_out() {
    for &provider in Provider::ALL {
        let text = json!(answer(image("image/svg+xml")).to_messages(provider)).to_string();
        assert_eq!(
            text.contains("left out"),
            provider != Provider::Mcp,
            "{provider}: {text}"
        );
    }
    for to in [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::Anthropic,
        Provider::Mistral,
    ] {
        for media in [
            Media::from_base64("image/svg+xml", "", "AQID"),
            Media::at_url("image/svg+xml", "", "https://example.com/a.svg"),
        ] {
            let message = Message::User(vec![Part::Media(media)]);
            let said = write_messages(&[message], to).expect("said");
            assert_eq!(said.losses.len(), 1, "{to}");
        }
    }
}

#[test]
fn files_are_sent_in_the_provider_s_own_parts() {
    let plain = answer(file("text/plain", "a.txt", b"hello")).to_messages(Provider::Anthropic);
    assert_eq!(
        plain[0]["content"][0]["content"],
        json!([{"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "hello"}, "title": "a.txt"}])
    );
    let binary = answer(file("text/plain", "", &[0xff])).to_messages(Provider::Anthropic);
    assert_eq!(binary[0]["content"][0]["content"][0]["type"], "text");

    let pdf = Part::file_at("application/pdf", "", "https://example.com/a.pdf");
    let pdf = Message::User(vec![pdf]);
    let said = write_messages(std::slice::from_ref(&pdf), Provider::OpenAiResponses).expect("said");
    assert_eq!(
        said.messages[0]["content"],
        json!([{"type": "input_file", "file_url": "https://example.com/a.pdf"}])
    );
    let (heard, lost) = read_messages(&said.messages, Provider::OpenAiResponses).expect("heard");
    assert_eq!((heard, lost.len()), (vec![pdf], 0));

    let named =
        answer(file("application/pdf", &"n".repeat(1000), &[1])).to_messages(Provider::Bedrock);
    let name = &named[0]["content"][0]["toolResult"]["content"][0]["document"]["name"];
    assert_eq!(name.as_str().map(str::len), Some(190));
}

#[test]
fn a_resource_has_an_address_without_spaces() {
    let name = "Zürich 100% (1).pdf";
    let result = answer(file("application/pdf", name, &[1, 2, 3]));
    let said = result.to_messages(Provider::Mcp);
    assert_eq!(
        said[0]["content"][0]["resource"]["uri"],
        "file:///Z%C3%BCrich%20100%25%20%281%29.pdf"
    );
    let call = json!({"jsonrpc": "2.0", "id": "call_1", "method": "tools/call", "params": {"name": "alpha", "arguments": {}}});
    for (uri, expected) in [
        (said[0]["content"][0]["resource"]["uri"].clone(), name),
        (json!("file:///100%"), "100%"),
        (json!("file:///%ff"), "file:///%ff"),
    ] {
        let mut result = said[0].clone();
        result["content"][0]["resource"]["uri"] = uri;
        let (messages, _) = read_messages(&[call.clone(), result], Provider::Mcp).expect("heard");
        let Some(Message::Results(results)) = messages.last() else {
            panic!("{messages:?}");
        };
        let [Part::Media(media)] = &results[0].parts[..] else {
            panic!("{results:?}");
        };
        assert_eq!(media.name, expected);
    }
}

/// Cohere's blocks: JSON objects are documents, all else is text, and both are read back.
#[test]
fn cohere_s_documents_are_objects() {
    let mut failed = answer(Content::Json(r#"{"at":1}"#.into()));
    failed.error = Some(ToolError::Failed("no".into()));
    let said = failed.to_messages(Provider::Cohere);
    assert_eq!(
        said[0]["content"],
        json!([{"type": "text", "text": "Error: {\"at\":1}"}])
    );
    let empty = answer(Content::Json("{}".into())).to_messages(Provider::Cohere);
    assert_eq!(empty[0]["content"], json!([{"type": "text", "text": "{}"}]));
    let call = json!({"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "alpha", "arguments": "{}"}}]});
    let result = ToolResultMessage::new("call_1", "alpha", vec![Part::Json(r#"{"at":1}"#.into())]);
    let said = write_messages(&[Message::Results(vec![result.clone()])], Provider::Cohere);
    let said = said.expect("said").messages.remove(0);
    let (heard, _) = read_messages(&[call, said], Provider::Cohere).expect("heard");
    assert_eq!(heard.last(), Some(&Message::Results(vec![result])));
}

/// Mistral's audio is a string, OpenAI's is an object.
#[test]
fn audio_as_a_string_is_listed_as_lost() {
    let message =
        json!({"role": "user", "content": [{"type": "input_audio", "input_audio": "AQID"}]});
    let (_, lost) = read_messages(&[message], Provider::Mistral).expect("heard");
    assert_eq!(lost.len(), 1);
}

//! Converse with the types of `aws-sdk-bedrockruntime`.

use aws_sdk_bedrockruntime::primitives::Blob;
use aws_sdk_bedrockruntime::types::{
    ContentBlock, ConversationRole, DocumentBlock, DocumentFormat, DocumentSource, ImageSource,
    Message, Tool, ToolChoice as SdkChoice, ToolConfiguration, ToolResultContentBlock,
    ToolResultStatus, ToolUseBlock, ToolUseType,
};
use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
use toolcast::set::RequestOptions;
use toolcast::wire::ToolChoice;
use toolcast::{Provider, ToolSet, tool, toolset};
use toolcast_bedrock::{self as bedrock, Error};

use super::{block_on, set};

fn config_of(set: &ToolSet) -> ToolConfiguration {
    let config = bedrock::tool_config(set, &RequestOptions::new());
    config.unwrap().unwrap()
}

#[test]
fn a_set_without_tools_has_no_configuration() {
    let none = set().filter(|_| false);
    for options in [
        RequestOptions::new(),
        RequestOptions::new().cache_tools(true),
    ] {
        assert_eq!(bedrock::tool_config(&none, &options).unwrap(), None);
    }
}

#[test]
fn a_cache_mark_is_after_the_tools() {
    let options = RequestOptions::new().cache_tools(true);
    let config = bedrock::tool_config(&set(), &options).unwrap().unwrap();
    let marks = config
        .tools()
        .iter()
        .filter_map(|tool| tool.as_cache_point().ok());
    assert_eq!(
        marks.map(|mark| mark.r#type().as_str()).collect::<Vec<_>>(),
        ["default"]
    );
    assert_eq!(config.tools().len(), 3);
}

#[test]
fn a_json_value_becomes_a_document_and_the_same_value_again() {
    for value in [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1.5),
        json!(2.0),
        json!(-1e300),
        json!("é\u{0}\"\\"),
        json!([[], {}, [1, "a", null]]),
        json!({"": {"a": [1, {"b": 2.5}]}, "z": null}),
    ] {
        assert_eq!(bedrock::value(&bedrock::document(&value)), value);
    }
}

#[test]
fn declarations_equal_the_rendered_texts() {
    let set = set();
    let config = config_of(&set);
    assert!(config.tool_choice().is_none());
    assert_eq!(config.tools().len(), 2);
    for (tool, text) in config
        .tools()
        .iter()
        .zip(set.declarations(Provider::Bedrock).unwrap())
    {
        let declared: Value = serde_json::from_str(text).unwrap();
        let Tool::ToolSpec(spec) = tool else {
            panic!("{tool:?}");
        };
        let schema = spec.input_schema().unwrap().as_json().unwrap();
        let mut said = json!({
            "name": spec.name(),
            "description": spec.description(),
            "inputSchema": {"json": bedrock::value(schema)}
        });
        if let Some(strict) = spec.strict() {
            said["strict"] = json!(strict);
        }
        assert_eq!(json!({"toolSpec": said}), declared);
    }
}

/// In strict mode, because it requests it.
#[tool(strict(Bedrock))]
fn strict(a: i64) -> i64 {
    a
}

/// With a member that the types don't know.
#[tool(extra(Bedrock = r#"{"cache": true}"#))]
fn extra() {}

#[test]
fn strict_mode_is_sent_and_unknown_members_are_errors() {
    let set = toolset![strict].build().unwrap();
    let config = config_of(&set);
    assert_eq!(
        config.tools()[0].as_tool_spec().unwrap().strict(),
        Some(true)
    );
    let set = toolset![extra].build().unwrap();
    let error = bedrock::tool_config(&set, &RequestOptions::new()).unwrap_err();
    assert!(
        error.to_string().ends_with("can't represent `cache`"),
        "{error}"
    );
}

#[test]
fn every_choice_of_bedrock_is_sent() {
    let choose = |choice| {
        let options = RequestOptions::new().tool_choice(choice);
        bedrock::tool_config(&set(), &options).map(Option::unwrap)
    };
    let told = |choice| choose(choice).unwrap().tool_choice().unwrap().clone();
    assert!(matches!(told(ToolChoice::Auto), SdkChoice::Auto(_)));
    assert!(matches!(told(ToolChoice::Required), SdkChoice::Any(_)));
    assert_eq!(
        told(ToolChoice::Tool("add".into()))
            .as_tool()
            .unwrap()
            .name(),
        "add"
    );
    let some = choose(ToolChoice::AnyOf(vec!["add".into()])).unwrap();
    assert_eq!(some.tools().len(), 1);
    assert!(matches!(choose(ToolChoice::None), Err(Error::Set(_))));
}

fn tool_use(id: &str, name: &str, input: &Value) -> ToolUseBlock {
    ToolUseBlock::builder()
        .tool_use_id(id)
        .name(name)
        .input(bedrock::document(input))
        .build()
        .unwrap()
}

#[test]
fn a_whole_turn_goes_both_ways() {
    let own = ToolUseBlock::builder()
        .tool_use_id("t3")
        .name("search")
        .input(bedrock::document(&json!({})))
        .r#type(ToolUseType::ServerToolUse)
        .build()
        .unwrap();
    let message = Message::builder()
        .role(ConversationRole::Assistant)
        .content(ContentBlock::Text("I look.".into()))
        .content(ContentBlock::ToolUse(tool_use("t1", "add", &json!({"a": 1, "b": -2}))))
        .content(ContentBlock::ToolUse(tool_use(
            "t2",
            "hotels",
            &json!({"place": {"lat": 59.9, "lon": 10.7}, "order": "near", "tags": ["closed"], "scores": {}}),
        )))
        .content(ContentBlock::ToolUse(own))
        .build()
        .unwrap();
    let calls = bedrock::calls(message.content());
    assert_eq!(calls.len(), 2);
    assert_eq!(calls[0], ToolCall::new("t1", "add", r#"{"a":1,"b":-2}"#));
    let results = block_on(set().call_all(Provider::Bedrock, calls));
    let messages = bedrock::results(&results, &[]).unwrap();
    let [message] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    assert_eq!(message.role(), &ConversationRole::User);
    let blocks: Vec<_> = message
        .content()
        .iter()
        .map(|block| block.as_tool_result().unwrap())
        .collect();
    assert_eq!(blocks[0].tool_use_id(), "t1");
    // A value that isn't an object becomes text.
    assert_eq!(
        blocks[0].content(),
        [ToolResultContentBlock::Text("-1".into())]
    );
    assert_eq!(blocks[0].status(), Some(&ToolResultStatus::Success));
    assert_eq!(blocks[1].status(), Some(&ToolResultStatus::Error));
    assert_eq!(
        blocks[1].content(),
        [ToolResultContentBlock::Text("all are closed".into())]
    );
    assert_eq!(bedrock::result_blocks(&results, &[]).unwrap().len(), 2);
    assert!(
        bedrock::results(&ToolResults::default(), &[])
            .unwrap()
            .is_empty()
    );
}

#[test]
fn json_images_and_documents_keep_their_kind() {
    let content = vec![
        Content::Json(r#"{"a": [1]}"#.into()),
        Content::image("image/png", vec![1, 2, 3]),
        Content::file("application/pdf", "a.pdf", vec![4, 5]),
        Content::audio("audio/wav", vec![6]),
    ];
    let results = ToolResults::from(vec![ToolResult::new(
        ToolCall::new("t1", "add", "{}"),
        content,
    )]);
    let blocks = bedrock::result_blocks(&results, &[]).unwrap();
    let parts = blocks[0].content();
    assert_eq!(
        bedrock::value(parts[0].as_json().unwrap()),
        json!({"a": [1]})
    );
    let image = parts[1].as_image().unwrap();
    assert_eq!(image.format().as_str(), "png");
    let Some(ImageSource::Bytes(bytes)) = image.source() else {
        panic!("{image:?}");
    };
    assert_eq!(bytes.as_ref(), [1, 2, 3]);
    let document = parts[2].as_document().unwrap();
    assert_eq!(document.format().as_str(), "pdf");
    assert_eq!(
        document.source().unwrap().as_bytes().unwrap().as_ref(),
        [4, 5]
    );
    assert!(parts[3].as_text().unwrap().contains("left out"));
}

#[test]
fn documents_of_one_name_are_numbered_through_the_request() {
    let file = |name: &str| Content::file("text/csv", name, vec![1]);
    let results = |id: &str, names: &[&str]| {
        let content = names.iter().map(|name| file(name)).collect();
        ToolResults::from(vec![ToolResult::new(
            ToolCall::new(id, "add", "{}"),
            content,
        )])
    };
    let own = DocumentBlock::builder()
        .format(DocumentFormat::Csv)
        .name("A")
        .source(DocumentSource::Bytes(Blob::new(vec![1_u8])))
        .build()
        .unwrap();
    let own = Message::builder()
        .role(ConversationRole::User)
        .content(ContentBlock::Document(own))
        .build()
        .unwrap();
    let mut messages = vec![own];
    for id in ["t1", "t2"] {
        let next = bedrock::results(&results(id, &["a", "b", "b"]), &messages).unwrap();
        messages.extend(next);
    }
    let blocks = messages[1..].iter().flat_map(Message::content);
    let parts = blocks.flat_map(|block| block.as_tool_result().unwrap().content());
    let names: Vec<_> = parts
        .map(|part| part.as_document().unwrap().name())
        .collect();
    assert_eq!(names, ["a-2", "b", "b-2", "a-3", "b-3", "b-4"]);
}

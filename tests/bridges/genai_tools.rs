//! genai's types of tools, calls and responses.

use genai::chat::{ChatMessage, ChatRequest, Tool, ToolCall as Asked, ToolResponse};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast_genai as bridge;

use super::{block_on, set};

#[test]
fn declarations_are_the_schemas_of_the_provider() {
    for &provider in Provider::ALL {
        let tools = bridge::tools(&set(), provider).unwrap();
        assert_eq!(tools.len(), 2, "{provider}");
        for tool in &tools {
            let properties = tool.schema.as_ref().unwrap()["properties"]
                .as_object()
                .unwrap();
            let add = tool.name.as_str() == "add";
            assert_eq!(properties.len(), if add { 2 } else { 5 }, "{provider}");
            let description = if add {
                "Add two numbers."
            } else {
                "Find hotels."
            };
            assert_eq!(tool.description.as_deref(), Some(description));
        }
    }
    let strict = |provider| -> Vec<Option<bool>> {
        let tools: Vec<Tool> = bridge::tools(&set(), provider).unwrap();
        tools.iter().map(|tool| tool.strict).collect()
    };
    // Strict mode can't express the tool with a map.
    assert_eq!(strict(Provider::OpenAi), [None, Some(true)]);
    assert_eq!(strict(Provider::OpenAiResponses), [Some(false), Some(true)]);
    assert_eq!(strict(Provider::Anthropic), [None, None]);
    assert_eq!(
        bridge::tools(&set().with_disabled("add").unwrap(), Provider::Anthropic)
            .unwrap()
            .len(),
        1
    );
}

fn asked(id: &str, name: &str, arguments: Value) -> Asked {
    Asked {
        call_id: id.into(),
        fn_name: name.into(),
        fn_arguments: arguments,
        thought_signatures: None,
    }
}

#[test]
fn a_whole_turn_goes_both_ways() {
    let mut signed = asked("1", "add", json!({"a": 1, "b": 2}));
    signed.thought_signatures = Some(vec!["sig".into()]);
    let asked = [
        signed,
        asked("2", "add", json!("{\"a\": 1,")),
        asked("3", "add", json!("{\"a\": 5, \"b\": 6}")),
        asked("4", "nobody", json!({})),
    ];
    let calls = bridge::calls(&asked);
    assert_eq!(calls[0].signature.as_deref(), Some("sig"));
    let results = block_on(set().call_all(Provider::GeminiJsonSchema, calls));
    let responses: Vec<ToolResponse> = bridge::results(&results);
    let told: Vec<_> = responses
        .iter()
        .map(|one| (one.call_id.as_str(), one.fn_name.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            ("1", Some("add")),
            ("2", Some("add")),
            ("3", Some("add")),
            ("4", Some("nobody"))
        ]
    );
    assert_eq!(responses[0].content, "3");
    assert!(
        responses[1]
            .content
            .starts_with("Error: The arguments are not "),
        "{}",
        responses[1].content
    );
    assert_eq!(responses[2].content, "11");
    assert!(responses[3].content.starts_with("Error: unknown tool"));
    // They are messages of the crate's own requests.
    let mut request = ChatRequest::from_user("x").append_message(ChatMessage::from(asked.to_vec()));
    for response in responses {
        request = request.append_message(response);
    }
    assert_eq!(request.messages.len(), 6);
}

//! genai's types of tools, calls and responses.

use genai::chat::{
    ChatMessage, ChatOptions, ChatRequest, Tool, ToolCall as Asked, ToolChoice as Choice,
    ToolResponse,
};
use serde_json::{Value, json};
use toolcast::set::RequestOptions;
use toolcast::{Provider, ToolChoice};
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

#[test]
fn a_request_gets_the_tools_and_the_choice() {
    let hotels = || Choice::tool("hotels");
    for (choice, expected, count) in [
        (None, Some(Choice::Required), 2),
        (Some(ToolChoice::Auto), Some(Choice::Auto), 2),
        (Some(ToolChoice::None), Some(Choice::None), 2),
        (Some(ToolChoice::Required), Some(Choice::Required), 2),
        (Some(ToolChoice::Tool("hotels".into())), Some(hotels()), 2),
        (
            Some(ToolChoice::AnyOf(vec!["hotels".into()])),
            Some(Choice::Required),
            1,
        ),
    ] {
        for provider in [Provider::OpenAi, Provider::Anthropic] {
            let mut options = RequestOptions::new();
            if let Some(choice) = choice.clone() {
                options = options.tool_choice(choice);
            }
            let own = Tool::new("own");
            let mut request = ChatRequest::from_user("x").with_tools([own]);
            let mut chat = ChatOptions::default().with_tool_choice(Choice::Required);
            let report =
                bridge::extend(&set(), provider, &mut request, &mut chat, &options).unwrap();
            assert!(report.skipped.is_empty());
            assert_eq!(chat.tool_choice, expected, "{provider}: {choice:?}");
            assert_eq!(
                request.tools.unwrap().len(),
                1 + count,
                "{provider}: {choice:?}"
            );
        }
    }
    for options in [
        RequestOptions::new().parallel_tool_calls(false),
        RequestOptions::new().cache_tools(true),
        RequestOptions::new().tool_choice(ToolChoice::Tool("nobody".into())),
    ] {
        let (mut request, mut chat) = (ChatRequest::default(), ChatOptions::default());
        let provider = Provider::OpenAi;
        let failed = bridge::extend(&set(), provider, &mut request, &mut chat, &options);
        assert!(failed.is_err(), "{options:?}");
        assert!(request.tools.is_none() && chat.tool_choice.is_none());
    }
}

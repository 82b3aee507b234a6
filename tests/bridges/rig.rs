//! rig's tools, in both directions.

use rig_core::completion::CompletionRequest;
use rig_core::completion::message::{
    DocumentSourceKind, Image, ImageMediaType, ToolChoice as Choice, ToolName, ToolResultContent,
};
use rig_core::tool::{DynamicTool as RigTool, ToolErrorKind, ToolExecutionError, ToolOutput};
use serde_json::{Value, json};
use toolcast::Verdict;
use toolcast::call::{Content, ToolCall};
use toolcast::set::{DynamicTool, RequestOptions, ToolSet};
use toolcast::{Provider, ToolChoice, tool, toolset};
use toolcast_rig as rig;

use super::{block_on, set};

#[test]
fn declarations_are_the_schemas_of_the_provider() {
    for &provider in Provider::ALL {
        let definitions = rig::definitions(&set(), provider).unwrap();
        assert_eq!(definitions.len(), 2);
        for definition in definitions {
            assert_eq!(
                definition.description,
                if &*definition.name == "add" {
                    "Add two numbers."
                } else {
                    "Find hotels."
                }
            );
            let properties = definition.parameters["properties"].as_object().unwrap();
            assert_eq!(
                properties.len(),
                if &*definition.name == "add" { 2 } else { 5 },
                "{provider}"
            );
        }
    }
    let openai = rig::definitions(&set(), Provider::OpenAi).unwrap();
    let declared: Value = serde_json::from_str(super::add::schema_for(Provider::OpenAi)).unwrap();
    assert_eq!(openai[1].parameters, declared["function"]["parameters"]);
    let off = set().with_disabled("hotels").unwrap();
    assert_eq!(rig::tools(&off, Provider::OpenAi).unwrap().len(), 1);
}

/// Does nothing.
#[tool]
fn nothing() {}

#[test]
fn a_tool_without_parameters_has_an_empty_object() {
    let set = toolset![nothing].build().unwrap();
    for &provider in Provider::ALL {
        let definition = &rig::definitions(&set, provider).unwrap()[0];
        let kind = definition.parameters["type"].as_str().unwrap();
        assert!(
            kind.eq_ignore_ascii_case("object"),
            "{provider}: {definition:?}"
        );
    }
}

/// Breaks.
#[tool]
fn broken() -> Result<String, String> {
    panic!("a secret of the program")
}

#[test]
fn calls_go_through_the_set() {
    let set = toolset![super::hotels, super::add, broken]
        .before_call(|call| {
            if call.arguments().contains("13") {
                Verdict::deny("13 is not allowed")
            } else {
                Verdict::Allow
            }
        })
        .build()
        .unwrap();
    let tools = rig::tools(&set, Provider::OpenAi).unwrap();
    let call = |name: &str, arguments: Value| {
        let tool = tools.iter().find(|tool| &**tool.name() == name).unwrap();
        block_on(tool.execute(arguments))
    };
    // As OpenAI's model writes it: a map as a list, `null` for an absent value.
    let arguments = json!({
        "place": {"lat": 1.5, "lon": 2.0}, "order": null, "limit": null, "tags": ["a"],
        "scores": [{"key": "x", "value": 7}]
    });
    let output = call("hotels", arguments).unwrap();
    assert_eq!(
        output.as_json().unwrap(),
        &json!({"at": [1.5, 2.0], "near": false, "limit": 5, "tags": ["a"], "scores": {"x": 7}})
    );
    let error = call("add", json!({"a": "x"})).unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::InvalidArgs);
    assert!(
        error.model_feedback().unwrap().contains("$.b is missing"),
        "{error:?}"
    );
    let error = call("add", json!({"a": 13, "b": 1})).unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::PermissionDenied);
    assert_eq!(error.model_feedback(), Some("13 is not allowed"));
    let error = call("broken", json!({})).unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::Other);
    assert!(error.message().contains("a secret"));
    assert_eq!(error.model_feedback(), Some("the tool failed unexpectedly"));
}

#[test]
fn content_keeps_its_kind() {
    let look = DynamicTool::new("look", "Look", |(), _: &_| {
        Ok::<_, String>(vec![
            Content::Text("seen".into()),
            Content::image("image/png", vec![1, 2, 3]),
            Content::audio("audio/wav", vec![1]),
        ])
    });
    let set = ToolSet::builder().dynamic(look).build().unwrap();
    let tools = rig::tools(&set, Provider::Anthropic).unwrap();
    // A round trip: put rig's tool into a set.
    let back = rig::tool(tools[0].clone()).unwrap();
    let set = ToolSet::builder().dynamic(back).build().unwrap();
    let result = block_on(set.call(Provider::Anthropic, ToolCall::new("1", "look", "{}")));
    assert_eq!(
        result.content,
        [
            Content::Text("seen".into()),
            Content::image("image/png", vec![1, 2, 3]),
            Content::Text(
                "[audio of type audio/wav, 1 bytes: left out, it can't be shown here]".into()
            ),
        ]
    );
}

/// rig rejects a whole request for another image.
#[test]
fn an_image_is_sent_where_rig_takes_it() {
    for (media_type, most, least) in [
        ("image/png", true, true),
        ("Image/PNG; charset=binary", true, true),
        ("image/gif", true, false),
        ("image/svg+xml", false, false),
    ] {
        let look = DynamicTool::new("look", "Look", move |(), _: &_| {
            Ok::<_, String>(vec![Content::image(media_type, vec![1, 2, 3])])
        });
        let set = ToolSet::builder().dynamic(look).build().unwrap();
        for &provider in Provider::ALL {
            let tools = rig::tools(&set, provider).unwrap();
            let output = block_on(tools[0].execute(json!({}))).unwrap();
            let expected = match provider {
                Provider::Anthropic | Provider::Bedrock | Provider::OpenAiResponses => most,
                Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => least,
                _ => false,
            };
            let text = output.as_text();
            assert_eq!(text.is_none(), expected, "{provider} {media_type}");
            assert!(text.is_none_or(|text| text.contains("left out")));
        }
    }
}

#[test]
fn an_error_with_a_picture_is_a_text() {
    let schema = json!({"type": "object", "properties": {}});
    let fails = RigTool::new(ToolName::new("fails").unwrap(), "Fails", schema, |_| {
        Box::pin(async {
            let picture = Image {
                data: DocumentSourceKind::Base64("AQID".to_owned()),
                media_type: Some(ImageMediaType::PNG),
                ..Image::default()
            };
            let content = vec![
                ToolResultContent::text("broken"),
                ToolResultContent::Image(picture),
            ];
            let output = ToolOutput::content(content).unwrap();
            Err(ToolExecutionError::provider("down").with_model_output(output))
        })
    });
    let set = ToolSet::builder()
        .dynamic(rig::tool(fails).unwrap())
        .build()
        .unwrap();
    let result = block_on(set.call(Provider::Anthropic, ToolCall::new("1", "fails", "{}")));
    assert_eq!(
        result.error.unwrap().to_string(),
        "broken\n[image of type image/png, 3 bytes: left out, it can't be shown here]"
    );
}

fn double() -> RigTool {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 0}, "by": {"type": "integer", "default": 2}},
        "required": ["n"]
    });
    RigTool::new(
        ToolName::new("double").unwrap(),
        "Double a number",
        schema,
        |arguments| {
            Box::pin(async move {
                let by = arguments.get("by").and_then(Value::as_i64).unwrap_or(2);
                match arguments["n"].as_i64() {
                    Some(7) => {
                        Err(ToolExecutionError::provider("down").with_model_feedback("try later"))
                    }
                    Some(n) => Ok(ToolOutput::json(json!(n * by))),
                    None => Ok(ToolOutput::text("no number")),
                }
            })
        },
    )
}

#[test]
fn a_rig_tool_works_in_a_set() {
    let set = ToolSet::builder()
        .dynamic(rig::tool(double()).unwrap())
        .build()
        .unwrap();
    for provider in Provider::ALL
        .iter()
        .copied()
        .filter(|provider| *provider != Provider::JsonSchema)
    {
        assert_eq!(set.declarations(provider).unwrap().len(), 1, "{provider}");
        let call =
            |arguments: &str| block_on(set.call(provider, ToolCall::new("1", "double", arguments)));
        assert_eq!(
            call(r#"{"n": 21, "by": null}"#).content,
            [Content::Json("42".into())],
            "{provider}"
        );
        assert!(call(r#"{"n": -1}"#).is_error(), "{provider}");
        assert_eq!(call(r#"{"n": 7}"#).error.unwrap().to_string(), "try later");
    }
}

#[test]
fn a_request_gets_the_tools_the_choice_and_the_flag() {
    let specific = |names: &[&str]| Choice::Specific {
        function_names: names
            .iter()
            .map(|name| ToolName::new(*name).unwrap())
            .collect(),
    };
    let request = || -> CompletionRequest {
        serde_json::from_value(json!({"chat_history": [], "documents": [], "tools": [
            {"name": "own", "description": "", "parameters": {}}], "tool_choice": "none"}))
        .unwrap()
    };
    let any = ToolChoice::AnyOf(vec!["hotels".into()]);
    for (provider, choice, parallel, expected, count) in [
        (Provider::OpenAi, None, None, Choice::None, 2),
        (
            Provider::OpenAi,
            Some(ToolChoice::Auto),
            Some(true),
            Choice::Auto,
            2,
        ),
        (
            Provider::OpenAi,
            Some(ToolChoice::Required),
            Some(false),
            Choice::Required,
            2,
        ),
        (
            Provider::Anthropic,
            Some(ToolChoice::Tool("hotels".into())),
            Some(false),
            specific(&["hotels"]),
            2,
        ),
        (
            Provider::Gemini,
            Some(any.clone()),
            None,
            specific(&["hotels"]),
            2,
        ),
        // Anthropic has no list: the declarations are the choice.
        (Provider::Anthropic, Some(any), None, Choice::Required, 1),
    ] {
        let mut options = RequestOptions::new();
        if let Some(choice) = choice.clone() {
            options = options.tool_choice(choice);
        }
        if let Some(parallel) = parallel {
            options = options.parallel_tool_calls(parallel);
        }
        let mut request = request();
        let report = rig::extend(&set(), provider, &mut request, &options).unwrap();
        assert!(report.skipped.is_empty());
        assert_eq!(
            request.tool_choice,
            Some(expected),
            "{provider}: {choice:?}"
        );
        assert_eq!(request.options.parallel_tool_calls, parallel);
        assert_eq!(request.tools.len(), 1 + count, "{provider}: {choice:?}");
    }
    let options = RequestOptions::new().cache_tools(true);
    let mut request = request();
    let mut extend = || -> Result<(), toolcast::Error> {
        let _ = rig::extend(&set(), Provider::Anthropic, &mut request, &options)?;
        Ok(())
    };
    let text = "`rig_core::completion::request::CompletionRequest` can't represent `cache_tools`";
    assert_eq!(extend().unwrap_err().to_string(), text);
    assert_eq!(request.tools.len(), 1);
}

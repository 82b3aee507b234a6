//! Tools and choices in a request.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{
    Media, ToolChoice, ToolDeclaration, WireError, extend_request, request_fragment,
    request_members, tools_member,
};

fn declared(provider: Provider) -> [(&'static str, String); 2] {
    ["alpha", "beta"].map(|name| {
        let value = match provider {
            Provider::OpenAiResponses => json!({"type": "function", "name": name}),
            Provider::Anthropic
            | Provider::Gemini
            | Provider::GeminiJsonSchema
            | Provider::Vertex
            | Provider::Mcp => json!({ "name": name }),
            Provider::Bedrock => json!({"toolSpec": {"name": name}}),
            _ => json!({"type": "function", "function": {"name": name}}),
        };
        (name, value.to_string())
    })
}

fn members(
    provider: Provider,
    choice: Option<&ToolChoice>,
    parallel: Option<bool>,
) -> Result<Value, WireError> {
    let tools = declared(provider);
    let tools = tools
        .each_ref()
        .map(|(name, text)| ToolDeclaration { name, text });
    let text = request_fragment(provider, &tools, choice, parallel)?;
    Ok(serde_json::from_str(&text).expect("a fragment is JSON"))
}

fn choices() -> [ToolChoice; 5] {
    [
        ToolChoice::Auto,
        ToolChoice::None,
        ToolChoice::Required,
        ToolChoice::Tool("beta".into()),
        ToolChoice::AnyOf(vec!["beta".into()]),
    ]
}

/// The members next to the tools, and the number of tools that stay.
fn chosen(provider: Provider, choice: &ToolChoice) -> Result<(Value, usize), WireError> {
    let mut value = members(provider, Some(choice), None)?;
    let object = value.as_object_mut().expect("an object");
    let tools = match provider {
        Provider::Bedrock => object["toolConfig"]
            .as_object_mut()
            .expect("an object")
            .remove("tools"),
        _ => object.remove("tools"),
    };
    let count = tools.map_or(0, |tools| {
        match tools.pointer("/0/functionDeclarations") {
            Some(list) => list.clone(),
            None => tools,
        }
        .as_array()
        .expect("a list")
        .len()
    });
    Ok((value, count))
}

#[test]
fn a_choice_has_each_providers_form() {
    let nested = json!({"type": "function", "function": {"name": "beta"}});
    let flat = json!({"type": "function", "name": "beta"});
    let gemini = |mode: &str| json!({"toolConfig": {"functionCallingConfig": {"mode": mode}}});
    let gemini_beta = json!({"toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["beta"]}}});
    for &provider in Provider::ALL {
        let expected: [Option<(Value, usize)>; 5] = match provider {
            Provider::OpenAi | Provider::AzureOpenAi => [
                Some((json!({"tool_choice": "auto"}), 2)),
                Some((json!({"tool_choice": "none"}), 2)),
                Some((json!({"tool_choice": "required"}), 2)),
                Some((json!({"tool_choice": nested}), 2)),
                Some((
                    json!({"tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [nested]}}}),
                    2,
                )),
            ],
            Provider::OpenAiResponses => [
                Some((json!({"tool_choice": "auto"}), 2)),
                Some((json!({"tool_choice": "none"}), 2)),
                Some((json!({"tool_choice": "required"}), 2)),
                Some((json!({"tool_choice": flat}), 2)),
                Some((
                    json!({"tool_choice": {"type": "allowed_tools", "mode": "required", "tools": [flat]}}),
                    2,
                )),
            ],
            Provider::XAi | Provider::DeepSeek | Provider::Groq | Provider::Portable => [
                Some((json!({"tool_choice": "auto"}), 2)),
                Some((json!({"tool_choice": "none"}), 2)),
                Some((json!({"tool_choice": "required"}), 2)),
                Some((json!({"tool_choice": nested}), 2)),
                Some((json!({"tool_choice": "required"}), 1)),
            ],
            Provider::Mistral => [
                Some((json!({"tool_choice": "auto"}), 2)),
                Some((json!({}), 0)),
                Some((json!({"tool_choice": "required"}), 2)),
                Some((json!({"tool_choice": nested}), 2)),
                Some((json!({"tool_choice": "required"}), 1)),
            ],
            Provider::Anthropic => [
                Some((json!({"tool_choice": {"type": "auto"}}), 2)),
                Some((json!({"tool_choice": {"type": "none"}}), 2)),
                Some((json!({"tool_choice": {"type": "any"}}), 2)),
                Some((json!({"tool_choice": {"type": "tool", "name": "beta"}}), 2)),
                Some((json!({"tool_choice": {"type": "any"}}), 1)),
            ],
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => [
                Some((gemini("AUTO"), 2)),
                Some((gemini("NONE"), 2)),
                Some((gemini("ANY"), 2)),
                Some((gemini_beta.clone(), 2)),
                Some((gemini_beta.clone(), 2)),
            ],
            Provider::Bedrock => [
                Some((json!({"toolConfig": {"toolChoice": {"auto": {}}}}), 2)),
                None,
                Some((json!({"toolConfig": {"toolChoice": {"any": {}}}}), 2)),
                Some((
                    json!({"toolConfig": {"toolChoice": {"tool": {"name": "beta"}}}}),
                    2,
                )),
                Some((json!({"toolConfig": {"toolChoice": {"any": {}}}}), 1)),
            ],
            Provider::Cohere => [
                Some((json!({}), 2)),
                Some((json!({"tool_choice": "NONE"}), 2)),
                Some((json!({"tool_choice": "REQUIRED"}), 2)),
                Some((json!({"tool_choice": "REQUIRED"}), 1)),
                Some((json!({"tool_choice": "REQUIRED"}), 1)),
            ],
            Provider::Ollama | Provider::Mcp => {
                [Some((json!({}), 2)), Some((json!({}), 0)), None, None, None]
            }
            _ => {
                let error = members(provider, None, None).expect_err("it has no wire");
                assert_eq!(error, WireError::NoCalls { provider });
                continue;
            }
        };
        for (choice, expected) in choices().iter().zip(expected) {
            match (chosen(provider, choice), expected) {
                (Ok(got), Some(expected)) => assert_eq!(got, expected, "{provider} {choice:?}"),
                (
                    Err(WireError::Unsupported {
                        provider: named, ..
                    }),
                    None,
                ) => {
                    assert_eq!(named, provider);
                }
                (got, expected) => {
                    panic!("{provider} {choice:?}: {got:?} instead of {expected:?}")
                }
            }
        }
    }
}

#[test]
fn one_call_a_turn_is_in_the_request_of_each_provider_with_a_flag() {
    for &provider in Provider::ALL {
        let off = members(provider, None, Some(false));
        match provider {
            Provider::OpenAi
            | Provider::AzureOpenAi
            | Provider::OpenAiResponses
            | Provider::Mistral
            | Provider::XAi
            | Provider::Groq
            | Provider::Portable => {
                assert_eq!(off.expect("a flag")["parallel_tool_calls"], json!(false));
            }
            Provider::Anthropic => assert_eq!(
                off.expect("a flag")["tool_choice"],
                json!({"type": "auto", "disable_parallel_tool_use": true})
            ),
            Provider::JsonSchema => assert!(off.is_err()),
            _ => {
                let error = off.expect_err("no flag").to_string();
                assert!(error.contains(provider.name()), "{error}");
                assert!(members(provider, None, Some(true)).is_ok());
            }
        }
    }
}

#[test]
fn a_set_without_tools_adds_no_members() {
    for &provider in Provider::ALL {
        if provider != Provider::JsonSchema {
            let none = request_members(provider, &[], None, None).expect("nothing to say");
            assert!(none.is_empty());
            assert!(request_members(provider, &[], Some(&ToolChoice::Required), None).is_err());
        }
    }
}

#[test]
fn a_choice_of_an_unknown_tool_is_an_error() {
    for choice in [
        ToolChoice::Tool("gamma".into()),
        ToolChoice::AnyOf(vec!["alpha".into(), "gamma".into()]),
    ] {
        let error = members(Provider::OpenAi, Some(&choice), None).expect_err("no such tool");
        assert!(error.to_string().contains("`gamma`"), "{error}");
    }
    let none = ToolChoice::AnyOf(Vec::new());
    assert!(members(Provider::OpenAi, Some(&none), None).is_err());
}

#[test]
fn tools_of_the_request_are_kept() {
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let tools = declared(provider);
        let members: Vec<_> = tools
            .iter()
            .map(|(name, text)| {
                request_members(provider, &[ToolDeclaration { name, text }], None, None)
                    .expect("members")
            })
            .collect();
        let mut request = json!({"model": "m", "temperature": 1});
        for member in [&members[0], &members[1], &members[0]] {
            extend_request(provider, &mut request, member).expect("tools fit");
        }
        assert_eq!(request["model"], "m");
        let all: Vec<_> = tools
            .iter()
            .map(|(name, text)| ToolDeclaration { name, text })
            .collect();
        let all = request_fragment(provider, &all, None, None).expect("a fragment");
        let mut expected: Value = serde_json::from_str(&all).expect("JSON");
        expected["model"] = json!("m");
        expected["temperature"] = json!(1);
        assert_eq!(request, expected, "{provider}");
    }
}

#[test]
fn gemini_has_one_list_of_declarations() {
    let mut request =
        json!({"tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "mine"}]}]});
    let tools = [ToolDeclaration {
        name: "beta",
        text: r#"{"name":"beta"}"#,
    }];
    let members = request_members(Provider::Gemini, &tools, None, None).expect("members");
    extend_request(Provider::Gemini, &mut request, &members).expect("it fits");
    assert_eq!(
        request,
        json!({"tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "mine"}, {"name": "beta"}]}]})
    );
}

#[test]
fn a_request_of_another_shape_is_an_error_and_unchanged() {
    let tools = [ToolDeclaration {
        name: "beta",
        text: r#"{"type":"function","function":{"name":"beta"}}"#,
    }];
    let members = request_members(Provider::OpenAi, &tools, None, None).expect("members");
    for mut request in [
        json!([]),
        json!({"tools": {}}),
        json!({"tools": [{"type": "function", "function": {"name": "beta", "strict": true}}]}),
    ] {
        let before = request.clone();
        let error = extend_request(Provider::OpenAi, &mut request, &members);
        assert!(error.is_err(), "{before}");
        assert_eq!(request, before);
    }
    let mut request = json!({"tools": null, "tool_choice": "none"});
    let auto = request_members(Provider::OpenAi, &tools, Some(&ToolChoice::Auto), None);
    extend_request(Provider::OpenAi, &mut request, &auto.expect("members")).expect("it fits");
    assert_eq!(request["tool_choice"], "auto");
}

#[test]
fn the_member_for_tools_equals_that_of_the_fragment() {
    for &provider in Provider::ALL {
        let tools = declared(provider);
        let found = tools_member(provider, tools.iter().map(|(_, text)| text.as_str()));
        if provider == Provider::JsonSchema {
            assert!(matches!(found, Err(WireError::NoCalls { .. })), "{found:?}");
            continue;
        }
        let (key, text) = found.expect("a member");
        let whole = members(provider, None, None).expect("a fragment");
        let text: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(whole[key], text, "{provider}");
    }
}

#[test]
fn media_are_images_or_audio_by_their_media_type() {
    for (media_type, image, audio) in [
        ("image/png", true, false),
        ("audio/wav", false, true),
        ("application/pdf", false, false),
        ("text/image/", false, false),
    ] {
        let media = Media::new(media_type, "", &[1, 2, 3]);
        assert_eq!(
            (media.is_image(), media.is_audio()),
            (image, audio),
            "{media_type}"
        );
    }
}

#[test]
fn media_have_their_data_or_their_url() {
    let bytes = Media::new("image/png", "a.png", &[1, 2, 3]);
    assert_eq!((bytes.base64(), bytes.url()), (Some("AQID"), None));
    assert_eq!(Media::from_base64("image/png", "a.png", "AQID"), bytes);
    let stored = json!({"media_type": "image/png", "name": "a.png", "source": {"base64": "AQID"}});
    assert_eq!(json!(bytes), stored);
    let there = Media::at_url("image/png", "", "https://a.b/c.png");
    assert_eq!(
        (there.base64(), there.url()),
        (None, Some("https://a.b/c.png"))
    );
    let stored = r#"{"media_type":"image/png","name":"","source":{"url":"https://a.b/c.png"}}"#;
    let read: Media = serde_json::from_str(stored).expect("media");
    assert_eq!(read, there);
}

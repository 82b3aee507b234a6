//! Whole requests without the model's name: a conversation with results of calls, tools with a
//! choice, a response format.

use serde::Serialize;
use serde_json::{Map, Value, json};
use toolcast::call::{Content, ToolCall, ToolError, ToolResult, ToolResults};
use toolcast::wire::{
    Message, Part, ToolDeclaration, Turn, extend_request, request_fragment, request_members,
    result_steps, write_messages,
};
use toolcast::{
    Conversation, Next, Provider, ToolChoice, ToolDef, ToolSchema, ToolSet, response_format,
};
use toolcast_tests::{tools, zoo};

/// One request.
#[derive(Serialize)]
pub(crate) struct Line {
    tool: String,
    provider: &'static str,
    request: Value,
}

/// An answer in several parts.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Answer {
    /// How sure it is, from 0 to 1
    #[tool(range(0..=1))]
    confidence: f64,
    texts: Vec<String>,
    source: Option<String>,
    found: Found,
}

/// A finding.
#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code)] // As above.
enum Found {
    Nothing,
    Place { latitude: f64, longitude: f64 },
    Page(Page),
}

/// A page.
#[derive(serde::Deserialize, ToolSchema)]
#[allow(dead_code)] // As above.
struct Page {
    address: String,
    number: u32,
}

/// Returns every request that is judged.
pub(crate) fn all() -> Vec<Line> {
    let mut lines = Vec::new();
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let mut add = |tool: &str, request| {
            lines.push(Line {
                tool: tool.to_owned(),
                provider: provider.name(),
                request,
            });
        };
        for (name, request) in conversations(provider) {
            add(&name, request);
        }
        for (name, request) in choices(provider) {
            add(&name, request);
        }
        if !matches!(provider, Provider::Mcp) {
            add("a conversation's second request", second_request(provider));
        }
    }
    for (name, provider, text) in formats() {
        let format: Value = serde_json::from_str(text).expect("a fragment is JSON");
        let mut request = body(provider, said(provider, &[user("What is it?")]));
        let members = format.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(members);
        lines.push(Line {
            tool: format!("a format: {name}"),
            provider: provider.name(),
            request,
        });
    }
    let steps = result_steps(&ToolResults::from(results()));
    lines.push(Line {
        tool: "results, as steps".into(),
        provider: "gemini, interactions",
        request: json!({ "steps": steps }),
    });
    lines
}

fn user(text: &str) -> Message {
    Message::User(vec![Part::Text(text.into())])
}

/// Returns the provider's messages, and the system prompts that it has outside of them.
fn said(provider: Provider, messages: &[Message]) -> (Vec<Value>, Vec<String>) {
    let said = write_messages(messages, provider).expect("every provider supports these messages");
    (said.messages, said.system)
}

/// Returns a request body with the messages in the provider's member.
fn body(provider: Provider, (messages, system): (Vec<Value>, Vec<String>)) -> Value {
    let mut body = Map::new();
    let key = match provider {
        Provider::OpenAiResponses => "input",
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => "contents",
        _ => "messages",
    };
    body.insert(key.into(), messages.into());
    if !system.is_empty() {
        let texts: Vec<Value> = system.iter().map(|text| json!({ "text": text })).collect();
        let (key, value) = match provider {
            Provider::Anthropic => ("system", json!(system.join("\n"))),
            Provider::Bedrock => ("system", json!(texts)),
            _ => ("systemInstruction", json!({ "parts": texts })),
        };
        body.insert(key.into(), value);
    }
    body.into()
}

fn conversations(provider: Provider) -> Vec<(String, Value)> {
    let calls = |results: &[ToolResult]| Message::Assistant {
        text: "I look.".into(),
        calls: results.iter().map(|result| result.call.clone()).collect(),
    };
    let results = ToolResults::from(results());
    let with_results = |before: &[Message], results: &ToolResults| {
        let (mut messages, system) = said(provider, before);
        messages.extend(results.to_messages(provider));
        body(provider, (messages, system))
    };
    let mut requests = vec![
        (
            "a conversation".to_owned(),
            body(
                provider,
                said(
                    provider,
                    &[
                        Message::System("Be short.".into()),
                        Message::User(vec![
                            Part::Text("What is on it?".into()),
                            Part::image("image/png", &[1, 2, 3]),
                            Part::file("application/pdf", "a.pdf", &[1, 2, 3]),
                            Part::file("audio/wav", "a.wav", &[1, 2, 3]),
                        ]),
                        Message::Assistant {
                            text: "A cat.".into(),
                            calls: vec![],
                        },
                        user("And where?"),
                    ],
                ),
            ),
        ),
        (
            "results, all together".to_owned(),
            with_results(&[user("Where is it?"), calls(&results)], &results),
        ),
    ];
    for result in results {
        let what = if result.is_error() { ", failed" } else { "" };
        let name = format!("a result: {}{what}", result.call.name);
        let one = ToolResults::from(vec![result]);
        requests.push((
            name,
            with_results(&[user("Where is it?"), calls(&one)], &one),
        ));
    }
    requests
}

/// Returns the request with the results of a conversation's first answer, without the model's name.
/// Media that a provider can't take are left out.
fn second_request(provider: Provider) -> Value {
    let one = ToolSet::builder().tool_def(tools::all()[0]).build();
    let one = one.expect("a set of one tool");
    let mut chat = Conversation::new(provider, "a");
    chat.system("Be short.").max_tokens(99);
    // The API's newest version, which the SDK describes, has no temperature.
    if provider != Provider::Anthropic {
        chat.temperature(0.5);
    }
    chat.user("Where is it?");
    for part in [
        Part::image("image/png", b"\x89PNG"),
        Part::image_at("https://example.com/a.png"),
        Part::file("application/pdf", "a.pdf", b"%PDF-1.7"),
    ] {
        let _ = chat.user_parts([Part::text("And this?"), part]);
    }
    chat.request(&one).expect("a request");
    let results = results();
    let calls = results.iter().map(|result| result.call.clone()).collect();
    let turn = write_messages(
        &[Message::Assistant {
            text: "I look.".into(),
            calls,
        }],
        provider,
    );
    let mut answer = Turn::default();
    answer.messages = turn.expect("every provider supports calls").messages;
    answer.calls = results.iter().map(|result| result.call.clone()).collect();
    let next = chat.receive_turn(answer).expect("it was asked for");
    assert!(matches!(next, Next::Calls(_)), "{provider}");
    chat.results(results).expect("open calls");
    chat.user("And now?");
    let mut request = chat.request(&one).expect("a request");
    request.as_object_mut().expect("an object").remove("model");
    request
}

/// Returns a successful and a failed result for each kind of content; the call is named after it.
fn results() -> Vec<ToolResult> {
    let data = || vec![1, 2, 3];
    let contents = [
        ("nothing", vec![]),
        ("text", vec![Content::Text("18 °C\n\"fine\"".into())]),
        ("empty", vec![Content::Text(String::new())]),
        ("object", vec![Content::Json(r#"{"at":[1,2.50]}"#.into())]),
        ("list", vec![Content::Json("[1,null]".into())]),
        (
            "large",
            vec![Content::Json(
                r#"{"at":123456789012345678901234567890}"#.into(),
            )],
        ),
        (
            "picture",
            vec![
                Content::Text("A cat".into()),
                Content::image("image/png", data()),
                Content::image("image/svg+xml", data()),
            ],
        ),
        ("sound", vec![Content::audio("audio/wav", data())]),
        (
            "files",
            vec![
                Content::file("application/pdf", "Zürich (1).pdf", data()),
                Content::file("text/plain", "a.txt", b"hello"),
                Content::file("application/zip", String::new(), data()),
            ],
        ),
    ];
    let mut results = Vec::new();
    for (name, content) in contents {
        for failed in [false, true] {
            let id = format!("call_{}", results.len());
            let mut result = ToolResult::new(
                ToolCall::new(id.as_str(), name, r#"{"at":1.50}"#),
                content.clone(),
            );
            result.error = failed.then(|| ToolError::Failed("it failed".into()));
            results.push(result);
        }
    }
    results
}

/// Returns requests with two tools and every setting of the tool choice.
fn choices(provider: Provider) -> Vec<(String, Value)> {
    let defs: Vec<&'static ToolDef> = tools::all()
        .into_iter()
        .filter(|def| def.try_schema_for(provider).is_some())
        .collect();
    let declared: Vec<ToolDeclaration<'_>> = defs
        .iter()
        .map(|def| ToolDeclaration {
            name: def.name(),
            text: def.schema_for(provider),
        })
        .collect();
    let names = [declared[0].name.to_owned(), declared[1].name.to_owned()];
    let mut requests = Vec::new();
    for choice in [
        None,
        Some(ToolChoice::Auto),
        Some(ToolChoice::None),
        Some(ToolChoice::Required),
        Some(ToolChoice::Tool(names[0].clone())),
        Some(ToolChoice::AnyOf(names.to_vec())),
    ] {
        for parallel in [None, Some(false), Some(true)] {
            let name = format!("tools, choice {choice:?}, parallel {parallel:?}");
            // If a provider doesn't support the choice, the fragment is an error.
            let Ok(fragment) = request_fragment(provider, &declared, choice.as_ref(), parallel)
            else {
                continue;
            };
            let mut request = body(provider, said(provider, &[user("Where is it?")]));
            let members = request_members(provider, &declared, choice.as_ref(), parallel);
            extend_request(provider, &mut request, &members.expect("checked above"))
                .expect("the request has no tools");
            let fragment: Value = serde_json::from_str(&fragment).expect("a fragment is JSON");
            for (key, value) in fragment.as_object().expect("an object") {
                assert_eq!(&request[key], value, "{provider}: `{key}`");
            }
            requests.push((name, request));
        }
    }
    requests
}

/// Returns response formats for the providers that support them.
fn formats() -> Vec<(&'static str, Provider, &'static str)> {
    macro_rules! formats {
        ($($name:literal: $ty:ty),* $(,)?; $providers:tt) => {
            [$(formats!(@type $name, $ty, $providers)),*].concat()
        };
        (@type $name:literal, $ty:ty, [$($provider:ident),* $(,)?]) => {
            vec![$(($name, Provider::$provider, response_format!($ty, Provider::$provider))),*]
        };
    }
    formats! {
        "an object": Answer,
        "a union": Found,
        "a list": Vec<Page>,
        "a type that contains itself": zoo::Node;
        [
            OpenAi, OpenAiResponses, AzureOpenAi, Anthropic, Gemini, GeminiJsonSchema, Vertex, Bedrock, Mistral, Cohere, XAi, Groq, Ollama, Portable,
        ]
    }
}

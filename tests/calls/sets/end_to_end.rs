//! Sets together with the macros, the decoder and the wire formats.

use futures_executor::block_on;
use serde_json::{Value, json};
use toolcast::ToolChoice;
use toolcast::call::{Content, ToolCall, ToolError};
use toolcast::decode::DecodeOptions;
use toolcast::set::{CallOptions, DynamicTool, RequestOptions, SetError, ToolSet};
use toolcast::{Provider, ToolSchema, tool, tools, toolset};

use super::{call, text_of};

struct Repos(Vec<&'static str>);

/// Search repositories.
#[tool]
async fn search_repos(
    query: &str,
    #[tool(default = 2, range(1..=5))] limit: usize,
    #[tool(inject)] repos: &Repos,
) -> Vec<&'static str> {
    let found = repos.0.iter().filter(|name| name.contains(query));
    found.copied().take(limit).collect()
}

struct Weather {
    unit: char,
}

#[tools]
impl Weather {
    /// Forecast the weather.
    #[tool]
    async fn forecast(&self, city: String) -> Result<String, String> {
        match city.as_str() {
            "Oslo" => Ok(format!("3 °{}", self.unit)),
            _ => Err("no such city".into()),
        }
    }
}

fn set() -> ToolSet {
    toolset![search_repos]
        .tools(Weather { unit: 'C' })
        .with_state(Repos(vec!["serde", "serde_json", "serde_repr"]))
        .build()
        .expect("all is there")
}

#[test]
fn a_missing_state_is_reported_for_tools_of_the_macros() {
    let error = toolset![search_repos].build().expect_err("no repositories");
    let SetError::Build { missing, .. } = error else {
        panic!("{error:?}");
    };
    assert_eq!(missing.len(), 1);
    let (type_name, tools) = missing.first_key_value().expect("a type");
    assert!(type_name.ends_with("Repos"));
    assert_eq!(*tools, ["search_repos"]);
}

#[test]
fn a_turn_is_a_few_lines_for_every_provider() {
    let tools = set();
    for provider in [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Bedrock,
        Provider::Mistral,
        Provider::Cohere,
        Provider::Ollama,
    ] {
        let mut request = json!({});
        let _ = tools
            .extend_request(provider, &mut request)
            .expect("they take them");
        assert!(request.to_string().contains("search_repos"), "{provider}");
        let text = tools.request_fragment(provider).expect("they take them");
        assert_eq!(
            serde_json::from_str::<Value>(&text).expect("JSON"),
            request,
            "{provider}"
        );
        let calls = vec![
            ToolCall::new("aaaaaaaa1", "search_repos", r#"{"query":"serde"}"#),
            ToolCall::new("aaaaaaaa2", "forecast", r#"{"city":"Oslo"}"#),
            ToolCall::new("aaaaaaaa3", "forecast", r#"{"town":"Oslo"}"#),
        ];
        let results = block_on(tools.call_all(provider, calls));
        assert_eq!(
            results[0].content,
            [Content::Json(r#"["serde","serde_json"]"#.into())]
        );
        assert_eq!(text_of(&results[1]), "3 °C");
        assert!(matches!(results[2].error, Some(ToolError::Arguments(_))));
        let messages = Value::from(results.to_messages(provider)).to_string();
        assert!(
            messages.contains("3 °C") && messages.contains("city"),
            "{provider}: {messages}"
        );
    }
}

#[test]
fn a_choice_of_tools_is_in_the_request_or_an_error() {
    let tools = set();
    let one = RequestOptions::new().tool_choice(ToolChoice::Tool("forecast".into()));
    let text = tools
        .request_fragment_with(Provider::Anthropic, &one)
        .expect("it has words");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        value["tool_choice"],
        json!({"type": "tool", "name": "forecast"})
    );
    let wrong = RequestOptions::new().tool_choice(ToolChoice::Tool("forcast".into()));
    for (provider, options) in [(Provider::OpenAi, &wrong), (Provider::JsonSchema, &one)] {
        let error = tools
            .request_fragment_with(provider, options)
            .expect_err("no words");
        assert!(matches!(error, SetError::Request { .. }), "{error}");
    }
}

#[test]
fn lenient_arguments_are_read_on_request_and_recorded() {
    let strict = set();
    let call_of = || ToolCall::new("1", "search_repos", r#"{"query":"serde","limit":"1"}"#);
    let refused = block_on(strict.call(Provider::OpenAi, call_of()));
    assert!(matches!(refused.error, Some(ToolError::Arguments(_))));
    assert!(refused.coercions.is_empty());
    let options = CallOptions::new().decode_options(DecodeOptions::new().lenient());
    let coercions = block_on(strict.call_with(Provider::OpenAi, call_of(), &options));
    assert_eq!(coercions.content, [Content::Json(r#"["serde"]"#.into())]);
    assert_eq!(coercions.coercions.len(), 1);
    assert_eq!(coercions.coercions[0].path, "$.limit");
}

#[test]
fn arguments_beyond_the_limits_are_an_error() {
    let tools = toolset![search_repos]
        .with_state(Repos(Vec::new()))
        .decode_options(DecodeOptions::new().max_bytes(1000))
        .build()
        .expect("all is there");
    let long = format!(r#"{{"query":"{}"}}"#, "x".repeat(2000));
    assert!(matches!(
        call(&tools, "search_repos", &long).error,
        Some(ToolError::Arguments(_))
    ));
    assert!(!call(&tools, "search_repos", &long.replace(&"x".repeat(1500), "")).is_error());
}

#[derive(serde::Deserialize, ToolSchema)]
struct Pick {
    project: String,
    tags: Vec<String>,
}

#[test]
fn lenient_values_are_narrowed_too() {
    let pick = DynamicTool::new("pick", "Pick", |pick: Pick, _: &_| {
        Ok::<_, String>(vec![Content::Text(format!(
            "{} {}",
            pick.project,
            pick.tags.join("+")
        ))])
    });
    let tools = ToolSet::builder()
        .dynamic(pick)
        .decode_options(DecodeOptions::new().lenient())
        .build()
        .map(|tools| tools.with_values("pick.project", ["a"]).expect("a string"))
        .map(|tools| tools.with_values("pick.tags[]", ["x"]).expect("strings"))
        .expect("nothing is missing");
    for (arguments, fits) in [
        (r#"{"project":"a","tags":["x"]}"#, true),
        (r#"{"project":"a","tags":"x"}"#, true),
        (r#""{\"project\":\"a\",\"tags\":[\"x\"]}""#, true),
        ("```json\n{\"project\":\"a\",\"tags\":[]}\n```", true),
        (r#"{"project":"b","tags":["x"]}"#, false),
        (r#"{"project":"a","tags":"y"}"#, false),
        (r#""{\"project\":\"b\",\"tags\":[\"x\"]}""#, false),
        ("```json\n{\"project\":\"b\",\"tags\":[]}\n```", false),
    ] {
        let result = call(&tools, "pick", arguments);
        assert_eq!(!result.is_error(), fits, "{arguments}: {result:?}");
    }
}

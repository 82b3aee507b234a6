//! The URL, the headers and the body for each provider.

use http::{HeaderName, Method};
use serde_json::Value;
use toolcast::http::{ApiKey, Endpoint, HttpError};
use toolcast::set::ToolSet;
use toolcast::{Conversation, Provider, tool, toolset, wire::Turn};

use super::{asked, chats, endpoint, tools};

/// The URL of a complete answer, that of a streamed one, and the header of the key.
fn expected(provider: Provider) -> (&'static str, &'static str, (&'static str, &'static str)) {
    const BEARER: (&str, &str) = ("authorization", "Bearer k-123");
    let same = |url| (url, url, BEARER);
    match provider {
        Provider::OpenAi => same("https://api.openai.com/v1/chat/completions"),
        Provider::OpenAiResponses => same("https://api.openai.com/v1/responses"),
        Provider::AzureOpenAi => {
            let url = "https://my-resource.openai.azure.com/openai/v1/chat/completions";
            (url, url, ("api-key", "k-123"))
        }
        Provider::Anthropic => {
            let url = "https://api.anthropic.com/v1/messages";
            (url, url, ("x-api-key", "k-123"))
        }
        Provider::Gemini | Provider::GeminiJsonSchema => (
            "https://generativelanguage.googleapis.com/v1beta/models/some-model:generateContent",
            "https://generativelanguage.googleapis.com/v1beta/models/some-model:streamGenerateContent?alt=sse",
            ("x-goog-api-key", "k-123"),
        ),
        Provider::Vertex => (
            "https://europe-west1-aiplatform.googleapis.com/v1/projects/my-project/locations/europe-west1/publishers/google/models/some-model:generateContent",
            "https://europe-west1-aiplatform.googleapis.com/v1/projects/my-project/locations/europe-west1/publishers/google/models/some-model:streamGenerateContent?alt=sse",
            BEARER,
        ),
        Provider::Bedrock => (
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/some-model/converse",
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/some-model/converse-stream",
            BEARER,
        ),
        Provider::Mistral => same("https://api.mistral.ai/v1/chat/completions"),
        Provider::Cohere => same("https://api.cohere.com/v2/chat"),
        Provider::XAi => same("https://api.x.ai/v1/chat/completions"),
        Provider::DeepSeek => same("https://api.deepseek.com/chat/completions"),
        Provider::Groq => same("https://api.groq.com/openai/v1/chat/completions"),
        Provider::Ollama => same("http://localhost:11434/api/chat"),
        Provider::Portable => same("https://openrouter.ai/api/v1/chat/completions"),
        other => panic!("{other} has no chat API"),
    }
}

#[test]
fn each_provider_has_its_url_key_and_body() {
    let key = ApiKey::new("k-123");
    for provider in chats() {
        let (url, stream_url, (name, value)) = expected(provider);
        let mut chat = asked(provider);
        let request = endpoint(provider).request(&mut chat, &tools(), &key);
        let request = request.expect("a request");
        assert_eq!(request.method(), Method::POST, "{provider}");
        assert_eq!(request.uri(), url, "{provider}");
        assert_eq!(
            request.headers()["content-type"],
            "application/json",
            "{provider}"
        );
        assert_eq!(request.headers()[name], value, "{provider}");
        assert!(request.headers()[name].is_sensitive(), "{provider}");
        let body: Value = serde_json::from_str(request.body()).expect("JSON");
        assert_eq!(
            body,
            asked(provider).request(&tools()).expect("a body"),
            "{provider}"
        );

        let mut chat = asked(provider);
        let request = endpoint(provider).stream_request(&mut chat, &tools(), &key);
        let request = request.expect("a request");
        assert_eq!(request.uri(), stream_url, "{provider}");
        let body: Value = serde_json::from_str(request.body()).expect("JSON");
        let expected = asked(provider).stream_request(&tools()).expect("a body");
        assert_eq!(body, expected, "{provider}");
    }
}

/// In strict mode, which has to be named for this provider.
#[tool(strict(DeepSeek))]
fn exact_weather(place: &str) -> String {
    place.to_owned()
}

#[test]
fn strict_tools_of_deepseek_have_their_own_url() {
    let provider = Provider::DeepSeek;
    let key = ApiKey::new("k-123");
    let strict = toolset![exact_weather].build().expect("a set");
    let url = |endpoint: Endpoint, tools: &ToolSet| {
        let request = endpoint.request(&mut asked(provider), tools, &key);
        let streamed = endpoint.stream_request(&mut asked(provider), tools, &key);
        let url = request.expect("a request").uri().to_string();
        assert_eq!(streamed.expect("a request").uri(), &*url);
        url
    };
    let beta = "https://api.deepseek.com/beta/chat/completions";
    assert_eq!(url(Endpoint::new(provider), &strict), beta);
    let plain = "https://api.deepseek.com/chat/completions";
    assert_eq!(url(Endpoint::new(provider), &tools()), plain);
    let own = Endpoint::new(provider).base_url("https://proxy.example.org/v1");
    let own = url(own.expect("a URL"), &strict);
    assert_eq!(own, "https://proxy.example.org/v1/chat/completions");
}

#[test]
fn further_headers_are_those_that_a_provider_requires() {
    let key = ApiKey::new("k-123");
    for provider in chats() {
        let mut chat = asked(provider);
        let request = endpoint(provider).stream_request(&mut chat, &tools(), &key);
        let request = request.expect("a request");
        let mut names: Vec<_> = request.headers().keys().map(HeaderName::as_str).collect();
        names.retain(|name| *name != "content-type" && *name != expected(provider).2.0);
        match provider {
            Provider::Anthropic => {
                assert_eq!(names, ["anthropic-version"]);
                assert_eq!(request.headers()["anthropic-version"], "2023-06-01");
            }
            Provider::Bedrock => {
                assert_eq!(names, ["accept"]);
                let accepted = "application/vnd.amazon.eventstream";
                assert_eq!(request.headers()["accept"], accepted);
            }
            _ => assert!(names.is_empty(), "{provider}: {names:?}"),
        }
    }
}

#[test]
fn a_bearer_token_replaces_the_header_of_the_key() {
    for provider in chats() {
        let token = ApiKey::bearer("t-1");
        let request = endpoint(provider).request(&mut asked(provider), &tools(), &token);
        let request = request.expect("a request");
        assert_eq!(
            request.headers()["authorization"],
            "Bearer t-1",
            "{provider}"
        );
        let name = expected(provider).2.0;
        assert_eq!(
            request.headers().contains_key(name),
            name == "authorization"
        );
    }
}

#[test]
fn a_provider_without_a_chat_api_has_no_request() {
    for provider in [Provider::Mcp, Provider::JsonSchema] {
        let error = asked(provider).http_request(&tools(), &ApiKey::new("k"));
        let error = error.expect_err("no chat").to_string();
        assert!(error.contains("has no chat API"), "{error}");
        let error = ApiKey::from_env(provider).expect_err("no chat").to_string();
        assert!(error.contains("has no chat API"), "{error}");
    }
}

/// The variables of the other providers are tested by `examples/tests`, in processes of their own.
#[test]
fn a_provider_without_a_variable_names_the_kind_of_its_key() {
    let error = ApiKey::from_env(Provider::Vertex).expect_err("no variable");
    assert_eq!(
        error.to_string(),
        "vertex needs a key: an OAuth access token of Google Cloud"
    );
    let none = ApiKey::from_env(Provider::Portable).expect("none is needed");
    let request =
        endpoint(Provider::Portable).request(&mut asked(Provider::Portable), &tools(), &none);
    assert!(
        !request
            .expect("a request")
            .headers()
            .contains_key("authorization")
    );
}

#[test]
fn an_endpoint_of_another_provider_is_an_error() {
    let mut chat = asked(Provider::Anthropic);
    let error = endpoint(Provider::OpenAi).request(&mut chat, &tools(), &ApiKey::new("k"));
    assert_eq!(
        error.expect_err("another provider").to_string(),
        "the conversation is with anthropic, and the endpoint is one of openai: create it by `Endpoint::new(chat.provider())`"
    );
}

#[test]
fn an_error_leaves_the_conversation_unchanged() {
    for provider in chats() {
        let mut chat = asked(provider);
        let before = chat.clone();
        let result = endpoint(provider).request(&mut chat, &tools(), &ApiKey::new("a\nb"));
        assert_eq!(result.unwrap_err(), HttpError::InvalidKey { provider });
        assert_eq!(chat, before, "{provider}");
    }
    let mut empty = Conversation::new(Provider::OpenAi, "some-model");
    let error = empty.http_request(&tools(), &ApiKey::new("k")).unwrap_err();
    assert!(matches!(error, HttpError::Conversation(_)), "{error}");
}

#[test]
fn a_request_is_the_same_until_an_answer_was_received() {
    let key = ApiKey::new("k");
    let mut chat = asked(Provider::OpenAi);
    let first = chat.http_request(&tools(), &key).expect("a request");
    let again = chat.http_request(&tools(), &key).expect("a request");
    assert_eq!(first.body(), again.body());
    assert!(chat.receive_turn(Turn::default()).is_ok());
    assert!(chat.http_request(&tools(), &key).is_err());
}

#[test]
fn a_conversation_uses_the_providers_own_endpoint() {
    let key = ApiKey::new("k-123");
    for provider in chats() {
        let own = Endpoint::new(provider).stream_request(&mut asked(provider), &tools(), &key);
        let found = asked(provider).http_stream_request(&tools(), &key);
        match (own, found) {
            (Ok(own), Ok(found)) => {
                assert_eq!(found.uri(), own.uri());
                assert_eq!(found.headers(), own.headers(), "{provider}");
                assert_eq!(found.body(), own.body());
            }
            (own, found) => assert_eq!(own.err(), found.err(), "{provider}"),
        }
    }
}

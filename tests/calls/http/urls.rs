//! Base URLs, the parts of a URL, and models in a path.

use toolcast::http::{ApiKey, Endpoint, HttpError};
use toolcast::{Conversation, Provider};

use super::{asked, endpoint, tools};

fn url(endpoint: &Endpoint, provider: Provider, model: &str) -> Result<String, HttpError> {
    let mut chat = Conversation::new(provider, model);
    chat.user("Hello");
    let request = endpoint.request(&mut chat, &tools(), &ApiKey::new("k"))?;
    Ok(request.uri().to_string())
}

#[test]
fn a_base_url_is_encrypted_or_on_this_machine() {
    for (base, expected) in [
        (
            "https://example.com",
            "https://example.com/chat/completions",
        ),
        (
            "https://example.com/v1/",
            "https://example.com/v1/chat/completions",
        ),
        (
            "HTTPS://example.com:8443/a/b",
            "https://example.com:8443/a/b/chat/completions",
        ),
        (
            "http://localhost:1234/v1",
            "http://localhost:1234/v1/chat/completions",
        ),
        (
            "http://127.0.0.1:8000",
            "http://127.0.0.1:8000/chat/completions",
        ),
        ("http://127.1.2.3", "http://127.1.2.3/chat/completions"),
        (
            "http://[::1]:8000/v1",
            "http://[::1]:8000/v1/chat/completions",
        ),
    ] {
        let endpoint = Endpoint::new(Provider::Portable).base_url(base);
        let found = url(&endpoint.expect(base), Provider::Portable, "m");
        assert_eq!(found.expect(base), expected);
    }
}

#[test]
fn a_base_url_that_is_not_safe_for_a_key_is_an_error() {
    for (base, expected) in [
        ("http://example.com", "isn't encrypted"),
        ("http://10.0.0.5:8000", "isn't encrypted"),
        ("http://localhost.example.com", "isn't encrypted"),
        ("http://127.0.0.1.example.com", "isn't encrypted"),
        ("http://[2001:db8::1]", "isn't encrypted"),
        ("https://user:hunter2@example.com", "name or password"),
        ("https://example.com@evil.example", "name or password"),
        ("ftp://example.com", "needs the scheme `https`"),
        ("example.com/v1", "isn't a"),
        ("/v1", "isn't absolute"),
        ("", "isn't a"),
        ("https://", "isn't a URL"),
        ("https://example.com/?key=hunter2", "query or a fragment"),
        ("https://example.com/#hunter2", "query or a fragment"),
        ("example.com/p?hunter2", "query or a fragment"),
        ("https:/example.com#hunter2", "query or a fragment"),
        ("hunter2", "isn't absolute"),
        ("https://exa mple.com", "isn't a URL"),
        ("https://{location}.example.com", "isn't a URL"),
        ("https://example.com/{model}/v1", "isn't a URL"),
    ] {
        let error = Endpoint::new(Provider::Portable).base_url(base);
        let error = error.expect_err(base).to_string();
        assert!(error.starts_with("the base URL "), "{error}");
        assert!(error.contains(expected), "{base}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
    let long = format!("https://example.com/{}", "a".repeat(3000));
    let error = Endpoint::new(Provider::Portable).base_url(&long);
    let error = error.expect_err("too long").to_string();
    assert!(
        error.contains("longer than") && error.len() < 300,
        "{error}"
    );
}

#[test]
fn a_missing_part_is_named() {
    let whole = endpoint(Provider::Vertex);
    for (provider, endpoint, expected) in [
        (
            Provider::Portable,
            Endpoint::new(Provider::Portable),
            "portable has no base URL of its own: set the host's by `Endpoint::base_url`",
        ),
        (
            Provider::AzureOpenAi,
            Endpoint::new(Provider::AzureOpenAi),
            "the URL of azure-openai needs a resource: set it by `Endpoint::resource`",
        ),
        (
            Provider::Vertex,
            Endpoint::new(Provider::Vertex).project("p"),
            "the URL of vertex needs a location: set it by `Endpoint::location`",
        ),
        (
            Provider::Vertex,
            Endpoint::new(Provider::Vertex).location("global"),
            "the URL of vertex needs a project: set it by `Endpoint::project`",
        ),
        (
            Provider::Bedrock,
            Endpoint::new(Provider::Bedrock),
            "the URL of bedrock needs a location: set it by `Endpoint::location`",
        ),
        (
            Provider::Vertex,
            whole.resource("r"),
            "the URL of vertex has no resource: remove `Endpoint::resource`",
        ),
        (
            Provider::OpenAi,
            Endpoint::new(Provider::OpenAi).location("eu"),
            "the URL of openai has no location: remove `Endpoint::location`",
        ),
    ] {
        let error = url(&endpoint, provider, "m").expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn single_locations_have_a_host_of_their_own() {
    for (location, host) in [
        ("global", "aiplatform.googleapis.com"),
        ("us", "aiplatform.us.rep.googleapis.com"),
        ("eu", "aiplatform.eu.rep.googleapis.com"),
        ("us-central1", "us-central1-aiplatform.googleapis.com"),
    ] {
        let endpoint = Endpoint::new(Provider::Vertex)
            .project("p")
            .location(location);
        let url = url(&endpoint, Provider::Vertex, "m").expect("a URL");
        let expected = format!(
            "https://{host}/v1/projects/p/locations/{location}/publishers/google/models/m:generateContent"
        );
        assert_eq!(url, expected);
    }
}

#[test]
fn a_part_of_a_host_cannot_lead_to_another_host() {
    for part in [
        "evil.example/",
        "evil.example",
        "a@b",
        "a:1",
        "a#",
        "a?b",
        "",
        "-a",
        "a-",
        "a b",
        "ä",
        "{project}",
        &"a".repeat(64),
    ] {
        let azure = Endpoint::new(Provider::AzureOpenAi).resource(part);
        let error = url(&azure, Provider::AzureOpenAi, "m").expect_err(part);
        assert!(
            error.to_string().contains("can't be the resource in a URL"),
            "{error}"
        );
        let bedrock = Endpoint::new(Provider::Bedrock).location(part);
        let error = url(&bedrock, Provider::Bedrock, "m").expect_err(part);
        assert!(
            error.to_string().contains("can't be the location in a URL"),
            "{error}"
        );
    }
    let project = Endpoint::new(Provider::Vertex)
        .project("a/../b{model}")
        .location("global");
    let url = url(&project, Provider::Vertex, "m").expect("a URL");
    assert!(
        url.contains("/projects/a%2F..%2Fb%7Bmodel%7D/locations/"),
        "{url}"
    );
}

#[test]
fn a_model_is_escaped_in_a_path() {
    for (provider, model, expected) in [
        (
            Provider::Bedrock,
            "anthropic.claude-3-haiku-20240307-v1:0",
            "/model/anthropic.claude-3-haiku-20240307-v1%3A0/converse",
        ),
        (
            Provider::Bedrock,
            "arn:aws:bedrock:us-east-1:1:inference-profile/x",
            "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fx/converse",
        ),
        (
            Provider::Gemini,
            "models/m",
            "/v1beta/models/m:generateContent",
        ),
        (
            Provider::Gemini,
            "tunedModels/m",
            "/v1beta/tunedModels/m:generateContent",
        ),
        (
            Provider::Gemini,
            "m?key=1&a",
            "/v1beta/models/m%3Fkey%3D1%26a:generateContent",
        ),
        (
            Provider::Vertex,
            "meta/llama",
            "/locations/europe-west1/publishers/meta/models/llama:generateContent",
        ),
        (
            Provider::Vertex,
            "publishers/meta/models/llama",
            "/locations/europe-west1/publishers/meta/models/llama:generateContent",
        ),
        (Provider::OpenAi, "a/b?c#d", "/v1/chat/completions"),
    ] {
        let url = url(&endpoint(provider), provider, model).expect("a URL");
        assert!(url.ends_with(expected), "{url}");
    }
    for model in ["", ".", "..", "models/../x", "models/", "models//x"] {
        let error = url(&endpoint(Provider::Gemini), Provider::Gemini, model);
        let error = error.expect_err(model).to_string();
        assert!(error.contains("can't be the model in a URL"), "{error}");
    }
}

#[test]
fn a_key_is_required_unless_a_server_may_be_without() {
    for provider in super::chats() {
        let result = endpoint(provider).request(&mut asked(provider), &tools(), &ApiKey::none());
        if matches!(provider, Provider::Ollama | Provider::Portable) {
            let request = result.expect("no key is needed");
            assert!(!request.headers().contains_key("authorization"));
            continue;
        }
        let error = result.expect_err("a key is needed").to_string();
        assert!(
            error.starts_with(&format!("{provider} needs a key: ")),
            "{error}"
        );
        if provider == Provider::Bedrock {
            assert!(error.contains("needs the AWS SDK"), "{error}");
        }
    }
}

/// A tuned model of Vertex has a whole resource name, which names its project and location.
#[test]
fn a_resource_name_is_the_path_and_has_the_location_of_the_host() {
    let model = "projects/p-1/locations/us-central1/endpoints/7";
    let path = "/v1/projects/p-1/locations/us-central1/endpoints/7:generateContent";
    for (endpoint, host) in [
        (
            Endpoint::new(Provider::Vertex),
            "us-central1-aiplatform.googleapis.com",
        ),
        (
            Endpoint::new(Provider::Vertex).location("europe-west1"),
            "europe-west1-aiplatform.googleapis.com",
        ),
    ] {
        let url = url(&endpoint, Provider::Vertex, model).expect("a URL");
        assert_eq!(url, format!("https://{host}{path}"));
    }
    let global = "projects/p-1/locations/global/publishers/google/models/m";
    let whole = url(&Endpoint::new(Provider::Vertex), Provider::Vertex, global).expect("a URL");
    assert_eq!(
        whole,
        format!("https://aiplatform.googleapis.com/v1/{global}:generateContent")
    );
    let project = Endpoint::new(Provider::Vertex).project("p-2");
    let error = url(&project, Provider::Vertex, model)
        .expect_err("two projects")
        .to_string();
    assert_eq!(
        error,
        "the URL of vertex has no project: remove `Endpoint::project`"
    );
    for model in [
        "projects/../x",
        "projects/p//x",
        "projects/p/locations/a b/endpoints/7",
    ] {
        let found = url(
            &Endpoint::new(Provider::Vertex).location("us-east1"),
            Provider::Vertex,
            model,
        );
        let bad = found.map_or(true, |url| url.contains("a%20b"));
        assert!(bad, "{model}");
    }
}

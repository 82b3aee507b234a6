//! HTTP requests of a conversation, and the errors of responses.

mod errors;
mod requests;
mod secrets;
mod urls;
mod waits;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use toolcast::http::{ApiError, Endpoint};
use toolcast::set::ToolSet;
use toolcast::{Conversation, Provider, tool, toolset};

use crate::conversation::chats;

/// The weather at a place.
#[tool]
fn weather(place: &str) -> String {
    place.to_owned()
}

fn tools() -> ToolSet {
    toolset![weather].build().expect("a set")
}

/// A conversation with a question.
fn asked(provider: Provider) -> Conversation {
    let mut chat = Conversation::new(provider, "some-model");
    chat.user("How warm is it?");
    chat
}

/// An endpoint with all that its URL needs.
fn endpoint(provider: Provider) -> Endpoint {
    let endpoint = Endpoint::new(provider);
    match provider {
        Provider::AzureOpenAi => endpoint.resource("my-resource"),
        Provider::Vertex => endpoint.project("my-project").location("europe-west1"),
        Provider::Bedrock => endpoint.location("us-east-1"),
        Provider::Portable => {
            let endpoint = endpoint.base_url("https://openrouter.ai/api/v1");
            endpoint.expect("a URL")
        }
        _ => endpoint,
    }
}

fn error(provider: Provider, status: u16, headers: &[(&str, &str)], body: &str) -> ApiError {
    let mut all = HeaderMap::new();
    for (name, value) in headers {
        let name: HeaderName = name.parse().expect("a name");
        all.append(
            name,
            HeaderValue::from_bytes(value.as_bytes()).expect("a value"),
        );
    }
    let status = StatusCode::from_u16(status).expect("a status");
    ApiError::new(provider, status, &all, body.as_bytes())
}

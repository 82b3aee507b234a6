//! The model behind HTTP: raw requests over TCP, on this machine.

use super::chats;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use toolcast::Provider;
use toolcast::testing::{Answer, ModelServer, ScriptedModel};

fn server(provider: Provider, answers: impl IntoIterator<Item = Answer>) -> ModelServer {
    ModelServer::start(ScriptedModel::new(provider, answers)).expect("a port")
}

/// Sends bytes and returns everything that comes back.
fn send(server: &ModelServer, bytes: &[u8]) -> String {
    let address = server.base_url();
    let mut stream = TcpStream::connect(address.trim_start_matches("http://")).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream.write_all(bytes).unwrap();
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    String::from_utf8(all).unwrap()
}

fn post(server: &ModelServer, path: &str, body: &str) -> String {
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: a\r\nAuthorization: Bearer sk-secret\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    send(server, request.as_bytes())
}

/// Returns the body of a response, without the framing of chunks.
fn body(response: &str) -> String {
    let (head, mut rest) = response.split_once("\r\n\r\n").expect("a head");
    if !head.contains("transfer-encoding: chunked") {
        return rest.to_owned();
    }
    let mut bytes = Vec::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            break;
        }
        bytes.extend_from_slice(&after.as_bytes()[..size]);
        rest = &after[size + 2..];
    }
    String::from_utf8(bytes).unwrap()
}

/// The paths of a whole and a streamed answer, behind the base URLs of real hosts.
fn paths(provider: Provider) -> (&'static str, &'static str) {
    match provider {
        Provider::OpenAiResponses => ("/v1/responses", "/v1/responses"),
        Provider::Anthropic => ("/v1/messages", "/v1/messages"),
        Provider::Gemini | Provider::GeminiJsonSchema => (
            "/v1beta/models/gemini-3:generateContent?key=sk-secret",
            "/v1beta/models/gemini-3:streamGenerateContent?alt=sse",
        ),
        Provider::Vertex => (
            "/v1/projects/p/locations/global/publishers/google/models/gemini-3:generateContent",
            "/v1/projects/p/locations/global/publishers/google/models/gemini-3:streamGenerateContent?alt=sse",
        ),
        Provider::Bedrock => (
            "/model/anthropic.claude-3-haiku-20240307-v1%3A0/converse",
            "/model/anthropic.claude-3-haiku-20240307-v1%3A0/converse-stream",
        ),
        Provider::Cohere => ("/v2/chat", "/v2/chat"),
        Provider::Ollama => ("/api/chat", "/api/chat"),
        Provider::AzureOpenAi => (
            "/openai/deployments/d/chat/completions?api-version=v1",
            "/openai/v1/chat/completions",
        ),
        Provider::Groq => ("/openai/v1/chat/completions", "/openai/v1/chat/completions"),
        Provider::DeepSeek => ("/chat/completions", "/beta/chat/completions"),
        _ => ("/v1/chat/completions", "/v1/chat/completions"),
    }
}

#[test]
fn each_provider_is_answered_at_its_path_whole_and_streamed() {
    for provider in chats() {
        let answer = Answer::new()
            .text("I'll look.")
            .call("look", json!({"at": 1}));
        let server = server(provider, [answer.clone(), answer]);
        let (whole, stream) = paths(provider);
        let response = post(&server, whole, r#"{"stream":false}"#);
        assert!(
            response.starts_with("HTTP/1.1 200 "),
            "{provider}: {response}"
        );
        let turn = provider.parse_turn(&body(&response)).unwrap();
        assert_eq!(turn.text, "I'll look.", "{provider}");

        let response = post(&server, stream, r#"{"stream":true}"#);
        assert!(
            response.contains("transfer-encoding: chunked"),
            "{provider}: {response}"
        );
        let mut reader = provider.stream().unwrap();
        reader.push(body(&response).as_bytes()).unwrap();
        let streamed = reader.finish().unwrap();
        assert_eq!(streamed.text, turn.text, "{provider}");
        assert_eq!(streamed.calls.len(), 1, "{provider}");
        assert_eq!(server.answers_left(), 0, "{provider}");
    }
}

#[test]
fn values_of_headers_and_queries_are_not_kept() {
    let server = server(Provider::Gemini, [Answer::from("yes")]);
    post(&server, paths(Provider::Gemini).0, "{}");
    let requests = server.requests();
    assert_eq!(requests[0].path, "/v1beta/models/gemini-3:generateContent");
    assert!(
        requests[0]
            .header_names
            .contains(&"authorization".to_owned())
    );
    assert!(!format!("{requests:?} {server:?}").contains("sk-secret"));
}

#[test]
fn errors_have_their_status_headers_and_body() {
    let error = Answer::error(429, "slow down").header("retry-after", "2");
    let html = Answer::error(502, "")
        .header("content-type", "text/html")
        .body("<p>");
    let server = server(Provider::Anthropic, [error, html]);
    let response = post(&server, "/v1/messages", r#"{"stream":true}"#);
    assert!(response.starts_with("HTTP/1.1 429 "), "{response}");
    assert!(response.contains("\r\nretry-after: 2\r\n"), "{response}");
    assert!(body(&response).contains("rate_limit_error"), "{response}");
    let response = post(&server, "/v1/messages", "{}");
    assert!(
        response.contains("content-type: text/html\r\n"),
        "{response}"
    );
    assert!(!response.contains("application/json"), "{response}");
    assert_eq!(body(&response), "<p>");
}

#[test]
fn a_cut_answer_ends_the_connection_early() {
    let cut = Answer::from("a text that never ends").cut_after(100);
    let server = server(Provider::OpenAi, [cut.clone(), cut]);
    let whole = post(&server, "/v1/chat/completions", "{}");
    assert_eq!(body(&whole).len(), 100);
    let stream = post(&server, "/v1/chat/completions", r#"{"stream":true}"#);
    assert_eq!(body(&stream).len(), 100);
    assert!(!stream.ends_with("0\r\n\r\n"), "{stream}");
}

#[test]
fn wrong_requests_are_refused_and_use_no_answer() {
    let server = server(Provider::Anthropic, [Answer::from("yes")]);
    let path = post(&server, "/v1/chat/completions", "{}");
    assert!(path.starts_with("HTTP/1.1 404 "), "{path}");
    assert!(
        path.contains("the requests of `anthropic` go to /v1/messages"),
        "{path}"
    );
    let json = post(&server, "/v1/messages", "{");
    assert!(json.starts_with("HTTP/1.1 400 "), "{json}");
    let get = send(&server, b"GET /v1/messages HTTP/1.1\r\n\r\n");
    assert!(get.starts_with("HTTP/1.1 405 "), "{get}");
    let line = send(&server, b"hello\r\n\r\n");
    assert!(line.starts_with("HTTP/1.1 400 "), "{line}");
    let large = b"POST /v1/messages HTTP/1.1\r\ncontent-length: 99999999\r\n\r\n";
    let large = send(&server, large);
    assert!(large.starts_with("HTTP/1.1 413 "), "{large}");
    let chunks = b"POST /v1/messages HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunks = send(&server, chunks);
    assert!(chunks.starts_with("HTTP/1.1 411 "), "{chunks}");
    let mut long = b"POST /v1/messages HTTP/1.1\r\n".to_vec();
    long.extend(b"a: b\r\n".repeat(12_000));
    let long = send(&server, &long);
    assert!(
        long.is_empty() || long.starts_with("HTTP/1.1 431 "),
        "{long}"
    );
    assert_eq!(server.answers_left(), 1);
}

#[test]
fn a_dropped_server_stops() {
    let server = server(Provider::OpenAi, []);
    let address = server.base_url();
    let address = address.trim_start_matches("http://").to_owned();
    // A connection that sends nothing doesn't hold it up.
    let idle = TcpStream::connect(&address).unwrap();
    let begun = Instant::now();
    drop(server);
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(TcpStream::connect(&address).is_err());
    drop(idle);
}

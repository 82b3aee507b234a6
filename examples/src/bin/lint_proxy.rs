//! Forwards another program's chat requests to OpenAI, repaired, and prints each repair.
//!
//! `cargo run -p toolcast-examples --bin lint_proxy -- 127.0.0.1:8100 https://api.openai.com`
//! Then the other program uses the base URL `http://127.0.0.1:8100/v1`.

use std::error::Error;
use std::io::Read;

use serde_json::Value;
use tiny_http::{Header, Request, Response, Server};
use toolcast::lint::{self, FixReport};
use toolcast::{Provider, ToolCall};

const MAX_BODY: u64 = 32 << 20;

/// Converts the calls of an answer to the names and arguments that the program knows.
fn restore(report: &FixReport, answer: &mut Value) {
    let choices = answer["choices"].as_array_mut().into_iter().flatten();
    let calls = choices.filter_map(|choice| choice["message"]["tool_calls"].as_array_mut());
    for call in calls.flatten().filter_map(|call| call.get_mut("function")) {
        let text = |name: &str| call[name].as_str().unwrap_or_default().to_owned();
        let restored = report.restore(ToolCall::new("", text("name"), text("arguments")));
        call["name"] = restored.name.into();
        call["arguments"] = restored.arguments.into();
    }
}

type Answer = Result<(u16, Vec<u8>), Box<dyn Error>>;

/// Sends a request on, and returns the status and the body of the response.
fn forward(client: &ureq::Agent, upstream: &str, request: &mut Request) -> Answer {
    let mut body = Vec::new();
    request.as_reader().take(MAX_BODY).read_to_end(&mut body)?;
    let mut report = None;
    if let Ok(mut json) = serde_json::from_slice::<Value>(&body) {
        // A streamed answer would need its calls restored part by part.
        if json["stream"] == true {
            return Ok((400, b"this proxy doesn't stream".into()));
        }
        let fixed = lint::fix(Provider::OpenAi, &mut json);
        for change in &fixed.changes {
            println!("{change}");
        }
        fixed
            .removed
            .iter()
            .for_each(|tool| println!("left out {tool}"));
        body = serde_json::to_vec(&json)?;
        report = Some(fixed);
    }
    let sent = http::Request::builder().method(request.method().as_str());
    let mut sent = sent.uri(format!("{upstream}{}", request.url()));
    for Header { field, value } in request.headers() {
        let field = field.as_str().as_str();
        if ["authorization", "content-type"].contains(&&*field.to_lowercase()) {
            sent = sent.header(field, value.as_str());
        }
    }
    let mut response = client.run(sent.body(body)?)?;
    let mut answer = response.body_mut().read_to_vec()?;
    if let (Some(report), Ok(mut json)) = (report, serde_json::from_slice(&answer)) {
        restore(&report, &mut json);
        answer = serde_json::to_vec(&json)?;
    }
    Ok((response.status().as_u16(), answer))
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: lint_proxy ADDRESS UPSTREAM";
    let server = Server::http(arguments.next().ok_or(usage)?)?;
    let upstream = arguments.next().ok_or(usage)?;
    println!("http://{}/v1", server.server_addr());
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    for mut request in server.incoming_requests() {
        let (status, body) = forward(&client, upstream.trim_end_matches('/'), &mut request)
            .unwrap_or_else(|error| (502, error.to_string().into_bytes()));
        request.respond(Response::from_data(body).with_status_code(status))?;
    }
    Ok(())
}

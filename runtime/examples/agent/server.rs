//! A local server that plays a model with three answers behind a provider's API. It checks every
//! request and reports the mistakes.

use crate::api::{Api, SentResult};
use serde_json::Value;
use std::io::Read;
use std::net::Ipv4Addr;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
use tiny_http::{Header, Request, Response, Server, StatusCode};
use toolcast::{Provider, ToolDef};

/// How long it waits for a request before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that answers three requests and ends.
pub(crate) struct Model {
    pub(crate) port: u16,
    /// The errors in the requests; sent once, after the last request or the timeout.
    complaints: Receiver<Vec<String>>,
}

impl Model {
    pub(crate) fn start(
        provider: Provider,
        api: Api,
        tools: &'static [&'static ToolDef],
    ) -> Result<Self, String> {
        let server = Server::http((Ipv4Addr::LOCALHOST, 0))
            .map_err(|error| format!("no server: {error}"))?;
        let port = server
            .server_addr()
            .to_ip()
            .ok_or("the server has no port")?
            .port();
        let (send, complaints) = channel();
        thread::spawn(move || {
            // The receiver may be gone.
            let _ = send.send(converse(&server, provider, &api, tools));
        });
        Ok(Model { port, complaints })
    }

    /// Returns the errors in the conversation.
    pub(crate) fn complaints(self) -> Vec<String> {
        self.complaints
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| vec!["the server did not end".to_owned()])
    }
}

/// The conversation from the model's side.
fn converse(server: &Server, provider: Provider, api: &Api, tools: &[&ToolDef]) -> Vec<String> {
    let mut complaints = Vec::new();
    for turn in 0..3 {
        let mut request = match server.recv_timeout(PATIENCE) {
            Ok(Some(request)) => request,
            Ok(None) => {
                complaints.push(format!("request {} never came", turn + 1));
                break;
            }
            Err(error) => {
                complaints.push(error.to_string());
                break;
            }
        };
        let found = read(&mut request, api).and_then(|body| {
            declarations(&body, provider, api, tools)?;
            let results = (api.results)(&body);
            match turn {
                0 if results.is_empty() => Ok(()),
                0 => Err("there are results before any call".to_owned()),
                1 => after_first(&results, api.ids),
                _ => after_second(&results, api.ids),
            }
        });
        if let Err(complaint) = found {
            complaints.push(format!("request {}: {complaint}", turn + 1));
        }
        if let Err(error) = answer(request, api, turn) {
            complaints.push(error.to_string());
        }
    }
    complaints
}

fn read(request: &mut Request, api: &Api) -> Result<Value, String> {
    if request.url() != api.path {
        return Err(format!("the path is {}, not {}", request.url(), api.path));
    }
    serde_json::from_reader(request.as_reader().take(1 << 20))
        .map_err(|error| format!("no JSON: {error}"))
}

/// Checks that the declarations are at the provider's place, and equal the compiler's texts.
fn declarations(
    body: &Value,
    provider: Provider,
    api: &Api,
    tools: &[&ToolDef],
) -> Result<(), String> {
    let sent = body
        .pointer(api.tools)
        .and_then(Value::as_array)
        .ok_or_else(|| format!("no tools at {}", api.tools))?;
    let wanted: Vec<Value> = tools
        .iter()
        .map(|tool| serde_json::from_str(tool.schema_for(provider)).unwrap_or_default())
        .collect();
    if *sent == wanted {
        Ok(())
    } else {
        Err("the tools are not those that were compiled".to_owned())
    }
}

fn after_first(results: &[SentResult], ids: [&str; 4]) -> Result<(), String> {
    let [search, event] = of(results, ids)?;
    says(search, false, "A schedule for the crane")?;
    // The model must be able to see the mistake.
    says(event, true, "firstDay")
}

fn after_second(results: &[SentResult], ids: [&str; 4]) -> Result<(), String> {
    let [_, _, event, rows] = of(results, ids)?;
    says(event, false, "on 2026-11-27")?;
    says(rows, false, "Corvo")?;
    if rows.text.contains("Brisa") {
        return Err("the filter was lost".to_owned());
    }
    Ok(())
}

/// The results of the first calls, each of which must be there once, in the calls' order.
fn of<'r, const N: usize>(
    results: &'r [SentResult],
    ids: [&str; 4],
) -> Result<&'r [SentResult; N], String> {
    let named: Vec<&str> = results.iter().map(|result| result.of.as_str()).collect();
    if named != ids[..N] {
        return Err(format!("results of {named:?}, not of {:?}", &ids[..N]));
    }
    results
        .try_into()
        .map_err(|_| "another number of results".to_owned())
}

fn says(result: &SentResult, error: bool, words: &str) -> Result<(), String> {
    if result.error.is_some_and(|flag| flag != error) {
        return Err(format!("the result of `{}` is flagged wrongly", result.of));
    }
    if result.text.contains(words) {
        return Ok(());
    }
    Err(format!(
        "the result of `{}` lacks `{words}`: {}",
        result.of, result.text
    ))
}

fn answer(request: Request, api: &Api, turn: usize) -> std::io::Result<()> {
    let (text, media_type) = match turn {
        0 => (api.first, "application/json"),
        1 => (api.second, api.stream),
        _ => (api.third, "application/json"),
    };
    let header = Header::from_bytes(b"Content-Type", media_type.as_bytes())
        .map_err(|()| std::io::Error::other("no header"))?;
    // Without a length the body is sent in chunks, as streams are.
    let body = Pieces {
        rest: text.as_bytes(),
    };
    request.respond(Response::new(
        StatusCode(200),
        vec![header],
        body,
        None,
        None,
    ))
}

/// Text in small pieces that end anywhere, as a network delivers it.
struct Pieces {
    rest: &'static [u8],
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.rest.len().min(buffer.len()).min(61);
        let (piece, rest) = self.rest.split_at(n);
        buffer[..n].copy_from_slice(piece);
        self.rest = rest;
        Ok(n)
    }
}

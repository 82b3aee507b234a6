//! A local service with scripted answers, which stops by itself.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use tiny_http::{Header, Response};

/// How long anything may hang before a test fails.
const HANG: Duration = Duration::from_secs(120);

/// The service's behaviour at one request.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Status(u16, Vec<(&'static str, &'static str)>, &'static str),
    /// The body and the authorization that it was sent.
    Echo(u16),
    /// Nothing, until the test is over.
    Silence,
}

pub(crate) fn status(status: u16) -> Answer {
    Answer::Status(status, Vec::new(), "")
}

#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

impl Heard {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Service {
    pub(crate) url: String,
    heard: Receiver<Heard>,
    server: Arc<tiny_http::Server>,
    thread: Option<JoinHandle<()>>,
    /// Requests that get no answer before the end.
    _silent: Arc<Mutex<Vec<tiny_http::Request>>>,
}

impl Service {
    /// Answers each request with the next of these; further ones with 418.
    pub(crate) fn new(answers: Vec<Answer>) -> Self {
        let server = Arc::new(tiny_http::Server::http("127.0.0.1:0").unwrap());
        let url = format!(
            "http://{}/history?key=hidden",
            server.server_addr().to_ip().unwrap()
        );
        let (sender, heard) = channel();
        let silent = Arc::default();
        let thread = std::thread::spawn({
            let (server, silent) = (Arc::clone(&server), Arc::clone(&silent));
            move || serve(&server, answers, &sender, &silent)
        });
        Service {
            url,
            heard,
            server,
            thread: Some(thread),
            _silent: silent,
        }
    }

    /// The next request that came.
    pub(crate) fn heard(&self) -> Heard {
        self.heard.recv_timeout(HANG).expect("no request came")
    }

    /// Returns true if no further request came.
    pub(crate) fn is_quiet(&self) -> bool {
        self.heard.try_recv().is_err()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(
    server: &tiny_http::Server,
    answers: Vec<Answer>,
    sender: &Sender<Heard>,
    silent: &Mutex<Vec<tiny_http::Request>>,
) {
    let mut answers = answers.into_iter();
    let unasked = status(418);
    while let Ok(Some(mut request)) = server.recv_timeout(HANG) {
        let mut text = String::new();
        let _ = request.as_reader().read_to_string(&mut text);
        let headers: Vec<_> = request
            .headers()
            .iter()
            .map(|header| (header.field.to_string(), header.value.to_string()))
            .collect();
        let heard = Heard {
            method: request.method().to_string(),
            path: request.url().to_owned(),
            body: serde_json::from_str(&text).unwrap_or(Value::Null),
            headers,
        };
        let (status, headers, body) = match answers.next().unwrap_or_else(|| unasked.clone()) {
            Answer::Status(status, headers, body) => (status, headers, body.to_owned()),
            Answer::Echo(status) => {
                let token = heard.header("authorization").unwrap_or_default();
                (status, Vec::new(), format!("you sent {token}"))
            }
            Answer::Silence => {
                silent.lock().unwrap().push(request);
                let _ = sender.send(heard);
                continue;
            }
        };
        let mut response = Response::from_string(body).with_status_code(status);
        for (name, value) in headers {
            response.add_header(Header::from_bytes(name, value).unwrap());
        }
        let _ = request.respond(response);
        let _ = sender.send(heard);
    }
}

//! A scripted model behind HTTP, on this machine.

mod http;

use core::fmt;
use core::time::Duration;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use serde_json::Value;

use super::ScriptedModel;
use super::model::Response;
use http::HttpRequest;

/// The maximum number of open connections.
const MAX_OPEN: usize = 16;

/// The maximum number of connections over a server's life.
const MAX_CONNECTIONS: usize = 10_000;

/// The maximum time for a connection: one request and its response.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The maximum bytes of all bodies that are kept. Later ones are kept empty.
const MAX_KEPT: usize = 64 * 1024 * 1024;

/// A [`ScriptedModel`] behind HTTP on `127.0.0.1`. It answers at the path of its API, after any
/// base URL's path, and stops when it is dropped.
///
/// A request is at most 16 MiB, takes at most ten seconds, and has its own connection; at most 16
/// are open. Bodies are kept up to 64 MiB. Another path, another method or a body that isn't JSON
/// is an error in the provider's format and uses no answer of the script. Values of headers and
/// query parameters, which contain keys, are never kept.
///
/// ```
/// use toolcast::Provider;
/// use toolcast::testing::{Answer, ModelServer, ScriptedModel};
///
/// let model = ScriptedModel::new(Provider::OpenAi, [Answer::from("hello")]);
/// let server = ModelServer::start(model)?;
/// let url = server.base_url() + "/v1/chat/completions"; // for any HTTP client
/// # assert!(url.starts_with("http://127.0.0.1:"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "the server stops when it is dropped"]
pub struct ModelServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A request that a [`ModelServer`] received.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SentRequest {
    /// The method. Any other than `POST` is answered with 405.
    pub method: String,
    /// The path without its query.
    pub path: String,
    /// The names of the headers in lower case, without their values.
    pub header_names: Vec<String>,
    /// The body. Empty if all kept bodies together would exceed 64 MiB.
    pub body: String,
    /// The status that it was answered with.
    pub status: u16,
}

struct Shared {
    model: Mutex<ScriptedModel>,
    requests: Mutex<Vec<SentRequest>>,
    stop: AtomicBool,
    open: AtomicUsize,
}

impl ModelServer {
    /// Starts a server on a free port.
    ///
    /// # Errors
    ///
    /// Fails if the system gives no port or no thread.
    pub fn start(model: ScriptedModel) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            model: Mutex::new(model),
            requests: Mutex::new(Vec::new()),
            stop: AtomicBool::new(false),
            open: AtomicUsize::new(0),
        });
        let of_thread = shared.clone();
        let thread = thread::Builder::new()
            .name("toolcast-model".into())
            .spawn(move || listen(&listener, &of_thread))?;
        Ok(ModelServer {
            address,
            shared,
            thread: Some(thread),
        })
    }

    /// The URL without a path: `http://127.0.0.1:PORT`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests so far, in the order of their answers. Includes those answered with an error;
    /// excludes those that aren't valid HTTP.
    pub fn requests(&self) -> Vec<SentRequest> {
        lock(&self.shared.requests).clone()
    }

    /// The number of answers that no request has asked for. With a function, 0.
    pub fn answers_left(&self) -> usize {
        lock(&self.shared.model).answers_left()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        // A connection wakes the thread that accepts them.
        let _ = TcpStream::connect_timeout(&self.address, MAX_TIME);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for ModelServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelServer")
            .field("address", &self.address)
            .field("requests", &lock(&self.shared.requests).len())
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts connections until the server is dropped.
fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    for _ in 0..MAX_CONNECTIONS {
        let connection = listener.accept();
        if shared.stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok((stream, _)) = connection else {
            continue;
        };
        if shared.open.fetch_add(1, Ordering::SeqCst) >= MAX_OPEN {
            shared.open.fetch_sub(1, Ordering::SeqCst);
            let _ = stream.shutdown(Shutdown::Both);
            continue;
        }
        let open = Open(shared.clone());
        // If there is no thread, the connection closes.
        let _ = thread::Builder::new().spawn(move || {
            let _ = serve(stream, &open.0);
        });
    }
}

/// Counts an open connection.
struct Open(Arc<Shared>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Answers the one request of a connection.
fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    let until = Instant::now() + MAX_TIME;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(MAX_TIME))?;
    let request = match http::read(&mut stream, until) {
        Ok(request) => request,
        Err(http::Bad::Io(error)) => return Err(error),
        Err(http::Bad::Request(status, message)) => {
            let body = lock(&shared.model).format().error(status, &message);
            return http::respond(&mut stream, &error_of(status, body), "application/json");
        }
    };
    let response = answer(&request, shared);
    // Not the query, which may contain a key.
    let path = request.target.split(['?', '#']).next().unwrap_or_default();
    let mut kept = lock(&shared.requests);
    let bytes: usize = kept.iter().map(|request| request.body.len()).sum();
    let body = if bytes.saturating_add(request.body.len()) > MAX_KEPT {
        String::new()
    } else {
        request.body
    };
    kept.push(SentRequest {
        method: request.method,
        path: path.to_string(),
        header_names: request.header_names,
        body,
        status: response.status,
    });
    drop(kept);
    let lines = lock(&shared.model).provider().request().lines;
    let media_type = match (response.streams, lines) {
        (false, _) => "application/json",
        (true, false) => "text/event-stream",
        (true, true) => "application/x-ndjson",
    };
    http::respond(&mut stream, &response, media_type)
}

fn answer(request: &HttpRequest, shared: &Shared) -> Response {
    let mut model = lock(&shared.model);
    let body: Result<Value, _> = serde_json::from_str(&request.body);
    let asked = body.as_ref().ok().and_then(|body| body["stream"].as_bool());
    let (status, message) = match (
        &*request.method,
        model.format().streams(&request.target, asked),
        &body,
    ) {
        ("POST", Some(streams), Ok(_)) => return model.respond(&request.body, streams),
        ("POST", Some(_), Err(error)) => (400, format!("the body is not JSON: {error}")),
        ("POST", None, _) => {
            let message = format!(
                "no such path; the requests of `{}` go to {}",
                model.provider(),
                model.format().example_path()
            );
            (404, message)
        }
        _ => (405, "the method is not POST".to_string()),
    };
    error_of(status, model.format().error(status, &message))
}

fn error_of(status: u16, body: String) -> Response {
    Response {
        status,
        headers: Vec::new(),
        body,
        cut: None,
        streams: false,
    }
}

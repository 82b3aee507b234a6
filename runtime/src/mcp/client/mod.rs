//! The tools of servers in a set.

mod child;
mod endpoint;
#[cfg(feature = "mcp-http")]
mod http;
#[cfg(feature = "mcp-http")]
mod http_error;
mod lines;
mod link;
mod list;
mod listener;
mod merge;
mod output;
#[cfg(feature = "mcp-http")]
mod redacted;
mod secrets;
mod state;
mod tap;
mod task;
#[cfg(feature = "mcp-http")]
mod token;
mod trouble;

pub use endpoint::Endpoint;
pub use state::{Connection, ServerStatus};
#[cfg(feature = "mcp-http")]
pub use token::Token;

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;

use rmcp::model::Implementation;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use crate::set::ToolSet;
use link::Link;
use state::State;
use task::Task;

/// Connections to MCP servers, and one set of the program's own tools and all of theirs.
///
/// ```no_run
/// use toolcast::mcp::{Client, Endpoint};
/// use toolcast::{Provider, ToolSet};
///
/// # async fn run(own: ToolSet, mut request: serde_json::Value) -> Result<(), Box<dyn std::error::Error>> {
/// let client = Client::builder(own)
///     .server("time", Endpoint::command("uvx", ["mcp-server-time"]))
///     .server("files", Endpoint::command("files-server", ["--root", "/srv"]).prefixed())
///     .connect()
///     .await;
/// for server in client.status() {
///     eprintln!("{server}");
/// }
/// // Each turn: the tools that are there now, for any provider.
/// let tools = client.tools();
/// tools.extend_request(Provider::Anthropic, &mut request)?;
/// client.close().await;
/// # Ok(())
/// # }
/// ```
///
/// Connections live in the Tokio runtime in which they were begun. Calls may be awaited on any executor.
#[derive(Debug)]
pub struct Client {
    state: StateOf,
    closing: watch::Sender<bool>,
    retry: Vec<Arc<Notify>>,
    tasks: Vec<JoinHandle<()>>,
}

/// Only there to be shown as little.
struct StateOf(Arc<State>);

impl fmt::Debug for StateOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.status()).finish()
    }
}

/// Makes a [`Client`].
#[derive(Debug)]
#[must_use = "a builder does nothing before `connect`"]
pub struct ClientBuilder {
    own: ToolSet,
    info: Implementation,
    servers: Vec<(String, Endpoint)>,
}

impl ClientBuilder {
    /// With a server, under a name of the program's own: it stands in messages, and before names of tools that clash. Letters, digits, `_` and `-` make a good one.
    /// A name that another server has is given digits.
    pub fn server(mut self, name: impl Into<String>, endpoint: Endpoint) -> Self {
        let given = name.into();
        let mut name = given.clone();
        for n in 2.. {
            if self.servers.iter().all(|(other, _)| *other != name) {
                break;
            }
            name = format!("{given}_{n}");
        }
        self.servers.push((name, endpoint));
        self
    }

    /// With what servers are told of the program: its name and version.
    pub fn info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.info = Implementation::new(name, version);
        self
    }

    /// Reaches for all servers at once, and waits until each is there or has failed for the first time: [`Client::status`] says which. Those that failed are tried
    /// again, after half a second, one, two, and so on up to a minute. Nothing that a server does fails the others.
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime.
    pub async fn connect(self) -> Client {
        let client = self.start();
        client.ready().await;
        client
    }

    /// As [`connect`](Self::connect), without waiting: the set has the program's own tools at first. See [`Client::ready`] and [`Client::changed`].
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime.
    pub fn start(self) -> Client {
        let state = Arc::new(State::new(self.own));
        let (closing, closed) = watch::channel(false);
        let (mut tasks, mut retry) = (Vec::new(), Vec::new());
        for (name, endpoint) in self.servers {
            let secrets = endpoint.secrets();
            let link = Arc::new(Link::new(&name, secrets.clone()));
            let again = Arc::new(Notify::new());
            let task = Task {
                at: state.add(Arc::clone(&link), endpoint.prefixed, endpoint.call_timeout),
                endpoint,
                link,
                secrets,
                state: Arc::clone(&state),
                info: self.info.clone(),
                closing: closed.clone(),
                retry: Arc::clone(&again),
            };
            retry.push(again);
            tasks.push(tokio::spawn(task.run()));
        }
        Client {
            state: StateOf(state),
            closing,
            retry,
            tasks,
        }
    }
}

impl Client {
    /// Begins with the program's own tools, which may be none: `ToolSet::builder().build()`. What is said of all calls (hooks, policies, limits) is this set's, for the
    /// servers' tools too.
    pub fn builder(own: ToolSet) -> ClientBuilder {
        ClientBuilder {
            own,
            info: Implementation::new("toolcast", env!("CARGO_PKG_VERSION")),
            servers: Vec::new(),
        }
    }

    /// All tools as they are now. It costs next to nothing: ask each turn.
    pub fn tools(&self) -> ToolSet {
        self.state.0.set().borrow().clone()
    }

    /// How it stands with each server, in the order in which they were given.
    pub fn status(&self) -> Vec<ServerStatus> {
        self.state.0.status()
    }

    /// Waits until each server is there or has failed for the first time.
    pub async fn ready(&self) {
        let mut connecting = self.state.0.connecting().subscribe();
        // The sender is in `self`.
        let _ = connecting.wait_for(|servers| *servers == 0).await;
    }

    /// Waits until the set is another one than it is now, at the call of this function. It is ready too where the client is gone.
    pub fn changed(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut set = self.state.0.set().subscribe();
        async move {
            let _ = set.changed().await;
        }
    }

    /// Tries those servers again at once that wait for their next attempt.
    pub fn retry_now(&self) {
        self.retry.iter().for_each(|one| one.notify_waiters());
    }

    /// Closes all connections, as the protocol says, and waits until the servers that were started have ended. Without it they are ended when the client is dropped, by and by.
    pub async fn close(self) {
        self.closing.send_replace(true);
        for task in self.tasks {
            // A task that panicked is ended too.
            let _ = task.await;
        }
    }
}

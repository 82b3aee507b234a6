//! MCP client: adds the tools of servers to a set.

mod child;
mod credential_name;
mod credential_value;
mod endpoint;
mod error_text;
#[cfg(feature = "http-client")]
mod http;
#[cfg(feature = "http-client")]
mod http_error;
mod lines;
mod link;
mod link_text;
mod list;
mod output;
mod progress_interceptor;
mod result;
mod secrets;
mod state;
mod task;
#[cfg(feature = "http-client")]
mod token;
mod trouble;

pub use endpoint::McpEndpoint;
pub use state::{ConnectionState, ServerStatus};
#[cfg(feature = "http-client")]
pub use token::Token;

use std::sync::Arc;

use rmcp::model::Implementation;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use link::ServerLink;
use state::State;
use task::Task;
use toolcast::set::ToolSet;

/// Connections to MCP servers, and one set of the program's own tools and those of the servers.
///
/// ```no_run
/// use toolcast_mcp::{Client, McpEndpoint};
/// use toolcast::{Provider, ToolSet};
///
/// # type Error = Box<dyn std::error::Error>;
/// # async fn run(own: ToolSet, mut request: serde_json::Value) -> Result<(), Error> {
/// let client = Client::builder()
///     .tools(own)
///     .server("time", McpEndpoint::command("uvx", ["mcp-server-time"]))
///     .server("files", McpEndpoint::command("files-server", ["--root", "/srv"]).always_prefixed())
///     .connect()
///     .await;
/// for server in client.status() {
///     eprintln!("{server}");
/// }
/// // Each turn: the tools that are there now, for any provider.
/// let tools = client.tools();
/// let report = tools.extend_request(Provider::Anthropic, &mut request)?;
/// for tool in &report.skipped {
///     eprintln!("{tool}");
/// }
/// client.close().await;
/// # Ok(())
/// # }
/// ```
///
/// Connections live in the Tokio runtime in which they were started. Calls may be awaited on any
/// executor.
#[derive(Debug)]
#[must_use = "the connections close when the client is dropped"]
pub struct Client {
    state: Arc<State>,
    closing: watch::Sender<bool>,
    retry: Arc<Notify>,
    tasks: Vec<JoinHandle<()>>,
}

/// Builds a [`Client`].
#[derive(Debug)]
#[must_use = "a builder does nothing before `connect`"]
pub struct ClientBuilder {
    own: ToolSet,
    info: Implementation,
    servers: Vec<(String, McpEndpoint)>,
}

impl ClientBuilder {
    /// Sets the program's own tools. The call settings of this set (hooks, functions for errors,
    /// limits) also apply to the servers' tools.
    pub fn tools(mut self, own: ToolSet) -> Self {
        self.own = own;
        self
    }

    /// Adds a server under a name that the program chooses. The name appears in messages, and as a
    /// prefix of tool names that clash. Use letters, digits, `_` and `-`. A duplicate name gets a
    /// numeric suffix.
    pub fn server(mut self, name: impl Into<String>, endpoint: McpEndpoint) -> Self {
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

    /// Sets the program's name and version, which are sent to the servers.
    pub fn info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.info = Implementation::new(name, version);
        self
    }

    /// Connects to all servers concurrently, and waits until each is connected or has failed once.
    /// [`Client::status`] has the results. Failed servers are retried after half a second, one,
    /// two, and so on up to a minute. Servers don't affect each other.
    ///
    /// # Panics
    ///
    /// Panics outside of a Tokio runtime.
    pub async fn connect(self) -> Client {
        let client = self.start();
        client.ready().await;
        client
    }

    /// Starts the client without waiting for its servers, unlike [`connect`](Self::connect): the
    /// set contains only the program's own tools at first. See [`Client::ready`] and
    /// [`Client::changed`].
    ///
    /// # Panics
    ///
    /// Panics outside of a Tokio runtime.
    pub fn start(self) -> Client {
        let state = Arc::new(State::new(self.own));
        let (closing, closed) = watch::channel(false);
        let (mut tasks, retry) = (Vec::new(), Arc::<Notify>::default());
        for (name, endpoint) in self.servers {
            let link = ServerLink::new(&name, endpoint.call_timeout, endpoint.secrets());
            let link = Arc::new(link);
            let task = Task {
                at: state.add(Arc::clone(&link), endpoint.prefixed),
                endpoint,
                link,
                state: Arc::clone(&state),
                info: self.info.clone(),
                closing: closed.clone(),
                retry: Arc::clone(&retry),
            };
            tasks.push(tokio::spawn(task.run()));
        }
        Client {
            state,
            closing,
            retry,
            tasks,
        }
    }
}

impl Client {
    /// Creates a builder without servers.
    pub fn builder() -> ClientBuilder {
        ClientBuilder {
            own: ToolSet::default(),
            info: Implementation::new("toolcast", env!("CARGO_PKG_VERSION")),
            servers: Vec::new(),
        }
    }

    /// The current set of all tools. Cheap: call it for each turn.
    pub fn tools(&self) -> ToolSet {
        self.state.set.borrow().clone()
    }

    /// The status of each server, in the order they were added.
    pub fn status(&self) -> Vec<ServerStatus> {
        self.state.status()
    }

    /// Waits until each server is connected or has failed once.
    pub async fn ready(&self) {
        let mut connecting = self.state.connecting.subscribe();
        // An error is impossible: the sender is in `self`.
        let _ = connecting.wait_for(|servers| *servers == 0).await;
    }

    /// Waits until the set differs from the one at the time of this call. A list that a server
    /// sends again without a change doesn't count. Also completes if the client is dropped.
    pub fn changed(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut set = self.state.set.subscribe();
        async move {
            let _ = set.changed().await;
        }
    }

    /// Retries all servers that wait for their next attempt now.
    pub fn retry_now(&self) {
        self.retry.notify_waiters();
    }

    /// Closes all connections as the protocol requires, and waits until server processes have
    /// exited. Otherwise connections close in the background when the client is dropped.
    pub async fn close(self) {
        self.closing.send_replace(true);
        for task in self.tasks {
            // A task that panicked has ended too.
            let _ = task.await;
        }
    }
}

//! An MCP server for a tool set.

mod backpressure;
mod handler;
#[cfg(feature = "http-server")]
mod http;
mod listing;

pub use handler::Handler;
#[cfg(feature = "http-server")]
pub use http::{HttpOptions, HttpServer, HttpService, HttpSessions, HttpSessionsError};

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{CacheScope, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::{RequestContext, RunningService, ServerInitializeError};
use rmcp::transport::IntoTransport;
use rmcp::{RoleServer, ServiceExt as _};
use tokio::sync::watch;
use tokio::task::JoinError;

use super::McpToolError;
use backpressure::Backpressure;
use listing::Listing;
use toolcast::integration::lock;
use toolcast::set::{CallOptions, ToolSet};

/// A tool set as an MCP server. Clones are the same server. It can serve many clients, over several
/// transports at once.
///
/// ```no_run
/// use toolcast::{tool, toolset};
///
/// /// Add two numbers.
/// #[tool(read_only)]
/// fn add(a: i64, b: i64) -> Result<i64, &'static str> {
///     a.checked_add(b).ok_or("the sum is too large")
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let tools = toolset![add].build()?;
///     toolcast_mcp::Server::new(tools).name("adder").version("1.0.0").serve_stdio().await?;
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Server {
    info: Implementation,
    instructions: Option<String>,
    /// Tools per page. `None`: all tools in one page.
    page: Option<usize>,
    options: Option<Options>,
    /// The clients that may cache a list, and for how long. Changes are announced earlier.
    list_cache: (CacheScope, Duration),
    listing: Arc<watch::Sender<Arc<Listing>>>,
    /// Held while the tools are replaced, so that no change is lost to another one.
    changing: Arc<Mutex<()>>,
}

/// Returns the call options for a request.
type Options = Arc<dyn Fn(&RequestContext<RoleServer>) -> CallOptions + Send + Sync>;

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.info.name)
            .field("tools", &self.tools())
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Creates a server of these tools. The set's call settings apply: hooks, functions for
    /// errors, timeouts, decode options, limits. The server's name is `toolcast` unless
    /// [`name`](Self::name) sets another.
    pub fn new(tools: ToolSet) -> Self {
        let (listing, _) = watch::channel(Arc::new(Listing::new(tools)));
        Server {
            info: Implementation::new("toolcast", env!("CARGO_PKG_VERSION")),
            instructions: None,
            page: None,
            options: None,
            list_cache: (CacheScope::Private, Duration::from_secs(60)),
            listing: Arc::new(listing),
            changing: Arc::default(),
        }
    }

    /// Sets the server's name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.info.name = name.into();
        self
    }

    /// Sets the server's version.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.info.version = version.into();
        self
    }

    /// Sets the display name.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Sets the URL of a page about the server.
    #[must_use]
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// Sets instructions for the model on how to use the tools together.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets the maximum number of tools in one answer to `tools/list`. By default all tools are
    /// sent at once, because many clients request only one page. 0 counts as 1.
    #[must_use]
    pub fn page_size(mut self, max: usize) -> Self {
        self.page = Some(max.max(1));
        self
    }

    /// Sets which caches may keep the list of tools, and for how long: by default only that of the
    /// client which requested it, for 60 seconds. With `CacheScope::Public` a gateway may show the
    /// list to other users too. Clients of protocols before 2026-07-28 aren't sent either.
    #[must_use]
    pub fn list_cache(mut self, scope: CacheScope, time: Duration) -> Self {
        self.list_cache = (scope, time);
        self
    }

    /// Sets a function that returns the call options for a request: timeouts, leniency, and values
    /// for its tools. Values may come from the headers of the HTTP request in `request.extensions`,
    /// for example the user. Cancellation and progress are set by the server.
    #[must_use]
    pub fn call_options(
        mut self,
        options: impl Fn(&RequestContext<RoleServer>) -> CallOptions + Send + Sync + 'static,
    ) -> Self {
        self.options = Some(Arc::new(options));
        self
    }

    /// The current tools.
    pub fn tools(&self) -> ToolSet {
        self.listing.borrow().set.clone()
    }

    /// The tools that are not offered to clients, with the reasons: they exclude MCP, or MCP can't
    /// express them.
    pub fn skipped(&self) -> Vec<McpToolError> {
        self.listing.borrow().skipped.clone()
    }

    /// Replaces the tools and notifies all clients that the list changed
    /// (`notifications/tools/list_changed`). Running calls continue. Can be called from any thread.
    pub fn set_tools(&self, tools: ToolSet) {
        let _changing = lock(&self.changing);
        self.listing.send_replace(Arc::new(Listing::new(tools)));
    }

    /// Replaces the tools by what a function makes of the current ones: `server.update(|tools|
    /// tools.with_disabled("delete"))`. Otherwise as [`set_tools`](Self::set_tools). Changes of
    /// other threads wait until the function returns, so it must not change the server's tools
    /// itself.
    ///
    /// # Errors
    ///
    /// Returns the function's error; the tools are then unchanged.
    pub fn update<E>(&self, change: impl FnOnce(&ToolSet) -> Result<ToolSet, E>) -> Result<(), E> {
        let _changing = lock(&self.changing);
        let tools = change(&self.tools())?;
        self.listing.send_replace(Arc::new(Listing::new(tools)));
        Ok(())
    }

    /// Serves one client over standard input and output, until the client closes them. Nothing else
    /// may write to standard output meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the client does not start as the protocol requires.
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        let running = self.serve(rmcp::transport::stdio()).await?;
        running.waiting().await.map_err(ServeError::Ended)?;
        Ok(())
    }

    /// Serves one client over any transport of the SDK: a byte stream, a pair of streams, a socket.
    /// The future completes when the client has initialized (without a handshake: at its first
    /// request). The returned service runs until the client disconnects or the service is dropped.
    /// While 256 messages wait until the client reads them, it answers no further request.
    ///
    /// # Errors
    ///
    /// Returns an error if the client does not start as the protocol requires.
    pub async fn serve<T, E, A>(
        &self,
        transport: T,
    ) -> Result<RunningService<RoleServer, Handler>, ServeError>
    where
        T: IntoTransport<RoleServer, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let transport = Backpressure::new(transport.into_transport());
        // Boxed, because the SDK's future is large and programs await this one inside theirs.
        let running = Box::pin(self.handler().serve(transport)).await;
        running.map_err(|error| ServeError::Begin(Box::new(error)))
    }

    /// Returns the handler for one client, for programs that run the SDK themselves. The SDK keeps
    /// any number of answers for a client that doesn't read them.
    pub fn handler(&self) -> Handler {
        Handler::new(self.clone())
    }

    fn config(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        let mut config = ServerConfig::new(capabilities).with_server_info(self.info.clone());
        config.instructions.clone_from(&self.instructions);
        config
    }
}

/// The errors of serving a client.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The client did not start as the protocol requires.
    Begin(Box<ServerInitializeError>),
    /// The serving task was aborted or panicked.
    Ended(JoinError),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Begin(error) => write!(f, "the client can't be served: {error}"),
            ServeError::Ended(error) => write!(f, "the server was stopped: {error}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Begin(error) => Some(&**error),
            ServeError::Ended(error) => Some(error),
        }
    }
}

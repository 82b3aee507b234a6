//! A set as a server.

mod error;
mod handler;
#[cfg(feature = "mcp-http")]
mod http;
mod listing;

pub use error::ServeError;
pub use handler::Handler;
#[cfg(feature = "mcp-http")]
pub use http::{HttpOptions, HttpServer, HttpService};

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::{RequestContext, RunningService};
use rmcp::transport::IntoTransport;
use rmcp::{RoleServer, ServiceExt as _};
use tokio::sync::watch;

use super::LeftOut;
use crate::set::{CallOptions, ToolSet};
use handler::Peers;
use listing::Listing;

/// A set of tools as an MCP server. Clones are one server: it may serve many clients, over several transports at once.
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
///     toolcast::mcp::Server::new(tools).name("adder").version("1.0.0").serve_stdio().await?;
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Server {
    info: Implementation,
    instructions: Option<String>,
    /// 0: all in one.
    page: usize,
    options: Option<Options>,
    listing: Arc<watch::Sender<Arc<Listing>>>,
    peers: Arc<Peers>,
}

/// What the program says about one request.
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
    /// A server of these tools, with all that the set says of calls: hooks, policies, timeouts, leniency, limits. It is called `toolcast` until it has a
    /// [`name`](Self::name).
    pub fn new(tools: ToolSet) -> Self {
        let (listing, _) = watch::channel(Arc::new(Listing::new(tools)));
        Server {
            info: Implementation::new("toolcast", env!("CARGO_PKG_VERSION")),
            instructions: None,
            page: 0,
            options: None,
            listing: Arc::new(listing),
            peers: Arc::default(),
        }
    }

    /// With the name that clients know it by.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.info.name = name.into();
        self
    }

    /// With a version.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.info.version = version.into();
        self
    }

    /// With a name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// With a place where people read about it.
    #[must_use]
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// With words for the model on how to use the tools together.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// With at most so many tools in one answer to `tools/list`; 0, the default, sends all at once, since many clients ask only once.
    #[must_use]
    pub fn page_size(mut self, most: usize) -> Self {
        self.page = most;
        self
    }

    /// With what the program says about one request: values for its tools (who asks, by the headers of the HTTP request in `request.extensions`),
    /// timeouts, leniency. Cancellation and progress are the server's own.
    #[must_use]
    pub fn options(
        mut self,
        options: impl Fn(&RequestContext<RoleServer>) -> CallOptions + Send + Sync + 'static,
    ) -> Self {
        self.options = Some(Arc::new(options));
        self
    }

    /// The tools as they are now.
    pub fn tools(&self) -> ToolSet {
        self.listing.borrow().set.clone()
    }

    /// The tools that no client is shown, and why: those that are not made for MCP, or that MCP has no words for.
    pub fn left_out(&self) -> Vec<LeftOut> {
        self.listing.borrow().left_out.clone()
    }

    /// Serves these tools from now on, and tells all clients that the list changed (`notifications/tools/list_changed`). Calls that were begun go on. It may be
    /// called from any thread.
    pub fn set_tools(&self, tools: ToolSet) {
        self.listing.send_replace(Arc::new(Listing::new(tools)));
    }

    /// As [`set_tools`](Self::set_tools), with what a function makes of the tools: `server.update(|tools| tools.disable("delete"))`.
    ///
    /// # Errors
    ///
    /// Those of the function; the tools stay as they are then.
    pub fn update<E>(&self, change: impl FnOnce(&ToolSet) -> Result<ToolSet, E>) -> Result<(), E> {
        let tools = change(&self.tools())?;
        self.set_tools(tools);
        Ok(())
    }

    /// Serves one client over standard input and output, until it closes them. Nothing else may write to standard output meanwhile.
    ///
    /// # Errors
    ///
    /// Where the client does not begin as the protocol says.
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        let running = self.serve(rmcp::transport::stdio()).await?;
        running.waiting().await.map_err(ServeError::ended)?;
        Ok(())
    }

    /// Begins to serve one client over any transport of the SDK: a stream of bytes, a pair of them, a socket. It answers when the client has begun (of a client without a
    /// handshake: at its first request), and serves until
    /// the client is gone or what it answers is dropped.
    ///
    /// # Errors
    ///
    /// Where the client does not begin as the protocol says.
    pub async fn serve<T, E, A>(
        &self,
        transport: T,
    ) -> Result<RunningService<RoleServer, Handler>, ServeError>
    where
        T: IntoTransport<RoleServer, E, A>,
        E: core::error::Error + Send + Sync + 'static,
    {
        // The SDK's future is large, and programs await this one in theirs.
        let running = Box::pin(self.handler().serve(transport)).await;
        running.map_err(ServeError::begin)
    }

    /// What answers one client: for programs that run the SDK themselves.
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

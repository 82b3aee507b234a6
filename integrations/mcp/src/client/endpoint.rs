//! The address and transport of a server.

#[cfg(feature = "http-client")]
mod http_setters;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, NotificationContext,
    RunningService,
};
use rmcp::transport::IntoTransport;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

use super::child::{Child, Exit};
use super::progress_interceptor::ProgressInterceptor;
use super::secrets::Secrets;
use super::trouble::words;
#[cfg(feature = "server")]
use crate::Server;

/// The default connect timeout: a package runner may have to download the server first.
const CONNECT: Duration = Duration::from_secs(60);

/// The default call timeout.
const CALL: Duration = Duration::from_secs(120);

/// The default limit for a list of tools, in bytes over all pages.
const LIST: usize = 32 << 20;

/// The buffer size between client and server in one program, in bytes.
#[cfg(feature = "server")]
const BUFFER: usize = 1 << 16;

/// The address and transport of an MCP server.
#[derive(Clone)]
pub struct McpEndpoint {
    way: TransportKind,
    credentials: Vec<String>,
    pub(super) prefixed: bool,
    pub(super) connect_timeout: Duration,
    pub(super) call_timeout: Duration,
    pub(super) max_list_bytes: usize,
}

#[derive(Clone)]
enum TransportKind {
    Child(Child),
    #[cfg(feature = "http-client")]
    Http(super::http::Http),
    Other(Connect),
}

pub(super) type Running = RunningService<RoleClient, Listener>;
type Connecting = Pin<Box<dyn Future<Output = Result<Running, ConnectError>> + Send>>;
type Connect = Arc<dyn Fn(Listener, ClientLifecycleMode) -> Connecting + Send + Sync>;

/// The SDK's handler for one server.
#[derive(Clone)]
pub(super) struct Listener {
    pub(super) info: Implementation,
    /// Notified if the server's list of tools changed, or may have changed because a request
    /// failed.
    pub(super) changed: Arc<Notify>,
    pub(super) secrets: Secrets,
    /// How a server process ended.
    pub(super) exit: Exit,
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(ClientCapabilities::default(), self.info.clone())
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}

/// The reason why a connection failed.
#[derive(Debug)]
pub(super) struct ConnectError {
    pub(super) reason: String,
    /// True if the server answered but rejected this kind of handshake.
    pub(super) refused: bool,
}

impl ConnectError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        ConnectError {
            reason: reason.into(),
            refused: false,
        }
    }
}

impl fmt::Debug for McpEndpoint {
    // Paths, queries, headers, arguments and environment may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            TransportKind::Child(child) => {
                f.debug_tuple("McpEndpoint").field(&child.program).finish()
            }
            #[cfg(feature = "http-client")]
            TransportKind::Http(http) => f.debug_tuple("McpEndpoint").field(http).finish(),
            TransportKind::Other(_) => f.write_str("McpEndpoint(..)"),
        }
    }
}

impl McpEndpoint {
    fn new(way: TransportKind) -> Self {
        McpEndpoint {
            way,
            credentials: Vec::new(),
            prefixed: false,
            connect_timeout: CONNECT,
            call_timeout: CALL,
            max_list_bytes: LIST,
        }
    }

    /// Starts a server process and talks to it over its standard input and output. It receives only
    /// the environment variables it needs to run (`PATH`, `HOME` and the like) and those set with
    /// [`env`](Self::env).
    pub fn command<A: Into<OsString>>(
        program: impl Into<OsString>,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        Self::new(TransportKind::Child(Child {
            program: program.into(),
            args: args.into_iter().map(Into::into).collect(),
            ..Child::default()
        }))
    }

    /// Connects to a server over streamable HTTP. An `https` address needs the feature `tls`.
    #[cfg(feature = "http-client")]
    pub fn http(url: impl Into<String>) -> Self {
        Self::new(TransportKind::Http(super::http::Http {
            url: url.into(),
            max_concurrent: super::http::MAX_CONCURRENT,
            ..super::http::Http::default()
        }))
    }

    /// Connects over any other transport of the SDK. The function creates a new transport for each
    /// connection.
    pub fn transport<F, T, E, A, X>(connect: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, X>> + Send + 'static,
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
        X: fmt::Display,
    {
        let connect: Connect = Arc::new(move |listener, lifecycle| {
            let making = connect();
            Box::pin(async move {
                let transport = match making.await {
                    Ok(transport) => transport,
                    Err(error) => return Err(ConnectError::new(error.to_string())),
                };
                begin(listener, transport, lifecycle).await
            })
        });
        Self::new(TransportKind::Other(connect))
    }

    /// Connects to a server in this program, without a network. Useful for tests, and for tools
    /// that are also served to other clients.
    #[cfg(feature = "server")]
    pub fn in_process(server: &Server) -> Self {
        let server = server.clone();
        Self::transport(move || {
            let server = server.clone();
            let (here, there) = tokio::io::duplex(BUFFER);
            tokio::spawn(async move {
                // Ends with the connection. The client side reports a failed handshake.
                if let Ok(running) = server.serve(there).await {
                    let _ = running.waiting().await;
                }
            });
            std::future::ready(Ok::<_, std::convert::Infallible>(here))
        })
    }

    fn with_child(mut self, change: impl FnOnce(&mut Child)) -> Self {
        if let TransportKind::Child(child) = &mut self.way {
            change(child);
        }
        self
    }

    /// Sets an environment variable of a server process. Has no effect on an endpoint that isn't a
    /// [`command`](Self::command).
    #[must_use]
    pub fn env(self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.with_child(|child| child.env.push((name.into(), value.into())))
    }

    /// Keeps the value of an environment variable in results. By default values of variables with a
    /// name such as `API_KEY` are redacted there, and passwords in URLs and connection strings of
    /// any variable. Use it if the value is ordinary data that the model needs. Has no effect on an
    /// endpoint that isn't a [`command`](Self::command).
    #[must_use]
    pub fn allow_env_in_results(self, name: impl Into<OsString>) -> Self {
        self.with_child(|child| child.shown.push(name.into()))
    }

    /// Passes the program's whole environment to a server process, including any keys in it. Has no
    /// effect on an endpoint that isn't a [`command`](Self::command).
    #[must_use]
    pub fn inherit_env(self) -> Self {
        self.with_child(|child| child.all_env = true)
    }

    /// Sets the working directory of a server process. Has no effect on an endpoint that isn't a
    /// [`command`](Self::command).
    #[must_use]
    pub fn current_dir(self, dir: impl Into<PathBuf>) -> Self {
        self.with_child(|child| child.dir = Some(dir.into()))
    }

    /// Discards the standard error of a server process. By default it goes to the program's
    /// standard error. Has no effect on an endpoint that isn't a [`command`](Self::command).
    #[must_use]
    pub fn discard_stderr(self) -> Self {
        self.with_child(|child| child.quiet = true)
    }

    /// Adds a credential that the server may repeat, to be replaced by `[redacted]` in every text
    /// from it. Tokens, passwords, and headers and variables with a name such as `API_KEY` are
    /// known; use this for a credential in the URL's path or in the arguments of a command. One of
    /// less than 4 bytes is ignored, because it would be part of ordinary words.
    #[must_use]
    pub fn redact(mut self, credential: impl Into<String>) -> Self {
        self.credentials.push(credential.into());
        self
    }

    /// Adds the server's name as a prefix to the names of all its tools (`server_tool`), not only
    /// to names that another source has too.
    #[must_use]
    pub fn always_prefixed(mut self) -> Self {
        self.prefixed = true;
        self
    }

    /// Sets the time in which the server must connect and list its tools, 60 seconds by default.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets the timeout of one call, 120 seconds by default. The server is notified of a timeout.
    #[must_use]
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = timeout;
        self
    }

    /// Sets the maximum size of the server's list of tools in bytes, all pages together. The
    /// default is 32 MiB. A server with a longer list is not connected.
    #[must_use]
    pub fn max_list_bytes(mut self, bytes: usize) -> Self {
        self.max_list_bytes = bytes;
        self
    }

    pub(super) fn is_child(&self) -> bool {
        matches!(self.way, TransportKind::Child(_))
    }

    /// The credentials to redact in every text, as far as they are known now.
    pub(super) fn secrets(&self) -> Secrets {
        let secrets = Secrets::default();
        for credential in &self.credentials {
            secrets.add_exact(credential);
        }
        match &self.way {
            TransportKind::Child(child) => child.add_secrets(&secrets),
            #[cfg(feature = "http-client")]
            TransportKind::Http(http) => http.add_secrets(&secrets),
            TransportKind::Other(_) => {}
        }
        secrets
    }

    pub(super) async fn connect(&self, listener: Listener) -> Result<Running, ConnectError> {
        // All servers know the older handshake, except new ones, which reject it.
        match self
            .attempt(listener.clone(), ClientLifecycleMode::Initialize)
            .await
        {
            Err(error) if error.refused => {
                let modern = ClientLifecycleMode::Discover {
                    preferred_versions: Vec::from([ProtocolVersion::LATEST]),
                };
                self.attempt(listener, modern)
                    .await
                    .map_err(|later| ConnectError {
                        reason: format!("{}; by `server/discover`: {}", error.reason, later.reason),
                        refused: false,
                    })
            }
            outcome => outcome,
        }
    }

    async fn attempt(
        &self,
        listener: Listener,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Running, ConnectError> {
        match &self.way {
            TransportKind::Child(child) => {
                let transport = child.start(&listener.secrets, &listener.exit)?;
                begin(listener, transport, lifecycle).await
            }
            #[cfg(feature = "http-client")]
            TransportKind::Http(http) => {
                let transport = http
                    .transport(&listener.secrets, &listener.changed)
                    .map_err(ConnectError::new)?;
                begin(listener, transport, lifecycle).await
            }
            TransportKind::Other(connect) => connect(listener, lifecycle).await,
        }
    }
}

async fn begin<T, E, A>(
    listener: Listener,
    transport: T,
    lifecycle: ClientLifecycleMode,
) -> Result<Running, ConnectError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let secrets = listener.secrets.clone();
    let transport = ProgressInterceptor::new(transport.into_transport(), secrets);
    // Boxed, because the SDK's future is large.
    let running = Box::pin(listener.serve_with_lifecycle(transport, lifecycle)).await;
    running.map_err(|error| ConnectError {
        refused: matches!(error, ClientInitializeError::JsonRpcError(_)),
        reason: match &error {
            // Omits the transport's type name, which is not useful to readers.
            ClientInitializeError::TransportError { error, .. } => words(&*error.error),
            error => words(error),
        },
    })
}

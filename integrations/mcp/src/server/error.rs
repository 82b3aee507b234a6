//! The error of serving a client.

use std::fmt;

use rmcp::service::ServerInitializeError;
use tokio::task::JoinError;

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

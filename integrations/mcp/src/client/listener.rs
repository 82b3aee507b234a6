//! The SDK's handler for one server, which hears of changes of its list.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

use super::child::Exit;
use super::secrets::Secrets;

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

//! The clients of a server that receive notices of a changed list.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::service::Peer;
use tokio::runtime::Handle;

/// The clients that receive list changes.
#[derive(Default)]
pub(super) struct Peers(Mutex<Vec<Arc<Listener>>>);

struct Listener {
    peer: Peer<RoleServer>,
    /// The client's runtime: a server may have clients in several, and be changed outside of them.
    runtime: Handle,
    notice: Mutex<Notice>,
}

/// The notice to one client.
#[derive(Clone, Copy, PartialEq)]
enum Notice {
    None,
    Sending,
    /// The list has changed again meanwhile. Any number of changes is one more notice.
    SendingAndChanged,
}

impl Peers {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Listener>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a client of the current runtime.
    pub(super) fn add(&self, peer: Peer<RoleServer>) {
        let mut peers = self.lock();
        peers.retain(|one| !one.peer.is_transport_closed());
        peers.push(Arc::new(Listener {
            peer,
            runtime: Handle::current(),
            notice: Mutex::new(Notice::None),
        }));
    }

    /// Notifies all clients. One that does not read doesn't delay the others.
    pub(super) fn notify(&self) {
        let mut peers = self.lock();
        peers.retain(|one| !one.peer.is_transport_closed());
        for listener in peers.iter() {
            if listener.begin() {
                let listener = Arc::clone(listener);
                // If the runtime has ended, so has the client.
                listener.runtime.clone().spawn(listener.send());
            }
        }
    }
}

impl Listener {
    fn notice(&self) -> std::sync::MutexGuard<'_, Notice> {
        self.notice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a task must be started for the notice.
    fn begin(&self) -> bool {
        let mut notice = self.notice();
        let is_idle = *notice == Notice::None;
        *notice = if is_idle {
            Notice::Sending
        } else {
            Notice::SendingAndChanged
        };
        is_idle
    }

    /// Returns true if another notice must be sent.
    fn end(&self) -> bool {
        let mut notice = self.notice();
        let again = *notice == Notice::SendingAndChanged;
        *notice = if again { Notice::Sending } else { Notice::None };
        again
    }

    async fn send(self: Arc<Self>) {
        loop {
            // A client that is gone needs no notice.
            let _ = self.peer.notify_tool_list_changed().await;
            if !self.end() {
                return;
            }
        }
    }
}

//! What keeps one server connected: a task for each.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use core::pin::pin;
use core::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{Implementation, SubscriptionFilter};
use rmcp::service::{Peer, QuitReason};
use tokio::sync::{Notify, watch};
use tokio::task::JoinError;

use super::endpoint::Endpoint;
use super::link::Link;
use super::list::list;
use super::listener::Listener;
use super::state::State;

/// The first and the longest wait before a server is tried again.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// How long a connection must last for the waits to begin anew.
const LASTING: Duration = Duration::from_secs(30);

/// How long a server may take to end.
const END: Duration = Duration::from_secs(10);

pub(super) struct Task {
    pub(super) at: usize,
    pub(super) endpoint: Endpoint,
    pub(super) link: Arc<Link>,
    pub(super) state: Arc<State>,
    pub(super) info: Implementation,
    /// The program closes everything, or dropped the client.
    pub(super) closing: watch::Receiver<bool>,
    /// Try again at once.
    pub(super) retry: Arc<Notify>,
}

/// How a connection ended.
enum End {
    Closed,
    Lost(String),
}

impl Task {
    pub(super) async fn run(mut self) {
        let mut attempts = 0_u32;
        let mut first = true;
        loop {
            let begun = tokio::time::Instant::now();
            let ended = self.connection(&mut first).await;
            if core::mem::take(&mut first) {
                self.state.tried().send_modify(|tried| *tried += 1);
            }
            let reason = match ended {
                End::Closed => break,
                End::Lost(reason) => reason,
            };
            attempts = if begun.elapsed() < LASTING {
                attempts + 1
            } else {
                1
            };
            self.state.failed(self.at, &reason, attempts);
            let wait = wait_after(attempts);
            tokio::select! {
                () = closed(&mut self.closing) => break,
                () = self.retry.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
        self.state.closed(self.at);
    }

    /// One connection from its begin to its end.
    async fn connection(&mut self, first: &mut bool) -> End {
        let listener = Listener::new(self.info.clone());
        let timeout = self.endpoint.connect_timeout;
        let mut closing = self.closing.clone();
        let connecting = tokio::time::timeout(timeout, self.endpoint.connect(listener.clone()));
        let running = tokio::select! {
            () = closed(&mut closing) => return End::Closed,
            running = connecting => match running {
                Ok(Ok(running)) => running,
                Ok(Err(error)) => return End::Lost(error.reason),
                Err(_) => return End::Lost(format!("it did not answer within {timeout:?}")),
            },
        };
        let peer = running.peer().clone();
        let end = running.cancellation_token();
        let mut waiting = pin!(running.waiting());
        let ended = tokio::select! {
            ended = self.serve(&peer, &listener, first, &mut closing) => ended,
            quit = &mut waiting => return End::Lost(quit_words(quit)),
        };
        end.cancel();
        let _ = tokio::time::timeout(END, waiting).await;
        ended
    }

    async fn serve(
        &mut self,
        peer: &Peer<RoleClient>,
        listener: &Listener,
        first: &mut bool,
        closing: &mut watch::Receiver<bool>,
    ) -> End {
        let instructions = peer.peer_info().and_then(|info| info.instructions.clone());
        let timeout = self.endpoint.connect_timeout;
        let mut news = pin!(news(peer, listener));
        loop {
            let listed = tokio::select! {
                () = closed(closing) => return End::Closed,
                listed = tokio::time::timeout(timeout, list(peer)) => listed,
            };
            match listed {
                Ok(Ok(list)) => {
                    self.link
                        .connected(peer.clone(), Arc::clone(&listener.steps));
                    self.state.connected(self.at, list, instructions.clone());
                }
                Ok(Err(reason)) => return End::Lost(reason),
                Err(_) => {
                    return End::Lost(format!("it did not tell its tools within {timeout:?}"));
                }
            }
            if core::mem::take(first) {
                self.state.tried().send_modify(|tried| *tried += 1);
            }
            tokio::select! {
                () = closed(closing) => return End::Closed,
                () = listener.changed.notified() => {}
                () = &mut news => {}
            }
        }
    }
}

/// Hears of changes where the protocol has no unasked notices any more: asks to be told of them. It never ends; a server that does not answer, or ends it, is heard no
/// worse than one that tells nothing.
async fn news(peer: &Peer<RoleClient>, listener: &Listener) {
    let modern = peer
        .peer_info()
        .is_some_and(|info| !info.protocol_version.has_initialize());
    if modern {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        if let Ok(mut subscription) = peer.listen(filter).await {
            while let Ok(Some(_)) = subscription.next().await {
                listener.changed.notify_one();
            }
        }
    }
    core::future::pending::<()>().await;
}

fn quit_words(quit: Result<QuitReason, JoinError>) -> String {
    match quit {
        Ok(QuitReason::JoinError(error)) | Err(error) => format!("the connection failed: {error}"),
        Ok(_) => "the connection was lost".to_owned(),
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error: the client was dropped.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Doubles with each attempt.
fn wait_after(attempts: u32) -> Duration {
    let factor = 1_u32 << attempts.saturating_sub(1).min(16);
    FIRST_WAIT.saturating_mul(factor).min(LONGEST_WAIT)
}

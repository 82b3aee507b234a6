//! The task that keeps one server connected.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ErrorCode, Implementation, ProtocolVersion, SubscriptionFilter};
use rmcp::service::{Peer, QuitReason, ServiceError};
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, watch};
use tokio::task::JoinError;
use tokio::time::Instant;

use super::child::Exit;
use super::endpoint::{Listener, McpEndpoint, Running};
use super::error_text::cut;
use super::link::ServerLink;
use super::list::{ListError, list};
use super::state::State;
use super::trouble::{Lasting, MAX_DETAIL};

/// The first and the longest delay before a retry.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Minimum duration of a connection, or of a subscription, that resets the delays.
const LASTING: Duration = Duration::from_secs(30);

/// The timeout for closing a connection.
const END: Duration = Duration::from_secs(10);

/// Minimum time between two list requests, however often the server reports a change.
const BETWEEN_LISTS: Duration = Duration::from_secs(1);

/// Maximum bytes of a protocol version in a reason.
const MAX_VERSION: usize = 32;

pub(super) struct Task {
    pub(super) at: usize,
    pub(super) endpoint: McpEndpoint,
    pub(super) link: Arc<ServerLink>,
    pub(super) state: Arc<State>,
    pub(super) info: Implementation,
    /// True, or closed, if the client is closed or dropped.
    pub(super) closing: watch::Receiver<bool>,
    /// Notified to retry immediately.
    pub(super) retry: Arc<Notify>,
}

/// The reason why a connection ended. `None` if the program closed it.
type End = Option<String>;

impl Task {
    pub(super) async fn run(mut self) {
        let mut attempts = 0_u32;
        let retry = Arc::clone(&self.retry);
        while let Some((wait, retried)) = self.connection(&mut attempts, &retry).await {
            tokio::select! {
                () = closed(&mut self.closing) => break,
                () = retried => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
        self.state.closed(self.at).await;
    }

    /// Runs one connection from start to end. Returns the delay before the next and a future that
    /// ends the delay early; `None` if the client is closed.
    async fn connection<'r>(
        &mut self,
        attempts: &mut u32,
        retry: &'r Notify,
    ) -> Option<(Duration, Notified<'r>)> {
        let begun = Instant::now();
        let (running, listener) = match self.begin().await {
            Ok(begun) => begun,
            Err(end) => {
                let retried = retry.notified();
                let wait = self.ended(end, begun, attempts).await?;
                return Some((wait, retried));
            }
        };
        let peer = running.peer().clone();
        let cancel = running.cancellation_token();
        let mut waiting = pin!(running.waiting());
        let mut quit = false;
        let end = tokio::select! {
            end = self.serve(&peer, &listener) => end,
            ended = &mut waiting => {
                quit = true;
                Some(quit_words(ended))
            }
        };
        let end = end.map(|reason| listener.exit.explain(reason));
        // Registered before the status changes, because a program that sees the new status may
        // request a retry.
        let retried = retry.notified();
        // The status changes before the connection is closed, which may take time.
        let wait = self.ended(end, begun, attempts).await;
        if !quit {
            cancel.cancel();
            let _ = tokio::time::timeout(END, waiting).await;
        }
        Some((wait?, retried))
    }

    async fn begin(&mut self) -> Result<(Running, Listener), End> {
        let listener = Listener {
            info: self.info.clone(),
            changed: Arc::default(),
            secrets: self.link.secrets.clone(),
            exit: Exit::default(),
        };
        let timeout = self.endpoint.connect_timeout;
        let connecting = tokio::time::timeout(timeout, self.endpoint.connect(listener.clone()));
        tokio::select! {
            () = closed(&mut self.closing) => Err(None),
            running = connecting => match running {
                Ok(Ok(running)) => Ok((running, listener)),
                Ok(Err(error)) => Err(Some(listener.exit.explain(error.reason))),
                Err(_) => Err(Some(format!("it did not answer within {timeout:?}"))),
            },
        }
    }

    async fn ended(&mut self, end: End, begun: Instant, attempts: &mut u32) -> Option<Duration> {
        let reason = end?;
        *attempts = if begun.elapsed() < LASTING {
            *attempts + 1
        } else {
            1
        };
        let reason = self.link.secrets.clean(&reason, MAX_DETAIL);
        self.state.failed(self.at, reason, *attempts).await;
        Some(wait_after(*attempts))
    }

    /// Returns true if a list that was not renewed shows that the connection is lost. The transport
    /// of a child is closed when the child ends, and not before.
    fn is_lost(&self, error: &ListError, failures: u32) -> bool {
        match error.lasting {
            Lasting::ForNow => false,
            Lasting::Perhaps => failures > 1 && !self.endpoint.is_child(),
            Lasting::ForGood => true,
        }
    }

    async fn serve(&self, peer: &Peer<RoleClient>, listener: &Listener) -> End {
        let info = peer.peer_info();
        if let Some(info) = &info
            && !ProtocolVersion::KNOWN_VERSIONS.contains(&info.protocol_version)
        {
            let version = cut(info.protocol_version.as_str(), MAX_VERSION);
            return Some(format!(
                "it speaks the protocol version `{version}`, which is not known"
            ));
        }
        let instructions = info.and_then(|info| info.instructions.clone());
        let timeout = self.endpoint.connect_timeout;
        let most = self.endpoint.max_list_bytes;
        let mut closing = self.closing.clone();
        let mut news = pin!(news(peer, listener));
        let mut is_first = true;
        // The failures in a row of lists after the first.
        let mut failures = 0;
        loop {
            let listed = tokio::select! {
                () = closed(&mut closing) => return None,
                listed = tokio::time::timeout(timeout, list(peer, most)) => listed,
            };
            let listed = listed.unwrap_or_else(|_| {
                let reason = format!("it did not list its tools within {timeout:?}");
                Err(reason.into())
            });
            let wait = match listed {
                Ok(list) => {
                    if is_first {
                        self.link.connected(peer.clone());
                    }
                    (is_first, failures) = (false, 0);
                    let instructions = instructions.clone();
                    self.state.connected(self.at, list, instructions).await;
                    BETWEEN_LISTS
                }
                Err(error) => {
                    failures += 1;
                    if is_first || self.is_lost(&error, failures) {
                        return Some(error.reason);
                    }
                    // The calls that are running go on, and the set keeps its tools.
                    self.link.not_listed(&error.reason);
                    wait_after(failures).max(BETWEEN_LISTS)
                }
            };
            let next = Instant::now() + wait;
            if failures == 0 {
                tokio::select! {
                    () = closed(&mut closing) => return None,
                    () = listener.changed.notified() => {}
                    () = &mut news => {}
                }
            }
            tokio::select! {
                () = closed(&mut closing) => return None,
                () = self.retry.notified(), if failures > 0 => {}
                () = tokio::time::sleep_until(next) => {}
                () = &mut news => {}
            }
        }
    }
}

/// Subscribes to list changes, if the protocol version has no unsolicited notifications. Never
/// completes. A subscription that fails or ends is renewed, and then the list is requested, because
/// it may have changed without a notification. A server without subscriptions is treated like one
/// that never reports changes.
async fn news(peer: &Peer<RoleClient>, listener: &Listener) {
    let modern = peer
        .peer_info()
        .is_some_and(|info| !info.protocol_version.has_initialize());
    if !modern {
        return std::future::pending().await;
    }
    let mut is_first = true;
    let mut ended = 0;
    loop {
        let begun = Instant::now();
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        match peer.listen(filter).await {
            Ok(mut subscription) => {
                if !is_first {
                    listener.changed.notify_one();
                }
                while let Ok(Some(_)) = subscription.next().await {
                    listener.changed.notify_one();
                }
            }
            Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                return std::future::pending().await;
            }
            Err(_) => {}
        }
        is_first = false;
        ended = if begun.elapsed() < LASTING {
            ended + 1
        } else {
            1
        };
        tokio::time::sleep(wait_after(ended)).await;
    }
}

fn quit_words(quit: Result<QuitReason, JoinError>) -> String {
    match quit {
        Ok(QuitReason::JoinError(error)) | Err(error) => format!("the connection failed: {error}"),
        Ok(_) => "the connection was lost".to_owned(),
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the client was dropped.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The delay doubles with each attempt.
fn wait_after(attempts: u32) -> Duration {
    let factor = 1_u32 << attempts.saturating_sub(1).min(16);
    FIRST_WAIT.saturating_mul(factor).min(MAX_WAIT)
}

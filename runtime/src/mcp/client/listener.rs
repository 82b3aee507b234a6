//! What a server tells without being asked.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use core::fmt;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam, ProgressToken,
    ProtocolVersion,
};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

use crate::call::{Progress, Step};

/// How many reports are kept of calls that are just being sent.
const MOST_EARLY: usize = 64;

/// The SDK's handler for one server.
#[derive(Clone)]
pub(super) struct Listener {
    info: Implementation,
    /// The server's list of tools changed.
    pub(super) changed: Arc<Notify>,
    pub(super) steps: Arc<Steps>,
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

impl Listener {
    pub(super) fn new(info: Implementation) -> Self {
        Listener {
            info,
            changed: Arc::default(),
            steps: Arc::default(),
        }
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

/// Who listens to which call.
#[derive(Default)]
pub(super) struct Steps(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    calls: HashMap<ProgressToken, (Progress, f64)>,
    /// Said before the call was known: the SDK chooses the token while it sends.
    early: VecDeque<ProgressNotificationParam>,
}

impl Steps {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn listen(&self, token: ProgressToken, progress: Progress) {
        let early = {
            let mut waiting = self.lock();
            let (mine, others) = core::mem::take(&mut waiting.early)
                .into_iter()
                .partition::<VecDeque<_>, _>(|said| said.progress_token == token);
            waiting.early = others;
            waiting.calls.insert(token, (progress, f64::NEG_INFINITY));
            mine
        };
        for said in early {
            self.say(said);
        }
    }

    pub(super) fn leave(&self, token: &ProgressToken) {
        self.lock().calls.remove(token);
    }

    pub(super) fn say(&self, said: ProgressNotificationParam) {
        let progress = {
            let mut waiting = self.lock();
            let Some((progress, last)) = waiting.calls.get_mut(&said.progress_token) else {
                if waiting.early.len() == MOST_EARLY {
                    waiting.early.pop_front();
                }
                waiting.early.push_back(said);
                return;
            };
            // They grow: what is stale says nothing.
            if said.progress < *last {
                return;
            }
            *last = said.progress;
            progress.clone()
        };
        let mut step = Step::new(said.progress);
        step.total = said.total;
        step.message = said.message;
        progress.report(step);
    }
}

//! Notifications from a server: progress and list changes.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, NumberOrString, ProgressNotificationParam,
    ProgressToken, ProtocolVersion,
};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

use super::child::Exit;
use super::error_text::cut;
use super::secrets::Secrets;
use toolcast::call::{ProgressReporter, ProgressUpdate};

/// Maximum number of reports kept while calls are being sent.
const MAX_EARLY: usize = 64;

/// Maximum bytes of a report's message.
const MAX_MESSAGE: usize = 4 * 1024;

/// The SDK's handler for one server.
#[derive(Clone)]
pub(super) struct Listener {
    info: Implementation,
    /// Notified if the server's list of tools changed, or may have changed because a request
    /// failed.
    pub(super) changed: Arc<Notify>,
    pub(super) steps: Arc<ProgressQueue>,
    pub(super) secrets: Secrets,
    /// How a server process ended.
    pub(super) exit: Exit,
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

impl Listener {
    pub(super) fn new(info: Implementation, secrets: Secrets) -> Self {
        Listener {
            info,
            changed: Arc::default(),
            steps: Arc::default(),
            secrets,
            exit: Exit::default(),
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

/// The progress listeners of all calls.
#[derive(Default)]
pub(super) struct ProgressQueue(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    calls: HashMap<ProgressToken, (ProgressReporter, f64)>,
    /// The number of calls being sent. The SDK chooses a call's token while sending, so reports may
    /// arrive before the token is known.
    sending: usize,
    /// Reports that may belong to calls being sent.
    early: VecDeque<ProgressNotificationParam>,
}

/// Guard that exists while a call is being sent.
pub(super) struct SendingGuard(Arc<ProgressQueue>);

impl Drop for SendingGuard {
    fn drop(&mut self) {
        let mut waiting = self.0.lock();
        waiting.sending -= 1;
        if waiting.sending == 0 {
            waiting.early = VecDeque::new();
        }
    }
}

impl ProgressQueue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn sending(self: &Arc<Self>) -> SendingGuard {
        self.lock().sending += 1;
        SendingGuard(Arc::clone(self))
    }

    pub(super) fn listen(&self, token: ProgressToken, progress: ProgressReporter) {
        let early = {
            let mut waiting = self.lock();
            let (mine, others) = std::mem::take(&mut waiting.early)
                .into_iter()
                .partition::<VecDeque<_>, _>(|update| update.progress_token == token);
            waiting.early = others;
            waiting.calls.insert(token, (progress, f64::NEG_INFINITY));
            mine
        };
        for update in early {
            self.report_progress(update);
        }
    }

    pub(super) fn leave(&self, token: &ProgressToken) {
        self.lock().calls.remove(token);
    }

    pub(super) fn report_progress(&self, mut update: ProgressNotificationParam) {
        if let Some(message) = &mut update.message
            && message.len() > MAX_MESSAGE
        {
            *message = cut(message, MAX_MESSAGE);
        }
        let progress = {
            let mut waiting = self.lock();
            let Some((progress, last)) = waiting.calls.get_mut(&update.progress_token) else {
                waiting.keep(update);
                return;
            };
            // Progress increases: a smaller value is stale.
            if update.progress < *last {
                return;
            }
            *last = update.progress;
            progress.clone()
        };
        let mut step = ProgressUpdate::new(update.progress);
        step.total = update.total;
        step.message = update.message;
        progress.report(step);
    }
}

impl Waiting {
    /// Keeps a report if it may belong to a call being sent. The SDK's tokens are numbers.
    fn keep(&mut self, mut update: ProgressNotificationParam) {
        if self.sending == 0 || !matches!(update.progress_token.0, NumberOrString::Number(_)) {
            return;
        }
        if self.early.len() == MAX_EARLY {
            self.early.pop_front();
        }
        update.meta = None;
        self.early.push_back(update);
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_EARLY, MAX_MESSAGE, ProgressQueue};
    use rmcp::model::{NumberOrString, ProgressNotificationParam, ProgressToken};
    use std::sync::Arc;

    fn report(token: NumberOrString) -> ProgressNotificationParam {
        let message = "x".repeat(10 * MAX_MESSAGE);
        ProgressNotificationParam::new(ProgressToken(token), 1.0).with_message(message)
    }

    fn kept(steps: &ProgressQueue) -> (usize, usize) {
        let early = &steps.lock().early;
        let bytes =
            |update: &ProgressNotificationParam| update.message.as_ref().map_or(0, String::len);
        (early.len(), early.iter().map(bytes).max().unwrap_or(0))
    }

    #[test]
    fn reports_are_kept_only_while_a_call_is_sent() {
        let steps = Arc::<ProgressQueue>::default();
        steps.report_progress(report(NumberOrString::Number(1)));
        assert_eq!(kept(&steps), (0, 0));
        let (one, two) = (steps.sending(), steps.sending());
        for token in 0..1_000 {
            steps.report_progress(report(NumberOrString::Number(token)));
            steps.report_progress(report(NumberOrString::String("unknown".into())));
        }
        assert_eq!(kept(&steps), (MAX_EARLY, MAX_MESSAGE));
        drop(one);
        assert_eq!(kept(&steps).0, MAX_EARLY);
        drop(two);
        assert_eq!(kept(&steps), (0, 0));
    }
}

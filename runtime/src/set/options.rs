//! What a program says about one request.

use alloc::sync::Arc;
use core::time::Duration;

use super::Conversation;
use super::observer::{CallObserver, Observer};
use crate::call::{Cancellation, Extensions, Progress, Step};
use crate::decode::{Leniency, Limits};

/// What a program says about the calls of one turn, beyond what the set says for all.
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    pub(crate) extensions: Option<Arc<Extensions>>,
    pub(crate) cancellation: Option<Cancellation>,
    pub(crate) progress: Progress,
    pub(crate) conversation: Option<Conversation>,
    pub(crate) observer: Observer,
    pub(crate) parallel: Option<usize>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) leniency: Option<Leniency>,
    pub(crate) limits: Option<Limits>,
}

impl CallOptions {
    /// Nothing beyond what the set says.
    pub fn new() -> Self {
        Self::default()
    }

    /// A value of this request alone, such as who asks: tools take it by `#[tool(inject)] extensions: &Extensions`.
    #[must_use]
    pub fn extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        Arc::make_mut(self.extensions.get_or_insert_default()).insert(value);
        self
    }

    /// A handle by which the calls are told to stop: they end at once, with an error that says so.
    #[must_use]
    pub fn cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = Some(cancellation);
        self
    }

    /// With a function that is told how far the calls are, by tools that say so. It is called where the tool runs, and should be quick; a panic in it
    /// is lost.
    #[must_use]
    pub fn on_progress(self, listener: impl Fn(Step) + Send + Sync + 'static) -> Self {
        self.progress(Progress::to(listener))
    }

    /// As [`on_progress`](Self::on_progress), by a handle that is there already: the one that a tool was given, where the tool makes calls itself.
    #[must_use]
    pub fn progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// The memory of the conversation that the calls belong to.
    #[must_use]
    pub fn conversation(mut self, conversation: &Conversation) -> Self {
        self.conversation = Some(conversation.clone());
        self
    }

    /// Who watches the calls of this request, beside who watches all of the set.
    #[must_use]
    pub fn observer(mut self, observer: impl CallObserver + 'static) -> Self {
        self.observer = Observer::new(observer);
        self
    }

    /// At most so many calls at a time, instead of the set's number; 0 counts as 1.
    #[must_use]
    pub fn parallel(mut self, most: usize) -> Self {
        self.parallel = Some(most.max(1));
        self
    }

    /// What is forgiven in arguments, instead of what the set forgives.
    #[must_use]
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = Some(leniency);
        self
    }

    /// How much of one call's arguments is read, instead of the set's limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// The timeout of tools that set none, instead of the set's. It applies to functions that are `async` or `blocking`.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }
}

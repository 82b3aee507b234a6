//! Observers of the calls of a set.

use core::fmt;
use std::sync::Arc;

use crate::call::{ToolCall, ToolResult};
use crate::provider::Provider;
use crate::task::catch_panic;

/// Observes calls, for logs, audits or metrics. It can't change a call, and its panics are caught.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use toolcast::call::{ToolCall, ToolResult};
/// use toolcast::{Provider, set::{CallObserver, ToolSet}};
///
/// /// Counts calls that failed.
/// #[derive(Default)]
/// struct Failures(AtomicUsize);
///
/// impl CallObserver for Failures {
///     fn on_end(&self, result: &ToolResult, _: Provider) {
///         self.0.fetch_add(usize::from(result.is_error()), Ordering::Relaxed);
///     }
/// }
///
/// let failures = std::sync::Arc::new(Failures::default());
/// let tools = ToolSet::builder().observer(failures.clone()).build()?;
/// let call = ToolCall::new("call_1", "no_such_tool", "{}");
/// # let block_on = |future| futures_executor::block_on(future);
/// let result = block_on(tools.call(Provider::OpenAi, call));
/// assert!(result.is_error());
/// assert_eq!(failures.0.load(Ordering::Relaxed), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CallObserver: Send + Sync {
    /// Called when a call begins, before the tool lookup and the hook. The arguments are as the
    /// model wrote them.
    fn on_start(&self, call: &ToolCall, provider: Provider) {
        let _ = (call, provider);
    }

    /// Called when a call has a result, successful or not. A call whose future was dropped has no
    /// result.
    fn on_end(&self, result: &ToolResult, provider: Provider);
}

impl<O: CallObserver + ?Sized> CallObserver for Arc<O> {
    fn on_start(&self, call: &ToolCall, provider: Provider) {
        (**self).on_start(call, provider);
    }

    fn on_end(&self, result: &ToolResult, provider: Provider) {
        (**self).on_end(result, provider);
    }
}

/// The observers of a set or a request.
#[derive(Clone, Default)]
pub(crate) struct Observers(Vec<Arc<dyn CallObserver>>);

impl fmt::Debug for Observers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} observers", self.0.len())
    }
}

impl Observers {
    pub(crate) fn add(&mut self, observer: impl CallObserver + 'static) {
        self.0.push(Arc::new(observer));
    }

    /// Adds the observers that aren't there.
    pub(crate) fn merge(&mut self, others: &Observers) {
        add_missing(&mut self.0, &others.0, Arc::ptr_eq);
    }

    pub(crate) fn on_start(&self, call: &ToolCall, provider: Provider) {
        for observer in &self.0 {
            let _ = catch_panic(|| observer.on_start(call, provider));
        }
    }

    pub(crate) fn on_end(&self, result: &ToolResult, provider: Provider) {
        for observer in &self.0 {
            let _ = catch_panic(|| observer.on_end(result, provider));
        }
    }
}

/// Adds the items that are not in the list.
pub(super) fn add_missing<T: Clone>(list: &mut Vec<T>, others: &[T], is: fn(&T, &T) -> bool) {
    for other in others {
        if !list.iter().any(|one| is(one, other)) {
            list.push(other.clone());
        }
    }
}

//! The context of one call: state, extensions, cancellation and progress.

use core::any::{Any, TypeId};
use core::fmt;
use std::sync::{Arc, OnceLock};

use super::{CancellationToken, ProgressReporter};
use crate::provider::Provider;

/// The values of one request, or of the program, with at most one value per type.
#[derive(Clone, Default)]
pub(crate) struct Extensions {
    // A program has few: a map would cost more to compile than it saves.
    values: Vec<(TypeId, Arc<dyn Any + Send + Sync>)>,
}

impl fmt::Debug for Extensions {
    // Prints the number of values only, because they may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extensions({})", self.values.len())
    }
}

impl Extensions {
    /// Inserts a value. Replaces an earlier value of the same type.
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.insert_arc(Arc::new(value));
    }

    /// Like [`insert`](Self::insert), for a value that is already shared.
    pub(crate) fn insert_arc<T: Send + Sync + 'static>(&mut self, value: Arc<T>) {
        let id = TypeId::of::<T>();
        self.values.retain(|(known, _)| *known != id);
        self.values.push((id, value));
    }

    /// Returns the value of a type.
    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.value::<T>()?.downcast_ref()
    }

    /// Returns the value of a type as an `Arc`.
    pub(crate) fn get_arc<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.value::<T>()?).downcast().ok()
    }

    fn value<T: 'static>(&self) -> Option<&Arc<dyn Any + Send + Sync>> {
        let found = self.values.iter().find(|(id, _)| *id == TypeId::of::<T>());
        found.map(|(_, value)| value)
    }

    /// Returns the value of a type, if there are extensions.
    pub(crate) fn in_option<T: Send + Sync + 'static>(given: Option<&Arc<Self>>) -> Option<&T> {
        given?.get()
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.values.iter().any(|(known, _)| *known == id)
    }
}

/// The data of one call for a tool's function: the id, the provider, the program's values, the
/// cancellation and the progress. Clones share its values.
///
/// ```
/// use toolcast::{CallContext, tool};
///
/// /// Waits for a file.
/// #[tool]
/// async fn wait_for(path: String, #[tool(inject)] context: &CallContext) -> String {
///     context.cancellation().cancelled().await;
///     format!("the call {} was cancelled", context.id())
/// }
/// ```
pub struct CallContext {
    pub(crate) id: String,
    pub(crate) name: Arc<str>,
    pub(crate) provider: Provider,
    pub(crate) state: Arc<Extensions>,
    /// `None` if the request has no extensions.
    pub(crate) extensions: Option<Arc<Extensions>>,
    /// The request's cancellation token.
    pub(crate) parent: Option<CancellationToken>,
    /// The call's own token, created on first use.
    pub(crate) own: OnceLock<CancellationToken>,
    pub(crate) progress: ProgressReporter,
    /// The arguments are decoded, and the function is not called.
    pub(crate) only_checks: bool,
}

impl Clone for CallContext {
    fn clone(&self) -> Self {
        // The clone must share the token, so it is created now.
        let own = OnceLock::from(self.cancellation().clone());
        CallContext {
            id: self.id.clone(),
            name: Arc::clone(&self.name),
            provider: self.provider,
            state: Arc::clone(&self.state),
            extensions: self.extensions.clone(),
            parent: self.parent.clone(),
            own,
            progress: self.progress.clone(),
            only_checks: self.only_checks,
        }
    }
}

impl fmt::Debug for CallContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallContext")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("provider", &self.provider)
            .field("state", &self.state)
            .field("extensions", &self.extensions)
            .field("cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl CallContext {
    /// Creates a context without state.
    pub fn new(provider: Provider, id: impl Into<String>, name: impl Into<String>) -> Self {
        CallContext {
            id: id.into(),
            name: name.into().into(),
            provider,
            state: Arc::default(),
            extensions: None,
            parent: None,
            own: OnceLock::new(),
            progress: ProgressReporter::none(),
            only_checks: false,
        }
    }

    /// Adds a value that [`Inject`](super::Inject) finds by its type. Replaces an earlier value of
    /// the same type.
    #[must_use]
    pub fn with_state<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.with_state_arc(Arc::new(value))
    }

    /// Adds a value that is already shared, as [`with_state`](Self::with_state) adds others.
    #[must_use]
    pub fn with_state_arc<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        Arc::make_mut(&mut self.state).insert_arc(value);
        self
    }

    /// Adds a value of this request, which tools find by [`extension`](Self::extension).
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        Arc::make_mut(self.extensions.get_or_insert_default()).insert(value);
        self
    }

    /// Sets a cancellation token that the caller keeps.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: CancellationToken) -> Self {
        self.own = OnceLock::from(cancellation);
        self
    }

    /// Sets a receiver of progress reports.
    #[must_use]
    pub fn with_progress(mut self, progress: ProgressReporter) -> Self {
        self.progress = progress;
        self
    }

    /// The call's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tool's name in the set.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The provider whose model made the call.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The value of a type that the program set for all calls.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.state.get()
    }

    /// The value of a type that the program set for all calls, as an `Arc` that may outlive the
    /// call.
    pub fn state_arc<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.state.get_arc()
    }

    /// The value of a type that the program set for this request, with
    /// [`CallOptions::extension`](crate::set::CallOptions::extension).
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        Extensions::in_option(self.extensions.as_ref())
    }

    /// The value of a type that the program set for this request, as an `Arc` that may outlive the
    /// call.
    pub fn extension_arc<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.extensions.as_ref()?.get_arc()
    }

    /// The call's cancellation token.
    pub fn cancellation(&self) -> &CancellationToken {
        self.own.get_or_init(|| match &self.parent {
            Some(parent) => parent.child_token(),
            None => CancellationToken::new(),
        })
    }

    /// Returns true if the call was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        let token = self.own.get().or(self.parent.as_ref());
        token.is_some_and(CancellationToken::is_cancelled)
    }

    /// Cancels the call's own token, if it was created.
    pub(crate) fn cancel(&self) {
        if let Some(own) = self.own.get() {
            own.cancel();
        }
    }

    /// The call's progress reporter.
    pub fn progress(&self) -> &ProgressReporter {
        &self.progress
    }
}

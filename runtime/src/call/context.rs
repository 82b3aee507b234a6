//! What surrounds one call: what the program gave, and how to stop.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use core::any::{Any, TypeId};
use core::fmt;
use std::sync::OnceLock;

use super::{CallId, Cancellation, Progress};
use crate::provider::Provider;

/// Values by type: one of each.
#[derive(Clone, Default)]
pub struct Extensions {
    values: BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

static NO_EXTENSIONS: Extensions = Extensions {
    values: BTreeMap::new(),
};

impl fmt::Debug for Extensions {
    // What is in it may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extensions({})", self.values.len())
    }
}

impl Extensions {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a value in, in place of one of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.insert_arc(Arc::new(value));
    }

    /// As [`insert`](Self::insert), for a value that is shared already.
    pub fn insert_arc<T: Send + Sync + 'static>(&mut self, value: Arc<T>) {
        self.values.insert(TypeId::of::<T>(), value);
    }

    /// The value of that type.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// The value of that type, shared.
    pub fn get_arc<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = Arc::clone(self.values.get(&TypeId::of::<T>())?);
        value.downcast().ok()
    }

    /// Those that were given, or none.
    pub(crate) fn or_none(given: Option<&Arc<Self>>) -> &Self {
        given.map_or(&NO_EXTENSIONS, |given| given)
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.values.contains_key(&id)
    }
}

/// What surrounds one call. Clones share what the program gave.
pub struct Context {
    pub(crate) id: CallId,
    pub(crate) name: Arc<str>,
    pub(crate) provider: Provider,
    pub(crate) state: Arc<Extensions>,
    /// `None`: nothing was given for this request.
    pub(crate) extensions: Option<Arc<Extensions>>,
    /// What the call is cancelled with.
    pub(crate) parent: Option<Cancellation>,
    /// The call's own handle, once somebody wants one.
    pub(crate) own: OnceLock<Cancellation>,
    pub(crate) progress: Progress,
}

impl Clone for Context {
    fn clone(&self) -> Self {
        // Both have one handle.
        let own = OnceLock::from(self.cancellation().clone());
        Context {
            id: self.id.clone(),
            name: Arc::clone(&self.name),
            provider: self.provider,
            state: Arc::clone(&self.state),
            extensions: self.extensions.clone(),
            parent: self.parent.clone(),
            own,
            progress: self.progress.clone(),
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("provider", &self.provider)
            .field("state", &self.state)
            .field("extensions", self.extensions())
            .field("cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl Context {
    /// The surroundings of a call without any state.
    pub fn new(provider: Provider, id: impl Into<CallId>, name: impl Into<String>) -> Self {
        Context {
            id: id.into(),
            name: name.into().into(),
            provider,
            state: Arc::default(),
            extensions: None,
            parent: None,
            own: OnceLock::new(),
            progress: Progress::none(),
        }
    }

    /// With the values that [`Inject`](super::Inject) finds by their type.
    #[must_use]
    pub fn with_state(mut self, state: Arc<Extensions>) -> Self {
        self.state = state;
        self
    }

    /// With values of this request alone.
    #[must_use]
    pub fn with_extensions(mut self, extensions: Arc<Extensions>) -> Self {
        self.extensions = Some(extensions);
        self
    }

    /// With a handle that somebody else holds too.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.own = OnceLock::from(cancellation);
        self
    }

    /// With somebody who listens to how far the call is.
    #[must_use]
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// The call's name.
    pub fn id(&self) -> &CallId {
        &self.id
    }

    /// The tool's name, as the model called it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose model calls.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// What the program gave for all calls.
    pub fn state(&self) -> &Extensions {
        &self.state
    }

    /// What the program gave for this request.
    pub fn extensions(&self) -> &Extensions {
        Extensions::or_none(self.extensions.as_ref())
    }

    /// By which the call is told to stop.
    pub fn cancellation(&self) -> &Cancellation {
        self.own.get_or_init(|| match &self.parent {
            Some(parent) => parent.child(),
            None => Cancellation::new(),
        })
    }

    /// Whether the call was told to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        let handle = self.own.get().or(self.parent.as_ref());
        handle.is_some_and(Cancellation::is_cancelled)
    }

    /// Tells whoever has a handle to stop.
    pub(crate) fn cancel(&self) {
        if let Some(own) = self.own.get() {
            own.cancel();
        }
    }

    /// By which the call says how far it is.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }
}

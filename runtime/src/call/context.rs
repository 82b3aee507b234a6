//! What surrounds one call: what the program gave, and how to stop.

use alloc::string::String;
use alloc::sync::Arc;
use core::any::{Any, TypeId};
use core::fmt;
use std::collections::HashMap;

use super::{CallId, Cancellation, Progress};
use crate::provider::Provider;

/// Values by type: one of each.
#[derive(Clone, Default)]
pub struct Extensions {
    values: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

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

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.values.contains_key(&id)
    }
}

/// What surrounds one call. Clones share what the program gave.
#[derive(Clone, Debug)]
pub struct Context {
    pub(crate) id: CallId,
    pub(crate) name: Arc<str>,
    pub(crate) provider: Provider,
    pub(crate) state: Arc<Extensions>,
    pub(crate) extensions: Arc<Extensions>,
    pub(crate) cancellation: Cancellation,
    pub(crate) progress: Progress,
}

impl Context {
    /// The surroundings of a call without any state.
    pub fn new(provider: Provider, id: impl Into<CallId>, name: impl Into<String>) -> Self {
        Context {
            id: id.into(),
            name: name.into().into(),
            provider,
            state: Arc::default(),
            extensions: Arc::default(),
            cancellation: Cancellation::new(),
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
        self.extensions = extensions;
        self
    }

    /// With a handle that somebody else holds too.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = cancellation;
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
        &self.extensions
    }

    /// By which the call is told to stop.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// By which the call says how far it is.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }
}

//! The error of a tool's function: its text, and the error itself if it is one of Rust's.

use core::any::Any;
use core::error::Error;
use core::fmt;
use core::ops::Deref;
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use super::ToolError;

/// An error in a box, which may be sent to another thread.
pub(crate) type BoxedError = Box<dyn Error + Send + Sync>;

/// The error that a tool's function returned: the text for the model, and the error itself.
///
/// Two failures are equal if their texts are. `Debug` doesn't show the source, which may have a
/// secret that the text has lost.
///
/// ```
/// use toolcast::{ToolError, call::ToolFailure};
///
/// let failure = ToolFailure::from("no such city");
/// assert_eq!(failure.text(), "no such city");
/// assert!(failure.source().is_none());
/// assert_eq!(ToolError::Failed(failure), ToolError::Failed("no such city".into()));
/// ```
#[derive(Clone)]
pub struct ToolFailure {
    text: String,
    source: Option<Arc<dyn Source>>,
}

impl ToolFailure {
    /// The error's text for the model. In a [`ToolResult`](super::ToolResult) it has lost the set's
    /// secrets, and what looks like a credential.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The error itself, unchanged, for the program: see [`ToolError`] for the errors that are
    /// kept. Unlike the text it may contain secrets.
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(Source::error)
    }

    /// Changes the text, and keeps the source.
    pub(crate) fn map_text(self, change: impl FnOnce(String) -> String) -> Self {
        ToolFailure {
            text: change(self.text),
            source: self.source,
        }
    }
}

impl From<String> for ToolFailure {
    fn from(text: String) -> Self {
        ToolFailure { text, source: None }
    }
}

impl From<&str> for ToolFailure {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl PartialEq for ToolFailure {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for ToolFailure {}

impl PartialEq<str> for ToolFailure {
    fn eq(&self, text: &str) -> bool {
        self.text == text
    }
}

impl fmt::Debug for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

// The source can only be read.
impl UnwindSafe for ToolFailure {}
impl RefUnwindSafe for ToolFailure {}

/// An error, or what points to one: `Box<dyn Error + Send + Sync>`, or the errors of `anyhow` and
/// `eyre`.
trait Source: Send + Sync {
    fn error(&self) -> &(dyn Error + 'static);
}

impl<P> Source for P
where
    P: Deref<Target = dyn Error + Send + Sync> + Send + Sync,
{
    fn error(&self) -> &(dyn Error + 'static) {
        &**self
    }
}

/// Returns a function's error with itself as the source. A [`ToolError`] stays what it is.
pub(super) fn pointed<P>(error: P) -> ToolError
where
    P: Deref<Target = dyn Error + Send + Sync> + fmt::Display + Send + Sync + 'static,
{
    match (*error).downcast_ref::<ToolError>() {
        Some(own) => own.clone(),
        None => ToolError::Failed(ToolFailure {
            text: format!("{error:#}"),
            source: Some(Arc::new(error)),
        }),
    }
}

/// Returns the error of a closure as one of a call. Only an error in a box keeps its source: any
/// other type is known by its `Display` alone.
pub(super) fn displayed<E: fmt::Display + 'static>(error: E) -> ToolError {
    let mut error = Some(error);
    let any: &mut dyn Any = &mut error;
    if let Some(own) = any
        .downcast_mut::<Option<ToolError>>()
        .and_then(Option::take)
    {
        return own;
    }
    if let Some(boxed) = any
        .downcast_mut::<Option<BoxedError>>()
        .and_then(Option::take)
    {
        return pointed(boxed);
    }
    error.map_or_else(ToolError::no_function, |error| ToolError::failed(&error))
}

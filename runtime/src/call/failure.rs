//! The error of a tool's function: its text, and the error itself if it is one of Rust's.

use core::error::Error;
use core::fmt;
use core::ops::Deref;
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

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
    source: Option<Arc<dyn ErrorSource>>,
}

impl ToolFailure {
    /// The error's text for the model. In a [`ToolResult`](super::ToolResult), secrets and likely
    /// credentials are redacted.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The error itself, unchanged, for the program: see [`ToolError`](super::ToolError) for the
    /// errors that are kept. Unlike the text it may contain secrets.
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(ErrorSource::error)
    }

    /// The failure of an error, or of what points to one.
    pub(super) fn of<P>(error: P) -> Self
    where
        P: Deref<Target = dyn Error + Send + Sync> + fmt::Display + Send + Sync + 'static,
    {
        ToolFailure {
            text: format!("{error:#}"),
            source: Some(Arc::new(error)),
        }
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
trait ErrorSource: Send + Sync {
    fn error(&self) -> &(dyn Error + 'static);
}

impl<P> ErrorSource for P
where
    P: Deref<Target = dyn Error + Send + Sync> + Send + Sync,
{
    fn error(&self) -> &(dyn Error + 'static) {
        &**self
    }
}

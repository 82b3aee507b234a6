//! Errors of a call.

use core::any::Any;
use core::error::Error;
use core::fmt;
use core::ops::Deref;
use core::time::Duration;

use super::content::text_of;
use super::failure::BoxedError;
use super::{Content, OverBudget, ToolFailure};
use crate::decode::ArgumentErrors;

/// The error of a call. Its `Display` text is written for the model, which may try again.
///
/// The error that a function returned is its [`source`](std::error::Error::source):
///
/// | type of the error | source |
/// |---|---|
/// | `E: Error + Send + Sync + 'static` | the error |
/// | `Box<dyn Error + Send + Sync>`, `anyhow::Error`, `eyre::Report` | the error in it |
/// | `String`, `&str`, any other type with `Display` | none |
/// | a type written with `&`, a lifetime, `impl` or `Self` | none: it may borrow |
///
/// A lifetime that isn't written (`ParseError` for `ParseError<'_>`) is rustc's error that borrowed
/// data escapes: write `ParseError<'_>`. The closure of a [`DynamicTool`](crate::DynamicTool) keeps
/// the source of a `Box<dyn Error + Send + Sync>` alone, and otherwise needs
/// [`ToolError::from_error`]. The text already has that of the source.
///
/// ```
/// use toolcast::{Provider, ToolError, tool};
///
/// /// Divides two numbers.
/// #[tool]
/// fn divide(a: i32, b: i32) -> Result<i32, String> {
///     a.checked_div(b).ok_or_else(|| "`b` must not be 0".to_owned())
/// }
///
/// let call = |arguments| divide::call(Provider::OpenAi, arguments).now_or_never().unwrap();
/// let error = call(r#"{"a": 1, "b": 0}"#).unwrap_err();
/// assert_eq!(error, ToolError::Failed("`b` must not be 0".into()));
/// let error = call(r#"{"a": 1}"#).unwrap_err();
/// assert!(matches!(&error, ToolError::Arguments(errors) if errors.faults.len() == 1));
/// ```
///
/// The program can react to the source, in the result and in every hook that receives the error:
///
/// ```
/// use std::{error::Error as _, num::ParseIntError};
/// use toolcast::{Provider, tool};
///
/// /// Reads a number.
/// #[tool]
/// fn read(text: &str) -> Result<i32, ParseIntError> {
///     text.parse()
/// }
///
/// let reply = read::call(Provider::OpenAi, r#"{"text": "x"}"#).now_or_never().unwrap();
/// let error = reply.unwrap_err();
/// assert!(error.source().unwrap().is::<ParseIntError>());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolError {
    /// The set has no tool of that name.
    UnknownTool {
        /// The name that the model called.
        name: String,
        /// The set's nearest name.
        nearest: Option<String>,
    },
    /// The arguments are invalid.
    Arguments(ArgumentErrors),
    /// The function returned an error. Contains its text and, if it is an error of Rust, itself. A
    /// function that returns a `ToolError` chooses the variant itself.
    Failed(ToolFailure),
    /// The function returned an error that is more than a text, such as a picture of what went
    /// wrong. The result has [`Failed`](Self::Failed) in its place, and this content for the model,
    /// unless the set's [`on_error`](crate::ToolSetBuilder::on_error) has another text.
    FailedWith(Vec<Content>),
    /// The function panicked. Contains the message, if it is text. The message is for the program:
    /// the model only learns that the tool failed.
    Panicked(String),
    /// The program denied the call. Contains the text for the model.
    Denied(String),
    /// The call waits for an approval or an answer; the function has not run.
    /// [`ToolResult::waiting`](super::ToolResult::waiting) has the call.
    Waiting,
    /// The call has not run, or was stopped, because a limit of the conversation is reached: see
    /// [`Budget`](crate::set::Budget).
    OverBudget(OverBudget),
    /// The call took longer than this timeout.
    TimedOut(Duration),
    /// The call was cancelled.
    Cancelled,
    /// The set has no value of a state type that the tool needs.
    MissingState {
        /// The type's name.
        type_name: &'static str,
    },
}

/// Maximum number of characters of a name in a text. No provider accepts longer names.
const MAX_NAME: usize = 128;

/// A name from a model, client or server, for display in texts. It is truncated and kept on one
/// line. Characters that control a terminal, reverse the text or are invisible are escaped.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ShownName<'n>(pub &'n str);

impl fmt::Display for ShownName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for (n, char) in self.0.chars().enumerate() {
            if n == MAX_NAME {
                return f.write_str("..");
            }
            if char.is_control() || is_invisible(char) {
                write!(f, "{}", char.escape_default())?;
            } else {
                f.write_char(char)?;
            }
        }
        Ok(())
    }
}

/// Returns true for Unicode's direction marks, line separators, joiners and tags.
const fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
    )
}

impl ToolError {
    /// Creates a [`Failed`](Self::Failed) from an error formatted with `{:#}`. Errors of `anyhow`
    /// and `eyre` then include their causes; most other errors ignore the flag. It has no source:
    /// see [`from_error`](Self::from_error).
    pub fn failed(error: &impl fmt::Display) -> Self {
        ToolError::Failed(format!("{error:#}").into())
    }

    /// Creates a failure that keeps the error as its source. A `ToolError` is returned unchanged.
    /// Takes any error, and what converts into a boxed one, such as an `anyhow::Error`.
    ///
    /// ```
    /// use std::error::Error as _;
    /// use toolcast::{DynamicTool, ToolError};
    ///
    /// let read = DynamicTool::new("read", "Read a note", |name: String, _| {
    ///     std::fs::read_to_string(name).map_err(ToolError::from_error)
    /// });
    /// # let _ = read;
    /// let error = ToolError::from_error(std::fmt::Error);
    /// assert!(error.source().is_some());
    /// ```
    pub fn from_error(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        pointed::<BoxedError>(error.into())
    }

    /// Splits content from the error that has it.
    pub(crate) fn split(self) -> (Self, Vec<Content>) {
        match self {
            ToolError::FailedWith(content) => {
                (ToolError::Failed(text_of(&content).into()), content)
            }
            other => (other, Vec::new()),
        }
    }

    /// Returns the error of a closure as one of a call. A `ToolError` stays what it is.
    pub(crate) fn of<E: fmt::Display + 'static>(error: E) -> Self {
        displayed(error)
    }

    /// The error of a tool whose macro expansion failed. Such a program never compiles.
    pub(crate) fn no_function() -> Self {
        ToolError::Failed("the tool has no function".into())
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::UnknownTool { name, nearest } => {
                write!(f, "unknown tool `{}`", ShownName(name))?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{}`?", ShownName(nearest)),
                    None => Ok(()),
                }
            }
            ToolError::Arguments(errors) => errors.fmt(f),
            ToolError::Failed(failure) => failure.fmt(f),
            ToolError::Denied(text) => f.write_str(text),
            ToolError::FailedWith(content) => f.write_str(&text_of(content)),
            ToolError::Panicked(_) => f.write_str("the tool failed unexpectedly"),
            ToolError::Waiting => f.write_str("the call waits for an approval; it has not run"),
            ToolError::OverBudget(limit) => write!(
                f,
                "the call has no result: {limit}; answer with what you have"
            ),
            ToolError::TimedOut(after) => write!(f, "the tool took longer than {after:?}"),
            ToolError::Cancelled => f.write_str("the call was cancelled"),
            ToolError::MissingState { .. } => f.write_str("the tool is not available"),
        }
    }
}

impl Error for ToolError {
    // The faults of arguments and the limit aren't sources: a chain of errors would repeat their
    // texts, and the variants have them.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ToolError::Failed(failure) => failure.source(),
            _ => None,
        }
    }
}

/// Returns a function's error with itself as the source. A [`ToolError`] stays what it is.
pub(super) fn pointed<P>(error: P) -> ToolError
where
    P: Deref<Target = dyn Error + Send + Sync> + fmt::Display + Send + Sync + 'static,
{
    match (*error).downcast_ref::<ToolError>() {
        Some(own) => own.clone(),
        None => ToolError::Failed(ToolFailure::of(error)),
    }
}

/// Returns the error of a closure as one of a call. Only an error in a box keeps its source: any
/// other type is known by its `Display` alone.
fn displayed<E: fmt::Display + 'static>(error: E) -> ToolError {
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

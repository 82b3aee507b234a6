//! Conversion of return values into content for the model.

use core::any::Any;
use core::convert::Infallible;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

use serde::Serialize;

use super::content::untyped;
use super::error::pointed;
use super::{Content, ToolError, ToolOutput};

/// The end of a call: what generated code returns.
pub type Reply = Result<ToolOutput, ToolError>;

/// A type that a tool or the closure of a [`DynamicTool`](crate::DynamicTool) may return: text,
/// content parts, and any serializable value as JSON.
///
/// | returned | sent |
/// |---|---|
/// | `()`, `None`, values serialized as `null` | nothing |
/// | `String`, `&str`, `char`, a unit variant, values serialized as a string | [`Content::Text`] |
/// | other serializable values | [`Content::Json`] |
/// | [`Content`], `Vec<Content>`, `[Content; N]` | itself |
/// | [`ToolOutput`] of one of these | its content; the artifact is for the program |
///
/// The `Kind` parameter keeps the implementations apart: it is `()` for serializable values, and
/// [`Content`] for lists of content. Your own type can implement the trait without naming `Kind`,
/// if it does not implement `Serialize`.
#[diagnostic::on_unimplemented(
    message = "a tool can't return `{Self}`",
    label = "this can't be sent to a model",
    note = "return text, `Content`, `()`, or a type that implements `serde::Serialize`; a `Result` of one of them, or a `ToolOutput`"
)]
pub trait IntoContent<Kind = ()>: Sized {
    /// Converts the value into parts for the model.
    ///
    /// # Errors
    ///
    /// Returns an error if serde can't serialize the value.
    fn into_content(self) -> Result<Vec<Content>, ToolError>;

    /// Converts the value into an output, which has an artifact if the value does.
    ///
    /// # Errors
    ///
    /// Returns an error if serde can't serialize the value.
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::new(self.into_content()?, None))
    }
}

// rustc should report this trait as missing, not serde's.
#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoContent for T {
    fn into_content(self) -> Result<Vec<Content>, ToolError> {
        match serde_json::to_string(&self) {
            Ok(json) => Ok(parts(json)),
            Err(error) => Err(unwritable(&error)),
        }
    }
}

impl IntoContent for Content {
    fn into_content(self) -> Result<Vec<Content>, ToolError> {
        Ok(vec![self])
    }
}

// These need another `Kind`, because rustc assumes that `Content` may implement `Serialize` some
// day.
impl IntoContent<Content> for Vec<Content> {
    fn into_content(self) -> Result<Vec<Content>, ToolError> {
        Ok(self)
    }
}

impl<const N: usize> IntoContent<Content> for [Content; N] {
    fn into_content(self) -> Result<Vec<Content>, ToolError> {
        Ok(self.into())
    }
}

// A list of other types would not help.
#[diagnostic::do_not_recommend]
impl<Kind, T: IntoContent<Kind>, A: Any + Send + Sync> IntoContent<(Kind,)> for ToolOutput<T, A> {
    fn into_content(self) -> Result<Vec<Content>, ToolError> {
        self.content.into_content()
    }

    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput {
            content: self.content.into_content()?,
            artifact: untyped(self.artifact),
        })
    }
}

/// An error that a tool may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the error of a tool",
    label = "the model reads an error as text",
    note = "implement `std::fmt::Display` for the error, for example with `#[derive(thiserror::Error)]`"
)]
#[doc(hidden)]
pub trait ErrorText: fmt::Display {}

#[diagnostic::do_not_recommend]
impl<T: fmt::Display> ErrorText for T {}

/// A function's return value. Generated code splits it with methods. Those for `Result` and
/// [`ToolOutput`] are inherent and take precedence; all other types use those of the trait
/// [`SplitReturn`].
#[derive(Debug)]
pub struct ReturnValue<T>(pub T);

impl<T, E> ReturnValue<Result<T, E>> {
    /// Returns the value, or the error.
    ///
    /// # Errors
    ///
    /// Returns an error if the function returned one.
    pub fn split(self) -> Result<ReturnValue<T>, ReturnedError<E>>
    where
        E: ErrorText,
    {
        match self.0 {
            Ok(value) => Ok(ReturnValue(value)),
            Err(error) => Err(ReturnedError {
                error,
                as_text: ToolError::failed,
            }),
        }
    }
}

/// The error that a function returned. Generated code converts it with a method. That of Rust's
/// errors is inherent and takes precedence; those of the trait [`ConvertError`] are for what points
/// to an error, and, by reference, for all other types.
#[derive(Debug)]
pub struct ReturnedError<E> {
    error: E,
    as_text: fn(&E) -> ToolError,
}

impl<E: Error + Send + Sync + 'static> ReturnedError<E> {
    /// Returns the error with itself as the source.
    #[doc(hidden)]
    pub fn into_tool_error(self) -> ToolError {
        ToolError::from_error(self.error)
    }
}

impl<E> ReturnedError<E> {
    /// Returns an error that may borrow, and therefore keeps its text alone.
    #[doc(hidden)]
    pub fn borrowed(self) -> ReturnedText<E> {
        ReturnedText(self)
    }
}

/// The methods of an error that isn't one of Rust's.
#[doc(hidden)]
pub trait ConvertError {
    /// Returns the error as one of a call.
    fn into_tool_error(self) -> ToolError;
}

impl<P> ConvertError for ReturnedError<P>
where
    P: Deref<Target = dyn Error + Send + Sync> + fmt::Display + Send + Sync + 'static,
{
    fn into_tool_error(self) -> ToolError {
        pointed(self.error)
    }
}

impl<E> ConvertError for &ReturnedError<E> {
    fn into_tool_error(self) -> ToolError {
        (self.as_text)(&self.error)
    }
}

/// An error that may borrow. The method of [`ToolError`] takes precedence.
#[doc(hidden)]
#[derive(Debug)]
pub struct ReturnedText<E>(ReturnedError<E>);

impl ReturnedText<ToolError> {
    /// Returns the error unchanged.
    #[doc(hidden)]
    pub fn into_tool_error(self) -> ToolError {
        self.0.error
    }
}

impl<E> ConvertError for ReturnedText<E> {
    fn into_tool_error(self) -> ToolError {
        (self.0.as_text)(&self.0.error)
    }
}

impl<T, A> ReturnValue<ToolOutput<T, A>> {
    /// Converts the content, and keeps the artifact.
    ///
    /// # Errors
    ///
    /// Returns an error if serde can't serialize the content.
    pub fn answer<Kind>(self) -> Reply
    where
        T: IntoContent<Kind>,
        A: Any + Send + Sync,
    {
        IntoContent::<(Kind,)>::into_output(self.0)
    }
}

/// The methods of a return value that is neither a `Result` nor a [`ToolOutput`].
#[doc(hidden)]
pub trait SplitReturn: Sized {
    /// The value's type.
    type Value;

    /// Returns the value unchanged.
    ///
    /// # Errors
    ///
    /// Never returns an error.
    fn split(self) -> Result<Self, ReturnedError<Infallible>> {
        Ok(self)
    }

    /// Converts the value.
    ///
    /// # Errors
    ///
    /// Returns an error if serde can't serialize it.
    fn answer<Kind>(self) -> Reply
    where
        Self::Value: IntoContent<Kind>;
}

impl<T> SplitReturn for ReturnValue<T> {
    type Value = T;

    // Compiled once per type, not once per tool.
    #[inline(never)]
    fn answer<Kind>(self) -> Reply
    where
        T: IntoContent<Kind>,
    {
        IntoContent::<Kind>::into_output(self.0)
    }
}

// These aren't generic, so that they are compiled once.

/// Returns JSON as content: nothing for `null`, text for a string, JSON for the rest.
fn parts(json: String) -> Vec<Content> {
    match json.as_bytes() {
        b"null" => Vec::new(),
        [b'"', ..] => vec![serde_json::from_str(&json).map_or(Content::Json(json), Content::Text)],
        _ => vec![Content::Json(json)],
    }
}

fn unwritable(error: &serde_json::Error) -> ToolError {
    ToolError::Failed(format!("the result can't be written: {error}").into())
}

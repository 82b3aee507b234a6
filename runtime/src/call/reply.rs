//! From what a function returns to what a model gets.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use serde::Serialize;

use super::write::write;
use super::{Content, ToolError, ToolOutput};

/// What a tool answered.
#[derive(Default)]
pub struct Answer {
    /// For the model.
    pub content: Vec<Content>,
    /// For the program.
    pub artifact: Option<Box<dyn Any + Send + Sync>>,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("content", &self.content)
            .finish_non_exhaustive()
    }
}

/// A tool's answer, or why there is none.
pub type Reply = Result<Answer, ToolError>;

/// What a tool may return: text, parts of content, and whatever serde writes, as JSON.
///
/// | returned | sent |
/// |---|---|
/// | `()`, `None`, whatever serde writes as `null` | nothing |
/// | `String`, `&str`, `char`, a unit variant, whatever serde writes as a string | [`Content::Text`] |
/// | whatever else serde writes | [`Content::Json`] |
/// | [`Content`], `Vec<Content>`, `[Content; N]` | itself |
///
/// The parameter tells implementations apart: all that serde writes is [`AsJson`], lists of content are [`AsIs`]. A type of your own that serde doesn't write can implement it,
/// without naming the parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no answer that a model could be sent",
    label = "the model can't be sent this",
    note = "return text, `Content`, `()`, or a type that implements `serde::Serialize`; a `Result` of one of them, or a `ToolOutput`"
)]
pub trait IntoContent<Kind = AsJson> {
    /// The parts for the model.
    ///
    /// # Errors
    ///
    /// Where serde can't write the value: what it says.
    fn into_content(self) -> Result<Vec<Content>, String>;
}

/// Values that serde writes, and types of your own. See [`IntoContent`].
#[derive(Clone, Copy, Debug)]
pub enum AsJson {}

/// Lists of parts. See [`IntoContent`].
#[derive(Clone, Copy, Debug)]
pub enum AsIs {}

// The message is to be that of the trait, not serde's.
#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoContent for T {
    fn into_content(self) -> Result<Vec<Content>, String> {
        write(&self)
    }
}

impl IntoContent for Content {
    fn into_content(self) -> Result<Vec<Content>, String> {
        Ok(vec![self])
    }
}

// Serde could some day write these, as far as rustc knows: hence the parameter.
impl IntoContent<AsIs> for Vec<Content> {
    fn into_content(self) -> Result<Vec<Content>, String> {
        Ok(self)
    }
}

impl<const N: usize> IntoContent<AsIs> for [Content; N] {
    fn into_content(self) -> Result<Vec<Content>, String> {
        Ok(self.into())
    }
}

/// A function's return value, which generated code takes apart by methods: those of a `Result` and of a [`ToolOutput`] are inherent and come first, all
/// other types have those of `Returns`.
#[derive(Debug)]
pub struct Returned<T>(pub T);

impl<T, E> Returned<Result<T, E>> {
    /// The value, or the error as text.
    ///
    /// # Errors
    ///
    /// Where the function returned one.
    pub fn split(self) -> Result<Returned<T>, ToolError>
    where
        E: fmt::Display,
    {
        match self.0 {
            Ok(value) => Ok(Returned(value)),
            Err(error) => Err(ToolError::failed(&error)),
        }
    }
}

impl<T, A> Returned<ToolOutput<T, A>> {
    /// Content and artifact.
    ///
    /// # Errors
    ///
    /// Where serde can't write the content.
    pub fn answer<Kind>(self) -> Reply
    where
        T: IntoContent<Kind>,
        A: Send + Sync + 'static,
    {
        Ok(Answer {
            content: content(self.0.content)?,
            artifact: Some(Box::new(self.0.artifact)),
        })
    }
}

/// What a return value has that is no `Result` and no [`ToolOutput`].
#[doc(hidden)]
pub trait Returns: Sized {
    /// The value's type.
    type Value;

    /// The value: there is no error.
    ///
    /// # Errors
    ///
    /// Never.
    fn split(self) -> Result<Self, ToolError> {
        Ok(self)
    }

    /// The content.
    ///
    /// # Errors
    ///
    /// Where serde can't write it.
    fn answer<Kind>(self) -> Reply
    where
        Self::Value: IntoContent<Kind>;
}

impl<T> Returns for Returned<T> {
    type Value = T;

    // One function a type, not one a tool.
    #[inline(never)]
    fn answer<Kind>(self) -> Reply
    where
        T: IntoContent<Kind>,
    {
        Ok(Answer {
            content: content(self.0)?,
            artifact: None,
        })
    }
}

fn content<T: IntoContent<Kind>, Kind>(value: T) -> Result<Vec<Content>, ToolError> {
    value
        .into_content()
        .map_err(|error| ToolError::Failed("the answer can't be written: ".to_owned() + &error))
}

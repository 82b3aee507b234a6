//! From what a function returns to what a model gets.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no answer that a model could be sent",
    label = "the model can't be sent this",
    note = "return text, `Content`, `()`, or a type that implements `serde::Serialize`; a `Result` of one of them, or a `ToolOutput`"
)]
pub trait IntoContent {
    /// The parts for the model.
    ///
    /// # Errors
    ///
    /// Where serde can't write the value: what it says.
    fn into_content(self) -> Result<Vec<Content>, String>;
}

// One blanket implementation for all that serde writes; what is more than JSON is told by its type, which `Any` would want `'static` for, so `Content` has a wrapper of its own
// in `Returned`.
impl<T: serde::Serialize> IntoContent for T {
    fn into_content(self) -> Result<Vec<Content>, String> {
        let value = serde_json::to_value(&self).map_err(|error| error.to_string())?;
        Ok(match value {
            serde_json::Value::Null => Vec::new(),
            serde_json::Value::String(text) => vec![Content::Text(text)],
            other => vec![Content::Json(other.to_string())],
        })
    }
}

/// A function's return value, which generated code takes apart by methods: those of a `Result` and of a [`ToolOutput`] come first.
#[derive(Debug)]
pub struct Returned<T>(pub T);

impl<T, E> Returned<Result<T, E>> {
    /// The value, or the error as text.
    ///
    /// # Errors
    ///
    /// Where the function returned one.
    pub fn split(self) -> Result<T, ToolError>
    where
        E: fmt::Display,
    {
        self.0.map_err(|error| ToolError::Failed(error.to_string()))
    }
}

impl<T, A: Send + Sync + 'static> Returned<ToolOutput<T, A>> {
    /// Content and artifact.
    ///
    /// # Errors
    ///
    /// Where serde can't write the content.
    pub fn answer(self) -> Reply
    where
        T: IntoContent,
    {
        Ok(Answer {
            content: content(self.0.content)?,
            artifact: Some(Box::new(self.0.artifact)),
        })
    }
}

fn content<T: IntoContent>(value: T) -> Result<Vec<Content>, ToolError> {
    value
        .into_content()
        .map_err(|error| ToolError::Failed("the answer can't be written: ".to_owned() + &error))
}

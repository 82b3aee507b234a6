//! What became of calls.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use super::{Content, ToolCall, ToolError};
use crate::decode::Forgiven;
use crate::schema::SchemaRef;

/// What became of one call.
#[non_exhaustive]
pub struct ToolResult {
    /// The call.
    pub call: ToolCall,
    /// What the model is sent, an error's text too.
    pub content: Vec<Content>,
    /// Why there is no answer, where there is none.
    pub error: Option<ToolError>,
    /// For the program alone, where the function returned a [`ToolOutput`](super::ToolOutput).
    pub artifact: Option<Box<dyn Any + Send + Sync>>,
    /// The answer is meant for the user, not for the model.
    pub return_direct: bool,
    /// The program should not ask the model again: the set's [`OnError`](crate::set::OnError) says so.
    pub stop: bool,
    /// What was forgiven in the arguments.
    pub forgiven: Vec<Forgiven>,
    /// The paths of names that nested open types don't have, and ignore. An unknown parameter of the tool itself is a fault.
    pub ignored: Vec<String>,
    /// The schema of the tool's answers, where it declares one.
    pub(crate) output: Option<SchemaRef>,
    /// The content is not what the tool returned: secrets were removed, or texts were cut.
    pub(crate) altered: bool,
}

impl fmt::Debug for ToolResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolResult")
            .field("call", &self.call)
            .field("content", &self.content)
            .field("error", &self.error)
            .field("return_direct", &self.return_direct)
            .field("stop", &self.stop)
            .field("forgiven", &self.forgiven)
            .field("ignored", &self.ignored)
            .finish_non_exhaustive()
    }
}

impl ToolResult {
    /// A result for a call.
    pub fn new(call: ToolCall, content: Vec<Content>) -> Self {
        ToolResult {
            call,
            content,
            error: None,
            artifact: None,
            return_direct: false,
            stop: false,
            forgiven: Vec::new(),
            ignored: Vec::new(),
            output: None,
            altered: false,
        }
    }

    /// Whether there is no answer.
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }
}

/// What became of the calls of one turn, in their order.
#[derive(Debug, Default)]
pub struct ToolResults(pub Vec<ToolResult>);

impl ToolResults {
    /// The first result by which the program should not ask the model again: an error under [`OnError::Stop`](crate::set::OnError::Stop).
    pub fn stop(&self) -> Option<&ToolResult> {
        self.0.iter().find(|result| result.stop)
    }

    /// The answers that are meant for the user, where all are: then the model need not be asked again.
    pub fn direct(&self) -> Option<&[ToolResult]> {
        let all = !self.0.is_empty() && self.0.iter().all(|result| result.return_direct);
        all.then_some(&self.0[..])
    }
}

impl core::ops::Deref for ToolResults {
    type Target = [ToolResult];

    fn deref(&self) -> &[ToolResult] {
        &self.0
    }
}

impl IntoIterator for ToolResults {
    type Item = ToolResult;
    type IntoIter = alloc::vec::IntoIter<ToolResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'r> IntoIterator for &'r ToolResults {
    type Item = &'r ToolResult;
    type IntoIter = core::slice::Iter<'r, ToolResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

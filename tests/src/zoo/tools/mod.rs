//! The tools of the zoo: one function for each feature of `#[tool]` on functions and parameters,
//! and for each kind of result.

mod answers;
mod attributes;
mod injected;
mod parameters;
mod values;

pub use injected::{Library, Weather};

use toolcast::ToolDef;

/// A tool of the zoo.
#[derive(Clone, Copy)]
pub struct ToolSpecimen {
    /// The tool's purpose.
    pub purpose: &'static str,
    /// The tool.
    pub def: &'static ToolDef,
    /// Calls: arguments as a model writes them for MCP, and the expected text of the result or part
    /// of the error message.
    pub calls: &'static [(&'static str, Result<&'static str, &'static str>)],
}

/// Builds the list of a module's tools: the purpose as a doc comment, the tool's type, and calls. A
/// call is `"arguments" => "result"`, or `"arguments" =>! "part of the error"`.
macro_rules! tools {
    ($(#[doc = $purpose:literal] $tool:path = [$($arguments:literal $(=> $answer:literal)? $(=>! $error:literal)?),* $(,)?];)*) => {
        /// The tools of this module.
        pub(super) fn all() -> Vec<$crate::zoo::tools::ToolSpecimen> {
            vec![$($crate::zoo::tools::ToolSpecimen {
                purpose: $purpose,
                def: <$tool as toolcast::Tool>::DEF,
                calls: &[$(($arguments, $(Ok($answer))? $(Err($error))?)),*],
            }),*]
        }
    };
}
use tools;

/// Returns all tools of the zoo.
pub fn all() -> Vec<ToolSpecimen> {
    [
        parameters::all(),
        values::all(),
        attributes::all(),
        answers::all(),
        injected::all(),
    ]
    .concat()
}

//! The tools of the zoo: one function for each thing that `#[tool]` reads on a function and on a parameter, and for each thing that it may answer.

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
    /// What it is there for.
    pub purpose: &'static str,
    /// The tool.
    pub def: &'static ToolDef,
    /// Calls of it: arguments, as a model writes them for MCP, and what comes of them: the answer's text, or a part of what is told about a fault.
    pub calls: &'static [(&'static str, Result<&'static str, &'static str>)],
}

/// Makes the list of a module's tools: what each is there for, its type, and calls: `"arguments" => "answer"`, or `"arguments" =>! "a part of the error"`.
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

/// All tools of the zoo.
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

//! Why a call has no answer.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::time::Duration;

use crate::decode::ArgumentErrors;

/// Why a call has no answer. Its text is made for the model, which may try again.
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
    /// The arguments don't fit.
    Arguments(ArgumentErrors),
    /// The function returned an error: its text.
    Failed(String),
    /// The function panicked: its message, where it is a text. It is for the program, the model is told only that the tool failed.
    Panicked(String),
    /// The program said no: the text for the model.
    Denied(String),
    /// It took too long.
    TimedOut(Duration),
    /// It was cancelled.
    Cancelled,
    /// The program gave the set no value of a type that the tool wants.
    MissingState {
        /// The type's name.
        type_name: &'static str,
    },
}

/// How many characters of a name are repeated: no provider takes longer ones.
const LONGEST_NAME: usize = 128;

/// A name that a model, a client or a server made up, as it is repeated in texts: cut, on one line, and with
/// characters escaped that control a terminal, reverse the text or can't be seen.
pub(crate) struct ShownName<'n>(pub(crate) &'n str);

impl fmt::Display for ShownName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for (n, char) in self.0.chars().enumerate() {
            if n == LONGEST_NAME {
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

/// Unicode's marks of direction, separators of lines, joiners and tags.
const fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
    )
}

impl ToolError {
    /// [`Failed`](Self::Failed) with an error's text, written by `{:#}`: that has the causes too, where an error keeps them (those of `anyhow` and `eyre`); for most it is
    /// the same.
    pub fn failed(error: &impl fmt::Display) -> Self {
        ToolError::Failed(format!("{error:#}"))
    }

    /// The error of a tool whose expansion failed: such a program is never built.
    pub(crate) fn no_function() -> Self {
        ToolError::Failed(String::from("the tool has no function"))
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::UnknownTool { name, nearest } => {
                write!(f, "there is no tool `{}`", ShownName(name))?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest is `{}`", ShownName(nearest)),
                    None => Ok(()),
                }
            }
            ToolError::Arguments(errors) => errors.fmt(f),
            ToolError::Failed(text) | ToolError::Denied(text) => f.write_str(text),
            ToolError::Panicked(_) => f.write_str("the tool failed unexpectedly"),
            ToolError::TimedOut(after) => write!(f, "the tool took longer than {after:?}"),
            ToolError::Cancelled => f.write_str("the call was cancelled"),
            ToolError::MissingState { .. } => f.write_str("the tool is not available"),
        }
    }
}

impl core::error::Error for ToolError {}

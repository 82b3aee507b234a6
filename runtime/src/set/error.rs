//! What is wrong with a set, or with what was asked of it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::call::ShownName;
use crate::provider::Provider;
use crate::render::Report;

/// A value of the program's state that nobody gave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingState {
    /// The type's name.
    pub type_name: &'static str,
    /// The tools that want it, in their order.
    pub tools: Vec<String>,
}

/// Why a set can't be built: all that is wrong at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildError {
    /// Each type of which the state has no value.
    pub missing: Vec<MissingState>,
    /// Each name that more than one tool has.
    pub duplicates: Vec<String>,
    /// Each name that more than one source has.
    pub sources: Vec<String>,
}

impl BuildError {
    pub(crate) fn or<T>(self, value: T) -> Result<T, Self> {
        if self.missing.is_empty() && self.duplicates.is_empty() && self.sources.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tool set can't be built:")?;
        for missing in &self.missing {
            write!(f, "\n- no state of type `{}`, which ", missing.type_name)?;
            list(f, &missing.tools)?;
            let wants = if missing.tools.len() == 1 {
                "wants"
            } else {
                "want"
            };
            write!(f, " {wants}: give it by `with_state`")?;
        }
        for name in &self.duplicates {
            write!(f, "\n- more than one tool is called `{name}`")?;
        }
        for name in &self.sources {
            write!(f, "\n- more than one source is called `{name}`")?;
        }
        Ok(())
    }
}

impl core::error::Error for BuildError {}

/// Why a set can't do what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The set has no tool of that name.
    UnknownTool {
        /// The name.
        name: String,
        /// The set's nearest name.
        nearest: Option<String>,
    },
    /// A narrowing leads nowhere.
    Narrow {
        /// The path as it was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Tools have no declaration for the provider: it would refuse them, or they are not made for it.
    Refused {
        /// The provider.
        provider: Provider,
        /// A report of each tool.
        reports: Vec<Report>,
    },
    /// The tools together are more than the provider takes, and no form of them is less.
    Limit {
        /// The provider.
        provider: Provider,
        /// What the provider takes.
        limit: String,
        /// How many tools the set has for the provider.
        given: usize,
        /// The tools that are too much.
        tools: Vec<String>,
    },
    /// The provider has no words for what was asked, or the request is not made as its requests are.
    Request {
        /// The provider.
        provider: Provider,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetError::UnknownTool { name, nearest } => {
                write!(f, "the set has no tool `{}`", ShownName(name))?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest is `{}`", ShownName(nearest)),
                    None => Ok(()),
                }
            }
            SetError::Narrow { path, reason } => write!(f, "`{path}` can't be narrowed: {reason}"),
            SetError::Refused { provider, reports } => {
                write!(f, "tools have no declaration for `{provider}`:")?;
                reports
                    .iter()
                    .try_for_each(|report| write!(f, "\n{report}"))
            }
            SetError::Limit {
                provider,
                limit,
                given,
                tools,
            } => {
                let (tool, many) = (if *given == 1 { "tool" } else { "tools" }, tools.len());
                write!(
                    f,
                    "{provider} takes {limit}; the set has {given} {tool}, {many} too many: "
                )?;
                let shown = &tools[..many.min(SHOWN)];
                list(f, shown)?;
                if many > SHOWN {
                    write!(f, " and {} more", many - SHOWN)?;
                }
                f.write_str("; send fewer of them, by `filter` for example")
            }
            SetError::Request { reason, .. } => {
                write!(f, "no request can be made for these tools: {reason}")
            }
        }
    }
}

impl core::error::Error for SetError {}

/// How many names of tools that are too many are shown.
const SHOWN: usize = 10;

/// Names in backticks with commas between.
fn list(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    for (i, name) in names.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}`{name}`")?;
    }
    Ok(())
}

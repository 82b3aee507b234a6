//! Errors from building and using a set.

use core::fmt;
use std::collections::BTreeMap;

use crate::call::ShownName;
use crate::provider::Provider;
use crate::render::Report;
use crate::request::WireError;

/// Errors from building and using a [`ToolSet`](super::ToolSet).
///
/// ```
/// use toolcast::{SetError, tool, toolset};
///
/// /// Counts the words of the text.
/// #[tool]
/// fn count(#[tool(inject)] text: &String) -> usize {
///     text.split_whitespace().count()
/// }
///
/// let error = toolset![count].build().unwrap_err();
/// assert!(matches!(&error, SetError::Build { missing, .. } if missing.len() == 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// A set can't be built, or two sets can't be merged. It has all problems at once.
    Build {
        /// The names of the types of missing state, each with the tools that need it, in their
        /// order.
        missing: BTreeMap<&'static str, Vec<String>>,
        /// The names that more than one tool has.
        duplicates: Vec<String>,
        /// The names that more than one source has.
        sources: Vec<String>,
    },
    /// The set has no tool of that name; for a waiting call, none that is enabled.
    UnknownTool {
        /// The name.
        name: String,
        /// The set's nearest name.
        nearest: Option<String>,
    },
    /// The path or the values given to `with_values` are invalid.
    InvalidPath {
        /// The path as given.
        path: String,
        /// The reason.
        reason: String,
    },
    /// Tools have no declaration for the provider, because it would reject them or they exclude it.
    Rejected {
        /// The provider.
        provider: Provider,
        /// One report per tool.
        reports: Vec<Report>,
    },
    /// The tools together exceed a limit of the provider in every form.
    LimitExceeded {
        /// The provider.
        provider: Provider,
        /// The limit.
        limit: String,
        /// How many tools the set has for the provider.
        count: usize,
        /// The excess tools.
        tools: Vec<String>,
    },
    /// The provider does not support the options, or the request does not have the provider's
    /// format.
    Request {
        /// The provider.
        provider: Provider,
        /// The error of the request's writer; `Display` has its text.
        error: WireError,
    },
    /// No call with this id waits: the results have none, or it was resumed already.
    NotWaiting {
        /// The call's id.
        id: String,
    },
    /// Several waiting calls have this id, so one of them can't be approved or answered. All of
    /// them can be denied, or failed.
    NotUnique {
        /// The id of the calls.
        id: String,
    },
    /// The declaration or the source of a waiting call's tool differs from the one at the time of
    /// the call. Ask again, and set [`WaitingCall::fingerprint`](crate::call::WaitingCall) to the
    /// tool's [current one](super::ToolInfo::fingerprint_for), or deny the call.
    Changed {
        /// The call's id.
        id: String,
        /// The tool's name.
        tool: String,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetError::Build {
                missing,
                duplicates,
                sources,
            } => {
                f.write_str("the tool set can't be built:")?;
                for (type_name, tools) in missing {
                    write!(f, "\n- no state of type `{type_name}`, which ")?;
                    list(f, tools)?;
                    let wants = if tools.len() == 1 { "needs" } else { "need" };
                    write!(
                        f,
                        " {wants}: add it by `with_state`, or an `Arc` of it by `with_state_arc`"
                    )?;
                }
                for (what, names) in [("tool", duplicates), ("source", sources)] {
                    for name in names {
                        write!(f, "\n- more than one {what} is called `{name}`")?;
                    }
                }
                Ok(())
            }
            SetError::UnknownTool { name, nearest } => {
                write!(f, "the set has no tool `{}`", ShownName(name))?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{}`?", ShownName(nearest)),
                    None => Ok(()),
                }
            }
            SetError::InvalidPath { path, reason } => {
                write!(f, "`{path}` can't be narrowed: {reason}")
            }
            SetError::Rejected { provider, reports } => {
                write!(f, "tools have no declaration for `{provider}`:")?;
                reports
                    .iter()
                    .try_for_each(|report| write!(f, "\n{report}"))
            }
            SetError::LimitExceeded {
                provider,
                limit,
                count,
                tools,
            } => {
                let (tool, many) = (if *count == 1 { "tool" } else { "tools" }, tools.len());
                write!(
                    f,
                    "{provider} accepts {limit}; the set has {count} {tool}, {many} too many: "
                )?;
                let shown = &tools[..many.min(SHOWN)];
                list(f, shown)?;
                if many > SHOWN {
                    write!(f, " and {} more", many - SHOWN)?;
                }
                f.write_str("; send fewer of them, for example with `filter`")
            }
            SetError::Request { error, .. } => {
                write!(f, "no request can be made for these tools: {error}")
            }
            SetError::NotWaiting { id } => write!(
                f,
                "no call `{}` waits: it was resumed already, or never made",
                ShownName(id.as_str()),
            ),
            SetError::NotUnique { id } => write!(
                f,
                "several calls wait with the id `{}`, so none of them can be approved or answered; deny them",
                ShownName(id.as_str()),
            ),
            SetError::Changed { id, tool } => write!(
                f,
                "the call `{}` can't run: the tool `{}` has changed since the call; ask again, or deny it",
                ShownName(id.as_str()),
                ShownName(tool),
            ),
        }
    }
}

impl core::error::Error for SetError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SetError::Request { error, .. } => core::error::Error::source(error),
            _ => None,
        }
    }
}

/// Maximum number of excess tools listed by name.
const SHOWN: usize = 10;

/// Writes names in backticks, separated by commas.
fn list(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    for (i, name) in names.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}`{name}`")?;
    }
    Ok(())
}

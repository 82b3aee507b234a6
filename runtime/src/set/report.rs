//! What became of each tool in a request, and the request's part that declares them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::render::{Outcome, Report};

/// The tools of a set for one provider.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The members of a request that declare the tools, as the text of a JSON object.
    pub fragment: String,
    /// What became of each tool.
    pub report: RequestReport,
}

/// What became of each tool in a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestReport {
    /// The tools in strict mode.
    pub strict: Vec<String>,
    /// The tools that would be in strict mode, were it not for what the provider takes of all tools together.
    pub strict_off: Vec<String>,
    /// The tools that are left out, each with why.
    pub left_out: Vec<Report>,
    /// All that is not in the request, in words: what is left out, and what the sources gave and nobody could read.
    pub refused: Vec<RefusedTool>,
    /// The tools that the provider is shown under another name, since it takes none like theirs. A call by either name reaches the tool.
    pub renamed: Vec<RenamedTool>,
}

/// A tool that is not in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedTool {
    /// Its name in the set; of one that could not be read, what it calls itself, or its place in the list.
    pub name: String,
    /// The source that it comes from, where others wrote it.
    pub source: Option<String>,
    /// Why, each with a JSON Pointer in front: into the tool's schema, and for what could not be read, into what the source gave.
    pub reasons: Vec<String>,
}

/// A tool under another name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenamedTool {
    /// Its name in the set.
    pub name: String,
    /// The name that the provider is shown.
    pub shown: String,
}

impl fmt::Display for RefusedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.name)?;
        if let Some(source) = &self.source {
            write!(f, " of `{source}`")?;
        }
        write!(f, " is left out: {}", self.reasons.join("; "))
    }
}

impl RefusedTool {
    pub(crate) fn of(report: &Report, source: Option<&str>) -> Self {
        RefusedTool {
            name: report.tool.clone(),
            source: source.map(ToString::to_string),
            reasons: report
                .entries
                .iter()
                .filter(|entry| entry.outcome == Outcome::Refused)
                .map(|entry| reason(&entry.pointer, &entry.reason))
                .collect(),
        }
    }
}

/// A reason with its JSON Pointer in front.
pub(crate) fn reason(pointer: &str, reason: &str) -> String {
    if pointer.is_empty() {
        reason.to_owned()
    } else {
        format!("{pointer}: {reason}")
    }
}

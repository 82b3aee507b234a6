//! The report on the tools of a request.

use core::fmt;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::render::{Outcome, Report};

/// Lists how a request declares the tools of a set: strict, not strict, deferred, renamed or left
/// out.
///
/// ```
/// use toolcast::{Provider, tool, toolset};
///
/// /// Searches the manual.
/// #[tool]
/// fn search(words: &str) -> String {
///     words.to_owned()
/// }
///
/// let tools = toolset![search].build()?;
/// let report = tools.request_report(Provider::OpenAi)?;
/// assert_eq!(report.strict, ["search"]);
/// assert!(report.skipped.is_empty());
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[must_use = "the report lists the tools that are left out or have another name"]
pub struct RequestReport {
    /// The tools in strict mode.
    pub strict: Vec<String>,
    /// The tools not in strict mode because all tools together would exceed the provider's limits.
    pub strict_disabled: Vec<String>,
    /// The [deferred](super::ToolSet::with_deferred) tools that aren't loaded yet: not in the
    /// request, or marked for the provider's own search.
    pub deferred: Vec<String>,
    /// The tools that are left out: the provider would reject them, or they could not be read.
    pub skipped: Vec<SkippedTool>,
    /// The tools shown under another name because the provider would reject theirs: the name in
    /// the set, and the name in the request. A call by either name reaches the tool.
    pub renamed: BTreeMap<String, String>,
}

/// A tool that is not in a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SkippedTool {
    /// Its name in the set. For a tool that could not be read, the name in its definition or its
    /// index in the list.
    pub name: String,
    /// The external source of the tool, if it has one.
    pub source: Option<String>,
    /// The reasons, each prefixed with a JSON Pointer. The pointer refers to the tool's schema, or
    /// to the source's document if the tool could not be read.
    pub reasons: Vec<String>,
    /// The report on the tool's schema, if the provider would reject the schema.
    pub report: Option<Report>,
}

impl fmt::Display for SkippedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.name)?;
        if let Some(source) = &self.source {
            write!(f, " of `{source}`")?;
        }
        write!(f, " is left out: {}", self.reasons.join("; "))
    }
}

impl SkippedTool {
    /// Creates one for a tool whose schema the provider would reject.
    pub(crate) fn of(report: Report, source: Option<&str>) -> Self {
        SkippedTool {
            name: report.tool.clone(),
            source: source.map(ToString::to_string),
            reasons: report
                .entries
                .iter()
                .filter(|entry| entry.outcome == Outcome::Rejected)
                .map(|entry| reason(&entry.pointer, &entry.reason))
                .collect(),
            report: Some(report),
        }
    }

    /// Creates one for a tool that is left out for one reason.
    pub(crate) fn because(name: &str, source: Option<&str>, reason: &str) -> Self {
        SkippedTool {
            name: name.to_owned(),
            source: source.map(ToString::to_string),
            reasons: [reason.to_owned()].into(),
            report: None,
        }
    }
}

/// Prefixes a reason with its JSON Pointer.
pub(crate) fn reason(pointer: &str, reason: &str) -> String {
    if pointer.is_empty() {
        reason.to_owned()
    } else {
        format!("{pointer}: {reason}")
    }
}

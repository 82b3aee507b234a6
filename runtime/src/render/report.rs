//! Reports: the walk's records as data.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::notes::{Outcome, PART, RECORD};
use super::single_walk::{Subject, walk_once};
use super::tool_facts::is_target;
use super::writer::{NoteStyle, Records, Tally};
use crate::dialect::{CANONICAL, Dialect};
use crate::json::Sink;
use crate::provider::Provider;
use crate::schema::Schema;
use crate::spec::Spec;
#[cfg(feature = "call")]
use crate::spec::Strict;

/// The constructs of a tool that a provider can't express or would reject, with the outcome for
/// each.
///
/// ```
/// use toolcast::{Outcome, Provider, tool};
///
/// /// Books a table.
/// #[tool]
/// fn book(#[tool(range(1..=12))] guests: u32) {}
///
/// let report = book::report_for(Provider::OpenAi);
/// assert!(report.is_lossless());
/// let report = book::report_for(Provider::Cohere);
/// // Cohere ignores the keyword, so its description has the words.
/// assert!(report.entries.iter().any(|entry| entry.outcome == Outcome::Described));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "call", derive(serde::Serialize, serde::Deserialize))]
#[must_use = "a report changes nothing"]
pub struct Report {
    /// The tool's name; empty for a report on a schema alone.
    pub tool: String,
    /// The provider of the text.
    pub provider: Provider,
    /// The text uses the provider's strict mode.
    pub strict: bool,
    /// The entries, in the order of the text.
    pub entries: Vec<ReportEntry>,
}

/// A part of a tool's schema that a provider can't express directly, and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "call", derive(serde::Serialize, serde::Deserialize))]
pub struct ReportEntry {
    /// A JSON Pointer into the canonical schema; empty for the tool as a whole.
    pub pointer: String,
    /// The keyword that could not be used; empty for the schema as a whole.
    pub keyword: String,
    /// The form that the part has instead, or its rejection.
    pub outcome: Outcome,
    /// The reason; for a rejection also the fix.
    pub reason: String,
}

impl ReportEntry {
    pub(crate) fn new(
        pointer: impl Into<String>,
        keyword: impl Into<String>,
        outcome: Outcome,
        reason: impl Into<String>,
    ) -> Self {
        ReportEntry {
            pointer: pointer.into(),
            keyword: keyword.into(),
            outcome,
            reason: reason.into(),
        }
    }

    /// The entry of a tool that excludes the provider.
    pub(super) fn excluded() -> Self {
        let reason = "the tool is not made for this provider";
        ReportEntry::new("", "providers", Outcome::Rejected, reason)
    }
}

impl Report {
    pub(crate) fn new(
        tool: &str,
        provider: Provider,
        strict: bool,
        entries: Vec<ReportEntry>,
    ) -> Self {
        Report {
            tool: tool.to_owned(),
            provider,
            strict,
            entries,
        }
    }

    /// Returns whether the text expresses the whole type, possibly in another form.
    pub fn is_lossless(&self) -> bool {
        !self
            .entries
            .iter()
            .any(|entry| entry.outcome.is_loss() || entry.outcome == Outcome::Rejected)
    }
}

/// A report is the error if a provider would reject the schema.
impl core::error::Error for Report {}

impl fmt::Display for Report {
    /// Writes a line for each entry.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strict = if self.strict { ", strict" } else { "" };
        let tool = if self.tool.is_empty() {
            "the schema"
        } else {
            &self.tool
        };
        write!(f, "{tool} for {}{strict}:", self.provider)?;
        if self.entries.is_empty() {
            return f.write_str(" nothing lost");
        }
        for entry in &self.entries {
            write!(f, "\n  {entry:8}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ReportEntry {
    /// Writes outcome, pointer, keyword and reason in one line. A width is that of the outcome.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() {
            "(tool)"
        } else {
            &self.pointer
        };
        let width = f.width().unwrap_or(0);
        write!(f, "{:<width$} {pointer}", self.outcome)?;
        if !self.keyword.is_empty() {
            write!(f, " `{}`", self.keyword)?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// Creates the report of a tool for a provider.
pub(crate) fn report(spec: &Spec<'_>, provider: Provider) -> Report {
    report_of(spec, spec.params.get(), provider)
}

/// Like [`report`], with another schema for the parameters.
pub(crate) fn report_of(spec: &Spec<'_>, schema: &Schema<'_>, provider: Provider) -> Report {
    #[cfg(feature = "call")]
    let shortened = super::single_walk::shortened(*spec, provider);
    #[cfg(feature = "call")]
    let spec = shortened.as_ref().unwrap_or(spec);
    let (canonical, mut entries) = records(Subject::tool(spec, schema, true), CANONICAL);
    if provider != Provider::JsonSchema {
        entries.retain(is_structural);
    }
    #[cfg(feature = "call")]
    if shortened.is_some() {
        let reason =
            "it is cut at the end of a sentence: the provider rejects more than 1,024 characters";
        entries.push(ReportEntry::new("", "description", Outcome::Hidden, reason));
    }
    #[cfg(feature = "call")]
    let d = super::single_walk::own(spec, schema, provider, &canonical);
    #[cfg(not(feature = "call"))]
    let d = super::strict::dialect(spec, provider, &canonical);
    #[cfg(feature = "call")]
    if matches!(spec.strict, Strict::Wanted(all) if all & provider.bit() != 0) && !d.strict {
        let reason = "the definition asks for strict mode, which can't express its schema";
        entries.push(ReportEntry::new("", "strict", Outcome::Hidden, reason));
    }
    if !is_target(spec, provider) {
        entries.push(ReportEntry::excluded());
    } else if provider != Provider::JsonSchema {
        entries.extend(records(Subject::tool(spec, schema, false), d).1);
    }
    // Only a schema that is read at run time can be so long.
    #[cfg(feature = "import")]
    if super::single_walk::is_too_long(spec, schema, d) {
        entries.push(too_long());
    }
    Report::new(spec.name.raw(), provider, d.strict, entries)
}

/// Creates the report of a schema without a tool.
pub(crate) fn of_schema(schema: &Schema<'_>, d: &'static Dialect) -> Report {
    let (_, mut entries) = records(Subject::schema(schema, true), CANONICAL);
    entries.retain(is_structural);
    entries.extend(records(Subject::schema(schema, false), d).1);
    Report::new("", d.provider, d.strict, entries)
}

/// The entry for a text of more bytes.
pub(crate) fn too_long() -> ReportEntry {
    ReportEntry::new(
        "",
        "",
        Outcome::Rejected,
        "the text would have more than 16 MiB",
    )
}

/// Returns whether an entry of the canonical walk applies to every provider: a fault of the schema
/// itself. The other outcomes depend on the dialect.
fn is_structural(entry: &ReportEntry) -> bool {
    entry.outcome == Outcome::Rejected
}

fn read(bytes: Vec<u8>) -> Vec<ReportEntry> {
    let text = String::from_utf8(bytes).unwrap_or_default();
    text.split_terminator(RECORD).filter_map(entry).collect()
}

/// Walks the subject and parses its notes.
pub(super) fn records(subject: Subject<'_, '_>, d: &'static Dialect) -> (Tally, Vec<ReportEntry>) {
    let (tally, len) = noted(subject, d, &mut []);
    let mut bytes = vec![0; len];
    noted(subject, d, &mut bytes);
    (tally, read(bytes))
}

fn noted(subject: Subject<'_, '_>, d: &'static Dialect, bytes: &mut [u8]) -> (Tally, usize) {
    let records = Records {
        out: Sink::over(bytes),
        style: NoteStyle::Records,
        tool: subject.spec.map_or("", |spec| spec.name.raw()),
    };
    let walked = walk_once(subject, d, Sink::none(), Some(records));
    let len = walked.notes.map_or(0, |notes| notes.out.mark().get());
    (walked.tally, len)
}

fn entry(record: &str) -> Option<ReportEntry> {
    let mut parts = record.split(PART);
    let name = parts.next()?;
    let outcome = [
        Outcome::Rewritten,
        Outcome::Widened,
        Outcome::Narrowed,
        Outcome::Described,
        Outcome::Hidden,
        Outcome::Unproven,
        Outcome::Rejected,
    ]
    .into_iter()
    .find(|outcome| outcome.name() == name)?;
    Some(ReportEntry {
        outcome,
        pointer: parts.next()?.to_owned(),
        keyword: parts.next()?.to_owned(),
        reason: parts.next()?.to_owned(),
    })
}

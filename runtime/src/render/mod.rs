//! Renders a schema tree as a provider's text: one walk, for const evaluation and run time.

// `is_some` and `as_ref` are calls, which const evaluation pays for.
#![allow(clippy::redundant_pattern_matching, clippy::ref_option)]

mod additional_properties;
mod check;
mod constraint;
mod declaration;
mod depth;
mod describe;
mod diagnostics;
mod discover;
mod duplicate_names;
mod endless;
mod enumeration;
mod exact_buffer;
mod existing_members;
mod flattened_option;
mod fragments;
mod grouped;
mod map;
mod map_keys;
mod merged_rules;
mod misfit;
mod node;
mod notes;
mod object;
mod pattern;
mod properties;
mod reference;
mod rendered;
mod report;
mod response;
mod root;
#[cfg(feature = "call")]
mod runtime_declaration;
mod scalar;
mod sequence;
mod shared;
mod single_walk;
mod sketch;
mod strict;
mod structured;
mod texts;
mod tool_facts;
mod type_prefix;
mod types;
mod union;
mod value;
mod value_fit;
mod writer;

pub(crate) use check::fault_of;
pub use diagnostics::Diagnostics;
pub(crate) use diagnostics::{check_result, refuse};
#[cfg(feature = "import")]
pub(crate) use discover::MAX_NODES;
pub(crate) use exact_buffer::{HasSpec, texts};
pub(crate) use existing_members::is_member;
pub(crate) use misfit::Misfit;
pub use notes::Outcome;
pub(crate) use rendered::texts_again;
#[cfg(feature = "lint")]
pub(crate) use report::of_schema as report_of_schema;
pub(crate) use report::report;
pub use report::{Report, ReportEntry};
pub use response::ResponseParts;
#[cfg(feature = "import")]
pub(crate) use single_walk::chosen;
pub use structured::{Structured, StructuredText};
pub(crate) use texts::Texts;

#[cfg(feature = "call")]
pub(crate) use {
    report::report_of,
    response::response_members,
    runtime_declaration::{Form, RenderedDeclaration, declare},
    strict::{is_strict_asked, too_complex},
    structured::dialect_of,
};

use alloc::string::String;
use alloc::vec;

use crate::dialect::{CANONICAL, Dialect};
use crate::json::Sink;
use crate::schema::Schema;
use single_walk::{Subject, walk_once};

/// Renders the schema of a tool's parameters at run time. The const equivalent is
/// [`ToolDef::parameters_for`](crate::ToolDef::parameters_for).
///
/// A root that is not an object is wrapped as `{"value": ..}`.
///
/// # Errors
///
/// Returns a report with each reason if the provider would reject the text, or if the schema is
/// invalid for every provider.
///
/// # Panics
///
/// Never panics: it writes only complete UTF-8 texts.
pub fn render(schema: &Schema<'_>, dialect: &'static Dialect) -> Result<String, Report> {
    rendered(schema, dialect, false)
}

/// Renders the schema of the JSON that `Serialize` writes, as [`render`] does for the JSON that
/// `Deserialize` reads.
///
/// # Errors
///
/// The errors of [`render`].
///
/// # Panics
///
/// Never panics, like [`render`].
pub fn render_output(schema: &Schema<'_>, dialect: &'static Dialect) -> Result<String, Report> {
    rendered(schema, dialect, true)
}

fn rendered(
    schema: &Schema<'_>,
    dialect: &'static Dialect,
    output: bool,
) -> Result<String, Report> {
    let subject = Subject {
        output,
        ..Subject::schema(schema, false)
    };
    let canonical = Subject {
        structural: true,
        ..subject
    };
    let canonical = walk_once(canonical, CANONICAL, Sink::none(), None);
    let measured = walk_once(subject, dialect, Sink::none(), None);
    if canonical.tally.faults + measured.tally.faults > 0 {
        return Err(report::of_schema(schema, dialect));
    }
    let len = measured.end.get();
    if len > writer::MAX_BYTES {
        let entries = vec![report::too_long()];
        return Err(Report::new("", dialect.provider, dialect.strict, entries));
    }
    let mut bytes = vec![0; len];
    walk_once(subject, dialect, Sink::over(&mut bytes), None);
    Ok(String::from_utf8(bytes).expect("what the renderer writes is made of whole texts"))
}

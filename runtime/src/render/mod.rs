//! Renders a schema tree as a provider's text: one walk, for const evaluation and run time.

// `is_some` and `as_ref` are calls, which const evaluation pays for.
#![allow(clippy::redundant_pattern_matching, clippy::ref_option)]

mod absent;
mod again;
mod check;
mod constraint;
mod cut;
mod declaration;
#[cfg(feature = "call")]
mod declare;
mod depth;
mod describe;
mod discover;
mod effective;
mod endless;
mod entry;
mod enumeration;
mod facts;
mod fragments;
mod grouped;
mod keys;
mod mcp;
#[cfg(feature = "call")]
mod measure;
mod member;
mod members;
mod misfit;
mod node;
mod notes;
mod object;
mod opening;
mod pattern;
mod place;
mod reference;
mod refusal;
mod rendered;
mod report;
mod response;
mod rest;
mod root;
mod scalar;
mod sequence;
mod shared;
mod sketch;
mod strict;
mod structured;
mod texts;
mod twice;
mod types;
mod union;
mod value;
mod wanted;
mod writer;

pub(crate) use again::texts_again;
pub(crate) use check::faults;
pub(crate) use cut::{HasSpec, texts};
#[cfg(feature = "call")]
pub(crate) use declare::{Counts, Declared, Form, counts, declare};
#[cfg(feature = "import")]
pub(crate) use discover::MAX_NODES;
#[cfg(feature = "import")]
pub(crate) use measure::chosen;
pub(crate) use member::is_member;
pub(crate) use misfit::Fault;
pub use notes::Outcome;
pub use refusal::Faults;
pub(crate) use refusal::{check_answer, refuse};
#[cfg(feature = "lint")]
pub(crate) use report::of_schema as report_of_schema;
pub(crate) use report::report;
#[cfg(feature = "call")]
pub(crate) use report::report_of;
pub use report::{NoDeclaration, Report, ReportEntry};
pub use response::{Pieces, join};
#[cfg(feature = "call")]
pub(crate) use strict::{asked, too_complex};
#[cfg(feature = "call")]
pub(crate) use structured::dialect_of;
pub use structured::{Structured, StructuredText};
pub(crate) use texts::Texts;

use alloc::string::String;
use alloc::vec;

use crate::dialect::{CANONICAL, Dialect};
use crate::json::Sink;
use crate::schema::Schema;

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

/// Like [`render`], for the JSON that `Serialize` writes instead of the JSON that `Deserialize`
/// reads.
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
    let structural = write(schema, CANONICAL, (true, output), &mut []);
    let measured = write(schema, dialect, (false, output), &mut []);
    if structural.faults + measured.faults > 0 {
        return Err(report::of_schema(schema, dialect));
    }
    if measured.len > writer::MAX_BYTES {
        return Err(Report {
            tool: String::new(),
            provider: dialect.provider,
            strict: dialect.strict,
            entries: vec![report::too_long()],
        });
    }
    let mut bytes = vec![0; measured.len];
    write(schema, dialect, (false, output), &mut bytes);
    Ok(String::from_utf8(bytes).expect("what the renderer writes is made of whole texts"))
}

struct Written {
    len: usize,
    faults: u32,
}

fn write(
    schema: &Schema<'_>,
    dialect: &'static Dialect,
    (structural, output): (bool, bool),
    bytes: &mut [u8],
) -> Written {
    let mut w = writer::Writer::new(Sink::over(bytes), dialect);
    w.definitions = discover::find_definitions(schema);
    w.structural = structural;
    w.output = output;
    root::walk(&mut w, schema);
    if dialect.strict() {
        let tally = w.tally;
        strict::check_limits(&mut w, &tally);
    }
    Written {
        len: w.out.mark().get(),
        faults: w.tally.faults,
    }
}

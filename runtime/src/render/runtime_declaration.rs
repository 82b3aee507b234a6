//! Declarations rendered at run time: for tools made or changed at run time, or in a form without
//! const text.

use super::Report;
use super::report::{ReportEntry, records, too_long};
use super::single_walk::{Subject, own, shortened, walk};
use super::tool_facts::{is_target, unknown_name};
use super::writer::MAX_BYTES;
use crate::dialect::{CANONICAL, of};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::spec::Spec;

/// The requested form of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The tool's own choice.
    Own,
    /// Without strict mode.
    Plain,
}

/// A declaration rendered at run time.
#[derive(Clone, Debug)]
pub(crate) struct RenderedDeclaration {
    pub(crate) text: String,
    /// The range of the parameters' schema; empty if there is none.
    pub(crate) parameters: (usize, usize),
    /// The declaration requests strict mode.
    pub(crate) strict: bool,
}

/// Writes a declaration. If the provider would reject it, the report contains the reasons.
pub(crate) fn declare(
    spec: Spec<'_>,
    schema: &Schema<'_>,
    provider: Provider,
    form: Form,
) -> Result<RenderedDeclaration, Report> {
    let spec = &shortened(spec, provider).unwrap_or(spec);
    let canonical = walk(spec, schema, CANONICAL, true, &mut []);
    let d = match form {
        Form::Own => own(spec, schema, provider, &canonical.tally),
        Form::Plain => of(provider, false),
    };
    let refused = |entries| Report::new(spec.name.raw(), provider, d.strict, entries);
    if !is_target(spec, provider) {
        return Err(refused(vec![ReportEntry::excluded()]));
    }
    let misnamed = spec
        .build
        .is_some_and(|names| unknown_name(names).is_some());
    if canonical.tally.faults > 0 || misnamed {
        return Err(refused(
            records(Subject::tool(spec, schema, true), CANONICAL).1,
        ));
    }
    let measured = walk(spec, schema, d, false, &mut []);
    if measured.tally.faults > 0 && spec.allow & provider.bit() == 0 {
        return Err(refused(records(Subject::tool(spec, schema, false), d).1));
    }
    if measured.end.get() > MAX_BYTES {
        return Err(refused(vec![too_long()]));
    }
    let mut bytes = vec![0; measured.end.get()];
    walk(spec, schema, d, false, &mut bytes);
    match String::from_utf8(bytes) {
        Ok(text) => Ok(RenderedDeclaration {
            text,
            parameters: measured.position.parameters(),
            strict: d.strict,
        }),
        // Unreachable: the renderer writes only complete UTF-8 texts.
        Err(_) => Err(refused(Vec::new())),
    }
}

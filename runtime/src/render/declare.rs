//! Declarations rendered at run time: for tools made or changed at run time, or in a form without
//! const text.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Report;
use super::declaration::write;
use super::discover::find_definitions;
use super::facts::ToolFacts;
use super::notes::Outcome;
use super::report::{MOST_BYTES, ReportEntry, records, too_long};
use super::root::Root;
use super::strict::{check_limits, demanded, dialect};
use super::wanted::{unknown_name, wanted};
use super::writer::{Tally, Writer};
use crate::dialect::{CANONICAL, Dialect, of};
use crate::json::Sink;
use crate::provider::Provider;
use crate::schema::{Field, Kind, Schema};
use crate::shape::{Frame, is_optional};
use crate::spec::{Spec, Strict};

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
pub(crate) struct Declared {
    pub(crate) text: String,
    /// The declaration requests strict mode.
    pub(crate) strict: bool,
}

/// Counts that a provider limits over all tools of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Properties that may be absent.
    pub(crate) optional: u32,
    /// Properties with more than one type.
    pub(crate) unions: u32,
    /// Properties at every depth.
    pub(crate) properties: u32,
    /// Required parameters.
    pub(crate) required: usize,
}

/// Returns the tool with a shorter description, if it is imported and the provider would reject the
/// full one.
pub(crate) fn shortened(spec: Spec<'_>, provider: Provider) -> Option<Spec<'_>> {
    let limits = &of(provider, false).limits;
    let too_long = limits.description_proven
        && spec.description.raw().chars().count() > limits.description as usize;
    let short = spec.foreign?.short.as_ref().filter(|_| too_long)?;
    let description = short.text();
    Some(Spec {
        description,
        ..spec
    })
}

/// Writes a declaration. If the provider would reject it, the report contains the reasons.
pub(crate) fn declare(
    spec: Spec<'_>,
    schema: &Schema<'_>,
    provider: Provider,
    form: Form,
) -> Result<Declared, Report> {
    let spec = &shortened(spec, provider).unwrap_or(spec);
    let canonical = walk(spec, schema, CANONICAL, true, &mut []);
    let d = choose(spec, schema, provider, form, &canonical.tally);
    let refused = |entries: Vec<ReportEntry>| Report {
        tool: spec.name.raw().to_owned(),
        provider,
        strict: d.strict,
        entries,
    };
    if !wanted(spec, provider) {
        return Err(refused(vec![left_out()]));
    }
    let misnamed = spec
        .build
        .is_some_and(|names| unknown_name(names).is_some());
    if canonical.tally.faults > 0 || misnamed {
        return Err(refused(records(spec, schema, CANONICAL, true).1));
    }
    let measured = walk(spec, schema, d, false, &mut []);
    if measured.tally.faults > 0 && spec.allow & provider.bit() == 0 {
        return Err(refused(records(spec, schema, d, false).1));
    }
    if measured.len > MOST_BYTES {
        return Err(refused(vec![too_long()]));
    }
    let mut bytes = vec![0; measured.len];
    walk(spec, schema, d, false, &mut bytes);
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Declared {
            text,
            strict: d.strict,
        }),
        // Unreachable: the renderer writes only complete UTF-8 texts.
        Err(_) => Err(refused(Vec::new())),
    }
}

/// Returns whether the text of a tool would be refused for its length.
#[cfg(feature = "import")]
pub(super) fn is_too_long(spec: &Spec<'_>, schema: &Schema<'_>, d: &'static Dialect) -> bool {
    walk(spec, schema, d, false, &mut []).len > MOST_BYTES
}

/// Returns the dialect of a tool's own form.
#[cfg(feature = "import")]
pub(crate) fn chosen(spec: &Spec<'_>, schema: &Schema<'_>, provider: Provider) -> &'static Dialect {
    let canonical = walk(spec, schema, CANONICAL, true, &mut []);
    own(spec, schema, provider, &canonical.tally)
}

/// Like [`chosen`], with the tally of the canonical text.
pub(super) fn own(
    spec: &Spec<'_>,
    schema: &Schema<'_>,
    provider: Provider,
    canonical: &Tally,
) -> &'static Dialect {
    let d = dialect(spec, provider, canonical);
    // Strict mode is preferred but not possible: fall back to the plain dialect.
    if d.strict
        && matches!(spec.strict, Strict::Wanted(_))
        && walk(spec, schema, d, false, &mut []).tally.faults > 0
    {
        return of(provider, false);
    }
    d
}

/// Counts the properties of a declaration.
pub(crate) fn counts(
    spec: Spec<'_>,
    schema: &Schema<'_>,
    provider: Provider,
    form: Form,
) -> Counts {
    let canonical = walk(&spec, schema, CANONICAL, true, &mut []);
    let d = choose(&spec, schema, provider, form, &canonical.tally);
    let mut w = Writer::new(Sink::none(), d);
    w.definitions = find_definitions(schema);
    super::root::walk(&mut w, schema);
    Counts {
        optional: w.tally.optional,
        unions: w.tally.unions,
        properties: w.tally.properties,
        required: required(schema),
    }
}

fn required(schema: &Schema<'_>) -> usize {
    match &schema.kind {
        Kind::Object(object) => object
            .fields
            .iter()
            .filter(|field| !field.has(Field::OUTPUT_ONLY) && !is_optional(field, &Frame::ROOT))
            .count(),
        // The root is wrapped into one required parameter.
        _ => 1,
    }
}

fn left_out() -> ReportEntry {
    ReportEntry {
        pointer: String::new(),
        keyword: "providers".to_owned(),
        outcome: Outcome::Refused,
        reason: "the tool is not made for this provider".to_owned(),
    }
}

fn choose(
    spec: &Spec<'_>,
    schema: &Schema<'_>,
    provider: Provider,
    form: Form,
    canonical: &Tally,
) -> &'static Dialect {
    match form {
        Form::Own => own(spec, schema, provider, canonical),
        Form::Plain => of(provider, false),
    }
}

struct Walked {
    len: usize,
    tally: Tally,
}

fn walk<'a>(
    spec: &Spec<'a>,
    schema: &'a Schema<'a>,
    d: &'static Dialect,
    structural: bool,
    bytes: &mut [u8],
) -> Walked {
    let mut w = Writer::new(Sink::over(bytes), d);
    w.definitions = find_definitions(schema);
    w.structural = structural;
    w.lossless = spec.lossless && !structural;
    write(&mut w, spec, &ToolFacts::of(spec), &mut Root::of(schema));
    if demanded(spec, d) {
        let tally = w.tally;
        check_limits(&mut w, &tally);
    }
    Walked {
        len: w.out.mark().get(),
        tally: w.tally,
    }
}

//! Walks of a tool at run time that keep no text: which dialect it gets, and how long its text is.

use super::declaration::write;
use super::discover::find_definitions;
use super::root::Root;
use super::strict::{check_limits, dialect, is_strict_required};
use super::texts::TextPosition;
use super::tool_facts::ToolFacts;
use super::writer::{Tally, Writer};
use crate::dialect::{Dialect, of};
use crate::json::Sink;
use crate::provider::Provider;
use crate::schema::Schema;
use crate::spec::{Spec, Strict};

/// Returns the tool with a shorter description, if it is imported and the provider would reject the
/// full one.
pub(super) fn shortened(spec: Spec<'_>, provider: Provider) -> Option<Spec<'_>> {
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

/// Returns whether the text of a tool would be refused for its length.
#[cfg(feature = "import")]
pub(super) fn is_too_long(spec: &Spec<'_>, schema: &Schema<'_>, d: &'static Dialect) -> bool {
    walk(spec, schema, d, false, &mut []).len > super::writer::MAX_BYTES
}

/// Returns the dialect of a tool's own form.
#[cfg(feature = "import")]
pub(crate) fn chosen(spec: &Spec<'_>, schema: &Schema<'_>, provider: Provider) -> &'static Dialect {
    let spec = &shortened(*spec, provider).unwrap_or(*spec);
    let canonical = walk(spec, schema, crate::dialect::CANONICAL, true, &mut []);
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

/// The result of a walk.
pub(super) struct Walked {
    pub(super) len: usize,
    pub(super) position: TextPosition,
    pub(super) tally: Tally,
}

/// Writes a tool's text into `bytes`, which may be empty.
pub(super) fn walk<'a>(
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
    let position = write(
        &mut w,
        spec,
        &ToolFacts::of(spec),
        &mut Root::of(schema, false),
    );
    if is_strict_required(spec, d) {
        let tally = w.tally;
        check_limits(&mut w, &tally);
    }
    Walked {
        len: w.out.mark().get(),
        position,
        tally: w.tally,
    }
}

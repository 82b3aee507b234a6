//! Walks of a tool at run time that keep no text: which dialect it gets, and how long its text is.

use super::single_walk::{Subject, Walked, walk_once};
use super::strict::dialect;
use super::writer::Tally;
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
    walk(spec, schema, d, false, &mut []).end.get() > super::writer::MAX_BYTES
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

/// Writes a tool's text into `bytes`, which may be empty.
pub(super) fn walk<'w>(
    spec: &Spec<'_>,
    schema: &Schema<'_>,
    d: &'static Dialect,
    structural: bool,
    bytes: &'w mut [u8],
) -> Walked<'w> {
    let subject = Subject::tool(spec, schema, structural);
    walk_once(subject, d, Sink::over(bytes), None)
}

//! One walk of a tool, or of a schema without one, in one dialect; and what walks of a tool that
//! keep no text find: which dialect it gets, and how long its text is.

use super::declaration::write;
use super::discover::find_definitions;
use super::root::{self, Root};
use super::strict::{check_limits, is_strict_required};
use super::texts::TextPosition;
use super::tool_facts::ToolFacts;
use super::writer::{Records, Tally, Writer};
use crate::dialect::Dialect;
use crate::json::{Mark, Sink};
use crate::schema::Schema;
use crate::spec::Spec;
#[cfg(feature = "call")]
use {
    super::strict::dialect,
    crate::{dialect::of, provider::Provider, spec::Strict},
};

#[derive(Clone, Copy)]
pub(super) struct Subject<'s, 'a> {
    /// The tool around the schema, if there is one.
    pub(super) spec: Option<&'s Spec<'a>>,
    pub(super) schema: &'a Schema<'a>,
    /// The JSON that is written, instead of the one that is read.
    pub(super) output: bool,
    /// The walk looks for faults that apply to every provider.
    pub(super) structural: bool,
}

impl<'s, 'a> Subject<'s, 'a> {
    pub(super) const fn tool(spec: &'s Spec<'a>, schema: &'a Schema<'a>, structural: bool) -> Self {
        Subject {
            spec: Some(spec),
            ..Subject::schema(schema, structural)
        }
    }

    pub(super) const fn schema(schema: &'a Schema<'a>, structural: bool) -> Self {
        Subject {
            spec: None,
            schema,
            output: false,
            structural,
        }
    }
}

pub(super) struct WalkResult<'w> {
    /// The end of the text, also if it did not fit.
    pub(super) end: Mark,
    /// The position of a tool's declaration, for declarations at run time.
    #[cfg_attr(not(feature = "call"), allow(dead_code))]
    pub(super) position: TextPosition,
    pub(super) tally: Tally,
    pub(super) notes: Option<Records<'w>>,
}

/// Writes the text, and the notes if there are records for them.
pub(super) const fn walk_once<'w>(
    subject: Subject<'_, '_>,
    d: &'static Dialect,
    out: Sink<'w>,
    notes: Option<Records<'w>>,
) -> WalkResult<'w> {
    let mut w = Writer::new(out, d);
    w.definitions = find_definitions(subject.schema);
    w.structural = subject.structural;
    w.output = subject.output;
    w.notes = notes;
    let mut position = TextPosition::NONE;
    let limited = if let Some(spec) = subject.spec {
        w.lossless = spec.lossless && !subject.structural;
        let mut root = Root::of(subject.schema, false);
        position = write(&mut w, spec, &ToolFacts::of(spec), &mut root);
        is_strict_required(spec, d)
    } else {
        root::walk(&mut w, subject.schema);
        d.strict
    };
    if limited {
        let tally = w.tally;
        check_limits(&mut w, &tally);
    }
    WalkResult {
        end: w.out.mark(),
        position,
        tally: w.tally,
        notes: w.notes,
    }
}

/// Returns the tool with a shorter description, if it is imported and the provider would reject the
/// full one.
#[cfg(feature = "call")]
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
#[cfg(feature = "call")]
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
#[cfg(feature = "call")]
pub(super) fn walk<'w>(
    spec: &Spec<'_>,
    schema: &Schema<'_>,
    d: &'static Dialect,
    structural: bool,
    bytes: &'w mut [u8],
) -> WalkResult<'w> {
    let subject = Subject::tool(spec, schema, structural);
    walk_once(subject, d, Sink::over(bytes), None)
}

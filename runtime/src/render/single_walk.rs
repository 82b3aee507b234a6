//! One walk of a tool, or of a schema without one, in one dialect.

use super::declaration::write;
use super::discover::find_definitions;
use super::root::{Root, walk};
use super::strict::{check_limits, is_strict_required};
use super::texts::TextPosition;
use super::tool_facts::ToolFacts;
use super::writer::{Records, Tally, Writer};
use crate::dialect::Dialect;
use crate::json::{Mark, Sink};
use crate::schema::Schema;
use crate::spec::Spec;

/// What is walked.
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

/// The result of a walk.
pub(super) struct Walked<'w> {
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
) -> Walked<'w> {
    let mut w = Writer::new(out, d);
    w.definitions = find_definitions(subject.schema);
    w.structural = subject.structural;
    w.output = subject.output;
    w.notes = notes;
    let mut position = TextPosition::NONE;
    let limited = if let Some(spec) = subject.spec {
        w.lossless = spec.lossless && !subject.structural;
        let root = &mut Root::of(subject.schema, false);
        position = write(&mut w, spec, &ToolFacts::of(spec), root);
        is_strict_required(spec, d)
    } else {
        walk(&mut w, subject.schema);
        d.strict
    };
    if limited {
        let tally = w.tally;
        check_limits(&mut w, &tally);
    }
    Walked {
        end: w.out.mark(),
        position,
        tally: w.tally,
        notes: w.notes,
    }
}

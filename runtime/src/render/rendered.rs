//! Renders all texts of a tool into one buffer, with a table of their positions.

#[cfg(test)]
mod tests;

use super::declaration::write;
use super::discover::find_definitions;
use super::root::Root;
use super::single_walk::{Subject, walk_once};
use super::strict::{check_limits, dialect, is_strict_required};
use super::texts::{NO_DECLARATIONS, Table, Texts};
use super::tool_facts::{ToolFacts, is_target, unknown_name};
use super::writer::{WHOLE_TOOL, Writer};
use crate::dialect::{AUTO, CANONICAL, DIALECTS};
use crate::json::{Buffer, Bytes, Mark, Sink};
use crate::provider::Provider;
use crate::schema::{Kind, Object};
use crate::spec::{Spec, Strict};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;

/// The buffer's size for most tools. Longer texts are rendered twice, which only costs time.
pub(super) const SMALL: usize = 64 * 1024;

/// The buffer's size if [`is_large`]: eight times as much memory for the compiler to move.
pub(super) const LARGE: usize = 8 * SMALL;

/// The texts of this many parameters fit into [`SMALL`] if each has one line of docs.
const MANY: usize = 16;

/// Returns whether a tool's texts may exceed [`SMALL`]: a cheap estimate.
pub(super) const fn is_large(spec: &Spec<'_>) -> bool {
    matches!(spec.params.get().kind, Kind::Object(Object { fields, .. }) if fields.len() > MANY)
}

/// The rendered texts of a tool, in a larger buffer.
pub(super) struct Rendered<const ROOM: usize> {
    buffer: Buffer<[u8; ROOM]>,
    pub(super) end: Mark,
    pub(super) table: Table,
}

impl<const ROOM: usize> Rendered<ROOM> {
    const EMPTY: Self = Rendered {
        buffer: Buffer::new(),
        end: Mark::START,
        table: NO_DECLARATIONS,
    };

    /// Writes all texts of a tool.
    pub(super) const fn new(spec: &'static Spec<'static>) -> Self {
        let mut rendered = Self::EMPTY;
        let all = write_all(spec, Sink::new(&mut rendered.buffer));
        rendered.end = all.end;
        rendered.table = all.table;
        rendered
    }

    /// The total length of the texts.
    pub(super) const fn len(&self) -> usize {
        self.end.get()
    }

    /// Returns the texts without unused space. They are rendered again if the buffer was too small.
    pub(super) const fn exact<B: Bytes>(&self, spec: &'static Spec<'static>) -> Buffer<B> {
        if self.end.get() <= ROOM {
            return self.buffer.shrink(self.end);
        }
        let mut buffer = Buffer::new();
        write_all(spec, Sink::new(&mut buffer));
        buffer
    }
}

/// The result of rendering all texts.
pub(super) struct All {
    pub(super) end: Mark,
    pub(super) table: Table,
    /// A provider that the tool is built for would reject it.
    pub(super) faulty: bool,
    /// The first parameter that a provider would reject.
    pub(super) first_fault: usize,
}

/// Writes the texts for all providers.
pub(super) const fn write_all(spec: &'static Spec<'static>, out: Sink<'_>) -> All {
    let schema = spec.params.get();
    let facts = ToolFacts::of(spec);
    let mut w = Writer::new(out, CANONICAL);
    w.lossless = spec.lossless;
    w.definitions = find_definitions(schema);
    let mut root = Root::of(schema, false);
    let mut table = NO_DECLARATIONS;
    let mut faulty = false;
    let mut first_fault = WHOLE_TOOL;

    // The canonical text comes first: its tally describes the tool, and its faults apply to every
    // provider.
    w.structural = true;
    w.lossless = false;
    let entry = write(&mut w, spec, &facts, &mut root);
    w.structural = false;
    w.lossless = spec.lossless;
    let canonical = w.tally;
    let misnamed = match spec.build {
        Some(names) => unknown_name(names).is_some(),
        None => false,
    };
    let broken = canonical.faults > 0 || misnamed;
    if broken {
        faulty = true;
        first_fault = w.first_fault;
    } else if is_target(spec, Provider::JsonSchema) {
        table[Provider::JsonSchema.index()] = entry;
    }

    let canonical_at = Provider::JsonSchema.index();
    let count = if broken { 0 } else { Provider::COUNT };
    let all = matches!(
        spec,
        Spec {
            providers: u32::MAX,
            build: None,
            ..
        }
    );
    let auto = matches!(spec.strict, Strict::Auto);
    let mut i = 0;
    while i < count {
        if i != canonical_at && (all || is_target(spec, Provider::ALL[i])) {
            let d = if auto && !AUTO[i] {
                &DIALECTS[i]
            } else {
                dialect(spec, Provider::ALL[i], &canonical)
            };
            w.switch_dialect(d);
            let entry = write(&mut w, spec, &facts, &mut root);
            if d.strict && is_strict_required(spec, d) {
                // A walk that copies nothing counts the content of the whole text.
                let subject = Subject::schema(schema, false);
                let tally = walk_once(subject, d, Sink::none(), None).tally;
                check_limits(&mut w, &tally);
            }
            if w.tally.faults == 0 || spec.allow & d.provider.bit() != 0 {
                table[i] = entry;
            } else {
                faulty = true;
                if w.first_fault < first_fault {
                    first_fault = w.first_fault;
                }
            }
        }
        i += 1;
    }
    All {
        end: w.out.mark(),
        table,
        faulty,
        first_fault,
    }
}

/// Renders the texts of a tool again. They are leaked, because only tests of the compiler use this.
pub(crate) fn texts_again(spec: &'static Spec<'static>) -> Texts {
    let all = write_all(spec, Sink::none());
    let mut bytes = vec![0; all.end.get()];
    let all = write_all(spec, Sink::over(&mut bytes));
    let text = String::from_utf8(bytes).expect("whole texts");
    Texts {
        text: text.leak(),
        table: Box::leak(Box::new(all.table)),
    }
}

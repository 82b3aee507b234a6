//! The parts of a streamed content, in the order in which they came.

use super::output::Output;
use crate::wire::WireError;

/// A part of a content.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// The text that was gathered, or the part's JSON.
    pub(super) text: String,
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Text that the next event may continue.
    Text,
    /// Thoughts, the same.
    Thoughts,
    /// Any other part, verbatim.
    Raw,
}

/// The parts of a content.
#[derive(Debug, Default)]
pub(super) struct Parts(pub(super) Vec<Part>);

impl Parts {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a part that is within the budget.
    pub(super) fn keep(&mut self, kind: PartKind, text: String) {
        self.0.push(Part { kind, text });
    }

    /// Reports a text or thoughts, and appends them to the last part if it is of the same kind.
    /// Otherwise they are a new part.
    pub(super) fn push(
        &mut self,
        kind: PartKind,
        more: &str,
        out: &mut Output,
    ) -> Result<(), WireError> {
        match self.0.last_mut() {
            Some(last) if last.kind == kind && kind != PartKind::Raw => {
                out.append(&mut last.text, more)?;
            }
            _ => {
                out.budget.take(size_of::<Part>() + more.len())?;
                self.keep(kind, more.to_owned());
            }
        }
        self.report(kind, more, out);
        Ok(())
    }

    /// Reports a text or thoughts of the last part.
    pub(super) fn report(&self, kind: PartKind, more: &str, out: &mut Output) {
        match kind {
            PartKind::Text => out.text(more),
            PartKind::Thoughts => out.reasoning((self.0.len() as u64, 0), more),
            PartKind::Raw => {}
        }
    }
}

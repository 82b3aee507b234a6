//! Outcomes for each construct that a provider can't express: written as text by the walk, parsed
//! into a report afterwards.
//!
//! A const function can't push to a list, so the walk writes records into a sink: outcome, pointer,
//! keyword and reason. Each part ends with a control character that no part contains.

use core::fmt;

use super::writer::{NoteStyle, Writer};
use crate::json::{Buffer, Mark, Sink};
use crate::shape::{Frame, FrameStep};

/// Ends a part of a record.
pub(crate) const PART: &str = "\u{1f}";
/// Ends a record.
pub(crate) const RECORD: &str = "\u{1e}";

/// The reason for a constraint in the description: the dialect has no keyword.
pub(crate) const NO_KEYWORD: &str = "no keyword for it here: it is in the description";

/// The reason for a bound of 0 in the description.
pub(crate) const ZERO: &str = "a bound of 0 is ignored here: it is in the description";

/// The form of a part of a tool's schema that a provider can't express directly: written in
/// another way, moved into the description, or rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[cfg_attr(feature = "call", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "call", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// Written in another form, and converted back when the model's arguments are decoded.
    Rewritten,
    /// The text accepts more than the type.
    Widened,
    /// The text accepts less than the type.
    Narrowed,
    /// Described as text in the description.
    Described,
    /// Not shown, but it works anyway.
    Hidden,
    /// Breaks a rule that is only known from documentation.
    Unproven,
    /// The provider would reject it.
    Rejected,
}

impl Outcome {
    /// Returns the name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Rewritten => "rewritten",
            Outcome::Widened => "widened",
            Outcome::Narrowed => "narrowed",
            Outcome::Described => "described",
            Outcome::Hidden => "hidden",
            Outcome::Unproven => "unproven",
            Outcome::Rejected => "rejected",
        }
    }

    /// Returns whether part of the type is lost.
    pub(crate) const fn is_loss(self) -> bool {
        matches!(
            self,
            Outcome::Widened | Outcome::Narrowed | Outcome::Described
        )
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Writer<'_, '_> {
    /// Notes the outcome for `keyword` at this place.
    pub(crate) const fn note(
        &mut self,
        at: &Frame<'_, '_>,
        outcome: Outcome,
        keyword: &str,
        reason: &str,
    ) {
        self.note_parts(at, outcome, (keyword, ""), &[reason]);
    }

    /// Like [`note`](Self::note), with the keyword's value, which may be empty, and a reason of
    /// several parts.
    pub(crate) const fn note_parts(
        &mut self,
        at: &Frame<'_, '_>,
        outcome: Outcome,
        (keyword, value): (&str, &str),
        reason: &[&str],
    ) {
        let fault = matches!(outcome, Outcome::Rejected) || (self.lossless && outcome.is_loss());
        if fault {
            self.tally.faults += 1;
            if self.param < self.first_fault {
                self.first_fault = self.param;
            }
        }
        let Some(notes) = &mut self.notes else {
            return;
        };
        match notes.style {
            NoteStyle::Records => {
                notes.out.put(outcome.name());
                notes.out.put(PART);
                pointer(&mut notes.out, at);
                notes.out.put(PART);
                notes.out.put(keyword);
                notes.out.put(PART);
                put_all(&mut notes.out, reason);
                notes.out.put(RECORD);
            }
            NoteStyle::Faults(who) => {
                if fault {
                    let line = notes.out.mark();
                    notes.out.put("\n  `");
                    let before = notes.out.mark().get();
                    path(&mut notes.out, at, false);
                    if notes.out.mark().get() == before {
                        notes.out.put(notes.tool);
                    }
                    if who.is_empty() {
                        notes.out.put("`: ");
                    } else {
                        put_all(&mut notes.out, &["` (", who, "): "]);
                    }
                    let rejected = matches!(outcome, Outcome::Rejected);
                    if !rejected {
                        let colon = if value.is_empty() { "" } else { ": " };
                        let lost = ["`", keyword, colon, value, "` would be lost ("];
                        put_all(&mut notes.out, &lost);
                    }
                    put_all(&mut notes.out, reason);
                    if !rejected {
                        let fix = "), and the tool is `lossless`; remove `";
                        put_all(&mut notes.out, &[fix, keyword, "` or `lossless`"]);
                    }
                    // An object with alternatives is walked once for each.
                    notes.out.drop_repeated(line);
                }
            }
        }
    }

    /// Notes that the provider would reject it.
    pub(crate) const fn fault(&mut self, at: &Frame<'_, '_>, keyword: &str, reason: &str) {
        self.note_parts(at, Outcome::Rejected, (keyword, ""), &[reason]);
    }

    /// Like [`fault`](Self::fault), with a reason of several parts.
    pub(crate) const fn fault_parts(&mut self, at: &Frame<'_, '_>, keyword: &str, reason: &[&str]) {
        self.note_parts(at, Outcome::Rejected, (keyword, ""), reason);
    }

    /// Notes that it is in the description.
    pub(crate) const fn described(&mut self, at: &Frame<'_, '_>, keyword: &str, reason: &str) {
        self.note_parts(at, Outcome::Described, (keyword, ""), &[reason]);
    }

    /// Like [`described`](Self::described), with the keyword's value.
    pub(crate) const fn described_value(
        &mut self,
        at: &Frame<'_, '_>,
        keyword: &str,
        value: &str,
        reason: &str,
    ) {
        self.note_parts(at, Outcome::Described, (keyword, value), &[reason]);
    }

    /// Notes that it is written in another form.
    pub(crate) const fn rewritten(&mut self, at: &Frame<'_, '_>, keyword: &str, reason: &str) {
        self.note_parts(at, Outcome::Rewritten, (keyword, ""), &[reason]);
    }
}

pub(super) const fn put_all(out: &mut Sink<'_>, parts: &[&str]) {
    let mut i = 0;
    while i < parts.len() {
        out.put(parts[i]);
        i += 1;
    }
}

/// Writes the path from the root in Rust notation: `filter.sort`, `items[]`.
const fn path(out: &mut Sink<'_>, at: &Frame<'_, '_>, escaped: bool) {
    let before = out.mark().get();
    if let Some(up) = at.up {
        path(out, up, escaped);
    }
    match at.step {
        FrameStep::Here | FrameStep::VariantOf(_) | FrameStep::Variant(_) => {}
        FrameStep::Definition(name, _) => out.put(name),
        FrameStep::Property(name) | FrameStep::Rest(name) => {
            if at.up.is_some() && out.mark().get() != before {
                out.put(".");
            }
            if escaped {
                put_inside(out, TextContext::Json, name);
            } else {
                out.put(name);
            }
        }
        FrameStep::Items => out.put("[]"),
        FrameStep::Names => out.put("{key}"),
        FrameStep::Values => out.put("{}"),
        FrameStep::Index(i) => {
            out.put(".");
            number(out, i);
        }
    }
}

/// The same inside a JSON string.
pub(super) const fn path_in_text(out: &mut Sink<'_>, at: &Frame<'_, '_>) {
    path(out, at, true);
}

/// The text around a name.
#[derive(Clone, Copy)]
pub(super) enum TextContext {
    /// A JSON string, which takes control characters away.
    Json,
    /// A JSON Pointer, with the escapes of RFC 6901, inside a record.
    Pointer,
}

/// Writes a name without what the text around it can't contain.
pub(super) const fn put_inside(out: &mut Sink<'_>, around: TextContext, name: &str) {
    let bytes = name.as_bytes();
    let mut from = 0;
    let mut i = 0;
    while i < bytes.len() {
        let instead = match (around, bytes[i]) {
            (TextContext::Json, b'"') => Some("\\\""),
            (TextContext::Json, b'\\') => Some("\\\\"),
            (TextContext::Json, 0..b' ') => Some(""),
            (TextContext::Pointer, b'~') => Some("~0"),
            (TextContext::Pointer, b'/') => Some("~1"),
            (TextContext::Pointer, 0x1e | 0x1f) => Some("?"),
            _ => None,
        };
        if let Some(instead) = instead {
            out.put(name.split_at(i).0.split_at(from).1);
            out.put(instead);
            from = i + 1;
        }
        i += 1;
    }
    out.put(name.split_at(from).1);
}

/// Writes the path from the root as a JSON Pointer into the schema.
const fn pointer(out: &mut Sink<'_>, at: &Frame<'_, '_>) {
    if let Some(up) = at.up {
        pointer(out, up);
    }
    match at.step {
        FrameStep::Here | FrameStep::VariantOf(_) | FrameStep::Rest(_) => {}
        FrameStep::Definition(name, place) => {
            out.put("/$defs/");
            out.put(name);
            if place > 1 {
                out.put("_");
                number(out, place);
            }
        }
        FrameStep::Property(name) => {
            out.put("/properties/");
            put_inside(out, TextContext::Pointer, name);
        }
        FrameStep::Items => out.put("/items"),
        FrameStep::Names => out.put("/propertyNames"),
        FrameStep::Values => out.put("/additionalProperties"),
        FrameStep::Index(i) => {
            out.put("/prefixItems/");
            number(out, i);
        }
        FrameStep::Variant(i) => {
            out.put("/anyOf/");
            number(out, i);
        }
    }
}

/// Writes a number in decimal.
pub(crate) const fn number(out: &mut Sink<'_>, n: usize) {
    if n >= 10 {
        number(out, n / 10);
    }
    out.put("0123456789".split_at(n % 10).1.split_at(1).0);
}

/// A number as text, with a comma before each three digits.
pub(super) struct Count {
    buffer: Buffer<[u8; 26]>,
    end: Mark,
}

impl Count {
    pub(super) const fn of(n: usize) -> Self {
        let mut buffer = Buffer::new();
        let mut out = Sink::new(&mut buffer);
        thousands(&mut out, n);
        let end = out.mark();
        Count { buffer, end }
    }

    pub(super) const fn text(&self) -> &str {
        self.buffer.until(self.end)
    }
}

const fn thousands(out: &mut Sink<'_>, n: usize) {
    if n < 1000 {
        return number(out, n);
    }
    thousands(out, n / 1000);
    out.put(",");
    number(out, n / 100 % 10);
    number(out, n / 10 % 10);
    number(out, n % 10);
}

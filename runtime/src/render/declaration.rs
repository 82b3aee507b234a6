//! A complete declaration: the provider's envelope around name, description and parameters.

use super::entry::Entry;
use super::facts::{ToolFacts, is_foreign};
use super::notes::{Notes, Outcome, Style};
use super::root::{self, Memo, first};
use super::writer::Writer;
use crate::dialect::{DESCRIPTION, DIALECTS, Dialect, Envelope, StrictKey, of};
use crate::json::{Part, lit};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::shape::{Frame, is_empty_root};
use crate::spec::{Spec, Strict};

/// The texts written so far, for reuse.
pub(crate) struct Written<'a> {
    /// Everything before the parameters.
    heads: [Part; Envelope::HEADS],
    /// Everything before plain properties.
    openings: [Part; Envelope::HEADS],
    /// Name and description.
    head: Part,
    /// The declarations that [`ordinary`] wrote, by dialect; `has_entry` has a bit for each.
    entries: [Entry; DIALECTS.len()],
    has_entry: u32,
    pub(super) memo: Memo<'a>,
}

impl Written<'_> {
    pub(crate) const NEW: Self = Written {
        heads: [Part::NONE; Envelope::HEADS],
        openings: [Part::NONE; Envelope::HEADS],
        head: Part::NONE,
        entries: [Entry::NONE; DIALECTS.len()],
        has_entry: 0,
        memo: Memo::NEW,
    };
}

/// Writes the declaration for the writer's dialect. `schema` describes the parameters: the tool's
/// own, or one built at run time.
pub(crate) const fn write<'a>(
    w: &mut Writer<'_, 'a>,
    spec: &Spec<'a>,
    schema: &'a Schema<'a>,
    facts: &ToolFacts,
    written: &mut Written<'a>,
) -> Entry {
    let d = w.d;
    let envelope = &d.envelope;
    let from = w.out.at();
    if !facts.plain || matches!(spec.strict, Strict::For(_)) {
        check_tool(w, spec, facts);
    }
    if envelope.bare {
        lit!(w.out, "{\"title\":\"");
        w.out.put(spec.name.json());
        lit!(w.out, "\",\"description\":\"");
        w.out.put(spec.description.json());
        lit!(w.out, "\"");
        extra(w, spec);
        lit!(w.out, ",");
        root::write(w, schema, &mut written.memo, false);
        let to = w.out.at();
        return Entry([from, to, from, to, 0]);
    }
    let mut parameters_from = from;
    let mut parameters_to = from;
    if d.omit_empty && is_empty_root(schema) {
        w.out.short(&envelope.open);
        title(w, spec, written);
        lit!(w.out, "\"");
    } else {
        head(w, spec, written);
        parameters_from = w.out.at();
        root::write(w, schema, &mut written.memo, true);
        parameters_to = w.out.at();
        if envelope.wrapped {
            lit!(w.out, "}");
        }
    }
    let write_strict = match envelope.strict {
        StrictKey::Always => !matches!(spec.strict, Strict::Omit),
        StrictKey::WhenOn => d.strict,
        StrictKey::Never => false,
    };
    if write_strict {
        if d.strict {
            lit!(w.out, ",\"strict\":true");
        } else {
            lit!(w.out, ",\"strict\":false");
        }
    }
    if envelope.mcp {
        super::mcp::members(w, spec);
    }
    if is_foreign(spec) || !matches!(spec.extra, []) {
        extra(w, spec);
    }
    if envelope.nested {
        lit!(w.out, "}}");
    } else {
        lit!(w.out, "}");
    }
    Entry([
        from,
        w.out.at(),
        parameters_from,
        parameters_to,
        d.strict as usize,
    ])
}

/// Fast path for a tool without extras and with plain parameters only, in a dialect that shares
/// its form with [others](Dialect::around). Such a tool has no faults. A text that another dialect
/// wrote identically is reused.
pub(crate) const fn ordinary<'a>(
    w: &mut Writer<'_, 'a>,
    spec: &Spec<'a>,
    d: &'static Dialect,
    written: &mut Written<'a>,
) -> Entry {
    let place = d.place;
    let alike = written.memo.alike.0[place] & written.memo.alike.1[place];
    let around = alike & d.around & written.has_entry;
    if around != 0 {
        return written.entries[first!(around)];
    }
    w.d = d;
    let from = w.out.at();
    let part = &written.openings[d.envelope.head];
    if part.is_written {
        w.out.again(part);
    } else {
        opening(w, spec, written);
    }
    let parameters_from = w.out.at() - 31;
    root::inner(w, &mut written.memo, alike);
    w.out.short(&d.close);
    let to = w.out.at();
    let entry = Entry([from, to, parameters_from, to - d.end, d.strict as usize]);
    written.has_entry |= 1 << place;
    written.entries[place] = entry;
    entry
}

// The length of the parameters' start in every opening: `ordinary` subtracts it.
const _: () = assert!(r#"{"type":"object","properties":{"#.len() == 31);

/// Writes everything before plain properties.
const fn opening(w: &mut Writer<'_, '_>, spec: &Spec<'_>, written: &mut Written<'_>) {
    let envelope = &w.d.envelope;
    let from = w.out.mark();
    w.out.short(&envelope.open);
    title(w, spec, written);
    w.out.short(&envelope.parameters);
    if w.d.upper {
        lit!(w.out, "{\"type\":\"OBJECT\",\"properties\":{");
    } else {
        lit!(w.out, "{\"type\":\"object\",\"properties\":{");
    }
    written.openings[envelope.head] = w.out.since(from);
}

/// Writes everything before the parameters.
const fn head(w: &mut Writer<'_, '_>, spec: &Spec<'_>, written: &mut Written<'_>) {
    let envelope = &w.d.envelope;
    let part = &written.heads[envelope.head];
    if part.is_written {
        return w.out.again(part);
    }
    let from = w.out.mark();
    w.out.short(&envelope.open);
    title(w, spec, written);
    w.out.short(&envelope.parameters);
    written.heads[envelope.head] = w.out.since(from);
}

/// Writes name and description, which are the same in every envelope.
const fn title(w: &mut Writer<'_, '_>, spec: &Spec<'_>, written: &mut Written<'_>) {
    let titled = w.d.envelope.mcp && !spec.title.is_empty();
    if !titled && written.head.is_written {
        return w.out.again(&written.head);
    }
    let from = w.out.mark();
    w.out.put(spec.name.json());
    if titled {
        lit!(w.out, "\",\"title\":\"");
        w.out.put(spec.title.json());
    }
    w.out.put(DESCRIPTION);
    w.out.put(spec.description.json());
    if !titled {
        written.head = w.out.since(from);
    }
}

/// Writes the members that the author added for this provider.
const fn extra(w: &mut Writer<'_, '_>, spec: &Spec<'_>) {
    let mut i = 0;
    while i < spec.extra.len() {
        let (provider, members) = spec.extra[i];
        if provider.index() == w.d.provider.index() && !members.is_empty() {
            lit!(w.out, ",");
            w.out.put(members);
        }
        i += 1;
    }
    #[cfg(feature = "call")]
    if let Some(foreign) = spec.foreign {
        let mut i = 0;
        while i < foreign.extra.len() {
            let (provider, members) = &foreign.extra.as_slice()[i];
            if provider.index() == w.d.provider.index() {
                lit!(w.out, ",");
                w.out.put(members.as_str());
            }
            i += 1;
        }
    }
}

/// Checks the rules for the tool as a whole.
const fn check_tool(w: &mut Writer<'_, '_>, spec: &Spec<'_>, facts: &ToolFacts) {
    let asked_in_vain = match spec.strict {
        Strict::For(providers) => {
            providers & w.d.provider.bit() != 0 && !of(w.d.provider, true).strict
        }
        _ => false,
    };
    let names = &w.d.names;
    if !facts.fit(names) {
        let outcome = if names.proven {
            Outcome::Refused
        } else {
            Outcome::Unproven
        };
        // The compiler error gives one rule for all providers, so that they share a line.
        let rule = match &w.notes {
            Some(Notes {
                style: Style::Faults(_),
                ..
            }) => of(Provider::Portable, false).names.rule,
            _ => names.rule,
        };
        w.note_parts(
            &Frame::ROOT,
            outcome,
            "name",
            &[
                "the tool's name must match ",
                rule,
                if is_foreign(spec) {
                    ": give it another"
                } else {
                    ": write another with `name = \"..\"`"
                },
            ],
        );
    }
    if asked_in_vain {
        w.fault(
            &Frame::ROOT,
            "strict",
            "this provider has no strict mode that a tool can request: leave it out of `strict(..)`",
        );
    }
    let most = w.d.limits.description;
    if most != 0 && facts.description > most as usize {
        let outcome = if w.d.limits.description_proven {
            Outcome::Refused
        } else {
            Outcome::Unproven
        };
        w.note(
            &Frame::ROOT,
            outcome,
            "description",
            if is_foreign(spec) {
                "a tool's description may have 1,024 characters: give it a shorter one"
            } else {
                "a tool's description may have 1,024 characters: shorten it, or put what follows under a `#` heading"
            },
        );
    }
}

//! A complete declaration: the provider's envelope around name, description and parameters.

use super::facts::{ToolFacts, is_foreign};
use super::notes::{Notes, Outcome, Style};
use super::root::{self, Memo, first};
use super::writer::{Tally, Writer};
use crate::const_str::{eq, is_empty};
use crate::dialect::{DESCRIPTION, DIALECTS, Dialect, Envelope, Limits, StrictKey, StrictWhen, of};
use crate::json::{Part, lit};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::shape::{Frame, is_empty_root};
use crate::spec::{Spec, Strict};

/// The position of a declaration in the text. Only numbers, because const evaluation visits every
/// field of richer types.
#[derive(Clone, Copy)]
pub(crate) struct Entry([usize; 5]);

impl Entry {
    /// No declaration. The end of a real one is never 0.
    pub(crate) const NONE: Self = Entry([0; 5]);

    pub(crate) const fn is_none(&self) -> bool {
        self.0[1] == 0
    }

    /// The range of the declaration.
    pub(crate) const fn whole(&self) -> (usize, usize) {
        (self.0[0], self.0[1])
    }

    /// The range of the parameters; empty if there are none.
    pub(crate) const fn parameters(&self) -> (usize, usize) {
        (self.0[2], self.0[3])
    }

    pub(crate) const fn strict(&self) -> bool {
        self.0[4] != 0
    }
}

/// Returns whether the tool is built for the provider.
pub(crate) const fn wanted(spec: &Spec<'_>, provider: Provider) -> bool {
    if spec.providers & provider.bit() == 0 {
        return false;
    }
    match spec.build {
        None => true,
        // An empty value counts as unset; some build scripts export empty variables.
        Some(names) => is_empty(names.trim_ascii()) || named(names, provider.name()),
    }
}

/// Returns whether a comma-separated list contains the name.
const fn named(list: &str, name: &str) -> bool {
    let mut rest = list;
    while !rest.is_empty() {
        let one;
        (one, rest) = first_name(rest);
        if eq(one, name) {
            return true;
        }
    }
    false
}

/// Returns the first name in a comma-separated list that is not a provider.
pub(crate) const fn unknown_name(list: &str) -> Option<&str> {
    let mut rest = list;
    while !rest.is_empty() {
        let one;
        (one, rest) = first_name(rest);
        let mut known = one.is_empty();
        let mut i = 0;
        while i < Provider::COUNT {
            known = known || eq(one, Provider::ALL[i].name());
            i += 1;
        }
        if !known {
            return Some(one);
        }
    }
    None
}

/// Splits a list at its first comma: the trimmed name before it, and the rest after it.
const fn first_name(list: &str) -> (&str, &str) {
    let bytes = list.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b',' {
        end += 1;
    }
    let (one, rest) = list.split_at(end);
    let rest = if rest.is_empty() {
        rest
    } else {
        rest.split_at(1).1
    };
    (one.trim_ascii(), rest)
}

/// Checks a limit, where 0 means none. A macro, because calls are expensive in const evaluation.
macro_rules! fits {
    ($limit:expr, $n:expr) => {
        $limit == 0 || $n <= $limit
    };
}

/// Chooses the dialect of a tool for a provider, from the tally of its canonical text.
pub(crate) const fn dialect(
    spec: &Spec<'_>,
    provider: Provider,
    canonical: &Tally,
) -> &'static Dialect {
    let strict = of(provider, true);
    if !strict.strict {
        return strict;
    }
    let take = match spec.strict {
        Strict::Off | Strict::Omit => false,
        Strict::On => !matches!(strict.when, StrictWhen::Named),
        Strict::For(providers) => providers & provider.bit() != 0,
        Strict::Auto => by_itself(strict, canonical),
        Strict::Wanted(providers) => {
            by_itself(strict, canonical)
                || providers & provider.bit() != 0 && within(&strict.limits, canonical)
        }
    };
    if take { strict } else { of(provider, false) }
}

/// Returns whether strict mode is on by default for this tool.
const fn by_itself(strict: &Dialect, canonical: &Tally) -> bool {
    matches!(strict.when, StrictWhen::Auto)
        && canonical.features == 0
        && within(&strict.limits, canonical)
}

/// Chooses the dialect from the author's explicit setting. Without one it is the plain dialect,
/// because strict mode is a default only if both dialects decode alike.
#[cfg(feature = "call")]
pub(crate) const fn asked(spec: &Spec<'_>, provider: Provider) -> &'static Dialect {
    let strict = of(provider, true);
    let take = match spec.strict {
        Strict::On => !matches!(strict.when, StrictWhen::Named),
        Strict::For(providers) | Strict::Wanted(providers) => providers & provider.bit() != 0,
        Strict::Auto | Strict::Off | Strict::Omit => false,
    };
    if take { strict } else { of(provider, false) }
}

/// Returns whether exceeding a limit of strict mode is a fault. As a default, strict mode is on
/// only within the limits. If it is requested, the text may nest deeper than the canonical one that
/// was counted.
pub(crate) const fn demanded(spec: &Spec<'_>, d: &Dialect) -> bool {
    d.strict && !matches!(spec.strict, Strict::Auto)
}

pub(crate) const fn within(limits: &Limits, tally: &Tally) -> bool {
    fits!(limits.depth, tally.depth)
        && fits!(limits.properties, tally.properties)
        && fits!(limits.characters, tally.characters)
        && fits!(limits.enum_values, tally.enum_values)
        && fits!(limits.long_enum, tally.long_enum)
        && fits!(limits.optional, tally.optional)
        && fits!(limits.unions, tally.unions)
}

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

/// Limits of one schema in the strict mode of Anthropic and Bedrock: properties that may be absent,
/// and properties with more than one type.
///
/// They rejected one schema with 24 or 16 of them as too complex, and accepted as many spread over
/// several schemas. The exact bounds are not published, so these are half.
const MOST_OPTIONAL: u32 = 12;
const MOST_UNIONS: u32 = 8;

/// Returns whether a schema may be too complex for a strict mode that counts such properties.
pub(crate) const fn too_complex(optional: u32, unions: u32) -> bool {
    optional > MOST_OPTIONAL || unions > MOST_UNIONS
}

/// Checks the limits of a strict mode that was requested. `tally` comes from a walk without reused
/// text.
pub(crate) const fn check_limits(w: &mut Writer<'_, '_>, tally: &Tally) {
    let limits = &w.d.limits;
    if !(fits!(limits.depth, tally.depth)) {
        limit(
            w,
            "strict mode allows 10 levels of nesting: flatten a type, or leave `strict` out",
        );
    }
    if !(fits!(limits.properties, tally.properties)) {
        limit(
            w,
            "strict mode allows 5,000 properties: split the tool, or leave `strict` out",
        );
    }
    if !(fits!(limits.characters, tally.characters)) {
        limit(
            w,
            "strict mode allows 120,000 characters of names and enum values: shorten them, or leave `strict` out",
        );
    }
    if !(fits!(limits.enum_values, tally.enum_values)) {
        limit(
            w,
            "strict mode allows 1,000 enum values: take a string instead, or leave `strict` out",
        );
    }
    if !(fits!(limits.long_enum, tally.long_enum)) {
        limit(
            w,
            "strict mode allows 15,000 characters in an enum of more than 250 values: take a string instead, or leave `strict` out",
        );
    }
    if !(fits!(limits.optional, tally.optional)) {
        limit(
            w,
            "strict mode allows 24 properties that may be absent: make some required, or leave `strict` out",
        );
    }
    if !(fits!(limits.unions, tally.unions)) {
        limit(
            w,
            "strict mode allows 16 properties with more than one type: use fewer unions, or leave `strict` out",
        );
    }
    if limits.optional > 0 && within(limits, tally) && too_complex(tally.optional, tally.unions) {
        w.note(
            &Frame::ROOT,
            Outcome::Unproven,
            "strict",
            "more than 12 properties that may be absent, or 8 with more than one type, may be too complex for strict mode",
        );
    }
}

const fn limit(w: &mut Writer<'_, '_>, reason: &str) {
    w.fault(&Frame::ROOT, "strict", reason);
}

//! A complete declaration: the provider's envelope around name, description and parameters.

use super::fragments::WriterState;
use super::notes::{Count, Outcome, put_all};
use super::root::Root;
use super::texts::TextPosition;
use super::tool_facts::{MAX_COUNTED_DESCRIPTION, ToolFacts, is_foreign};
use super::writer::{NoteStyle, Records, Writer};
use super::{discover, root};
use crate::dialect::{DIALECTS, PORTABLE, StrictKey, of};
use crate::json::{Buffer, Sink, lit};
use crate::provider::Provider;
use crate::shape::{Frame, is_empty_root};
use crate::spec::{Spec, Strict};

/// Writes the declaration for the writer's dialect. `root` has the parameters: the tool's own, or
/// those built at run time.
pub(crate) const fn write<'a>(
    w: &mut Writer<'_, 'a>,
    spec: &Spec<'a>,
    facts: &ToolFacts,
    root: &mut Root<'a>,
) -> TextPosition {
    let envelope = w.d.envelope();
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
        root.write(w, false);
        let to = w.out.at();
        return TextPosition([from, to, from, to, 0]);
    }
    let mut parameters_from = from;
    let mut parameters_to = from;
    w.out.put(envelope.open);
    title(w, spec, root);
    if w.d.omit_empty() && is_empty_root(root.schema) {
        lit!(w.out, "\"");
        root.note_lost_names(w);
    } else {
        lit!(w.out, "\",\"");
        w.out.put(envelope.parameters);
        lit!(w.out, "\":");
        if let Some(key) = envelope.wrapped {
            lit!(w.out, "{\"");
            w.out.put(key);
            lit!(w.out, "\":");
        }
        parameters_from = w.out.at();
        root.write(w, true);
        parameters_to = w.out.at();
        if let Some(_) = envelope.wrapped {
            lit!(w.out, "}");
        }
    }
    let write_strict = match envelope.strict {
        StrictKey::Always => !matches!(spec.strict, Strict::Omit),
        StrictKey::WhenOn => w.d.strict(),
        StrictKey::Never => false,
    };
    if write_strict {
        if w.d.strict() {
            lit!(w.out, ",\"strict\":true");
        } else {
            lit!(w.out, ",\"strict\":false");
        }
    }
    if envelope.mcp {
        members(w, spec);
    }
    if is_foreign(spec) || !matches!(spec.extra, []) {
        extra(w, spec);
    }
    if envelope.nested {
        lit!(w.out, "}}");
    } else {
        lit!(w.out, "}");
    }
    TextPosition([
        from,
        w.out.at(),
        parameters_from,
        parameters_to,
        w.d.strict() as usize,
    ])
}

const fn title<'a>(w: &mut Writer<'_, 'a>, spec: &Spec<'a>, root: &mut Root<'a>) {
    let titled = w.d.envelope().mcp && !spec.title.is_empty();
    if !titled && root.title.copy(w) {
        return;
    }
    let start = WriterState::of(w);
    w.out.put(spec.name.json());
    if titled {
        lit!(w.out, "\",\"title\":\"");
        w.out.put(spec.title.json());
    }
    lit!(w.out, "\",\"description\":\"");
    w.out.put(spec.description.json());
    if !titled {
        root.title.keep(w, start);
    }
}

/// Writes the members that the author added for this provider.
const fn extra(w: &mut Writer<'_, '_>, spec: &Spec<'_>) {
    let mut i = 0;
    while i < spec.extra.len() {
        let (provider, members) = spec.extra[i];
        if provider.index() == w.d.provider().index() && !members.is_empty() {
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
            if provider.index() == w.d.provider().index() {
                lit!(w.out, ",");
                w.out.put(members.as_str());
            }
            i += 1;
        }
    }
}

/// Returns whether a name has an ASCII letter or digit.
const fn has_ascii(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i].is_ascii_alphanumeric() {
            return true;
        }
        i += 1;
    }
    false
}

/// Writes a name as one that every provider accepts.
const fn put_accepted(out: &mut Sink<'_>, name: &str) {
    let bytes = name.as_bytes();
    let mut written = 0;
    if bytes[0].is_ascii_digit() || bytes[0] == b'-' {
        out.put("_");
        written = 1;
    }
    let mut i = 0;
    while i < bytes.len() && written < PORTABLE.names.max_len {
        // Each other character is replaced by `_`, at its first byte.
        if bytes[i].is_ascii_alphanumeric() || bytes[i] == b'-' {
            out.put(name.split_at(i).1.split_at(1).0);
            written += 1;
        } else if name.is_char_boundary(i) {
            out.put("_");
            written += 1;
        }
        i += 1;
    }
}

/// Returns whether the tool's author names a provider in `strict(..)` that has no strict mode.
pub(super) const fn is_strict_unsupported(spec: &Spec<'_>, provider: Provider) -> bool {
    match spec.strict {
        Strict::For(providers) => providers & provider.bit() != 0 && !of(provider, true).strict,
        _ => false,
    }
}

/// Checks the rules for the tool as a whole.
const fn check_tool(w: &mut Writer<'_, '_>, spec: &Spec<'_>, facts: &ToolFacts) {
    let unsupported = is_strict_unsupported(spec, w.d.provider());
    if !facts.fit(w.d.names()) {
        bad_name(w, spec, facts);
    }
    if unsupported {
        no_strict_mode(w);
    }
    let most = w.d.limits().description;
    if most != 0 && facts.description > most as usize {
        long_description(w, spec, facts.description, most as usize);
    }
}

/// Notes a name that the provider rejects, and proposes another one.
const fn bad_name(w: &mut Writer<'_, '_>, spec: &Spec<'_>, facts: &ToolFacts) {
    let mut names = w.d.names();
    let outcome = if names.proven {
        Outcome::Rejected
    } else {
        Outcome::Unproven
    };
    // The compiler error gives one rule for all providers, so that they share a line.
    let shared = matches!(
        &w.notes,
        Some(Records {
            style: NoteStyle::Faults(_),
            ..
        })
    );
    if shared {
        names = &PORTABLE.names;
    }
    let (count, most) = (Count::of(facts.len), Count::of(names.max_len));
    let problem = match (facts.is_only_long(), shared) {
        (true, true) => [
            "the tool's name has ",
            count.text(),
            " characters, and every provider accepts ",
            most.text(),
            "",
        ],
        (true, false) => [
            "the tool's name has ",
            count.text(),
            " characters, and ",
            most.text(),
            " are allowed",
        ],
        (false, true) => [
            "the tool's name isn't valid; every provider accepts ",
            names.rule,
            "",
            "",
            "",
        ],
        (false, false) => ["the tool's name must match ", names.rule, "", "", ""],
    };
    let mut buffer = Buffer::<[u8; 80]>::new();
    let mut out = Sink::new(&mut buffer);
    let name = spec.name.raw();
    let similar = has_ascii(name);
    if similar {
        put_accepted(&mut out, name);
    }
    let end = out.mark();
    let fix: [&str; 3] = if is_foreign(spec) {
        [": give it another", "", ""]
    } else if similar {
        [": write `name = \"", buffer.until(end), "\"`"]
    } else {
        [
            ": write one with letters from a to z, such as `name = \"find_files\"`",
            "",
            "",
        ]
    };
    let [start, count, middle, most, end] = problem;
    w.note_parts(
        &Frame::ROOT,
        outcome,
        ("name", ""),
        &[start, count, middle, most, end, fix[0], fix[1], fix[2]],
    );
}

/// Rejects a provider in `strict(..)`, and lists those that have a strict mode.
const fn no_strict_mode(w: &mut Writer<'_, '_>) {
    let mut buffer = Buffer::<[u8; 256]>::new();
    let mut out = Sink::new(&mut buffer);
    let mut i = 0;
    while i < Provider::COUNT {
        let provider = Provider::ALL[i];
        if of(provider, true).strict {
            let comma = if out.mark().get() == 0 { "" } else { ", " };
            put_all(&mut out, &[comma, provider.name()]);
        }
        i += 1;
    }
    let end = out.mark();
    let reason = [
        "no strict mode that a tool can request; write only these in `strict(..)`: ",
        buffer.until(end),
    ];
    w.fault_parts(&Frame::ROOT, "strict", &reason);
}

const fn long_description(w: &mut Writer<'_, '_>, spec: &Spec<'_>, n: usize, most: usize) {
    let outcome = if w.d.limits().description_proven {
        Outcome::Rejected
    } else if w.notes.is_some() {
        Outcome::Unproven
    } else {
        return;
    };
    let (count, most) = (Count::of(n), Count::of(most));
    let counted = spec.description.raw().len() <= MAX_COUNTED_DESCRIPTION;
    let reason = [
        "the description has ",
        if counted { "" } else { "at least " },
        count.text(),
        " characters, and ",
        most.text(),
        " are allowed: shorten it",
        if is_foreign(spec) {
            ""
        } else {
            ", or put the rest under a `#` heading"
        },
    ];
    w.note_parts(&Frame::ROOT, outcome, ("description", ""), &reason);
}

pub(crate) const fn members<'a>(w: &mut Writer<'_, 'a>, spec: &Spec<'a>) {
    #[cfg(feature = "call")]
    if let Some(foreign) = spec.foreign {
        if let Some(output) = &foreign.output {
            lit!(w.out, ",\"outputSchema\":");
            w.out.put(output.as_str());
        }
        if let Some(annotations) = &foreign.annotations {
            lit!(w.out, ",\"annotations\":");
            w.out.put(annotations.as_str());
            return;
        }
    }
    if let Some(output) = spec.output {
        lit!(w.out, ",\"outputSchema\":");
        let schema = output.get();
        // A separate walk with its own definitions and names; it doesn't affect the parameters'
        // cache.
        let mut inner = Writer::new(w.out.take(), &DIALECTS[Provider::Mcp.index()]);
        inner.definitions = discover::find_definitions(schema);
        inner.output = true;
        root::walk(&mut inner, schema);
        w.out = inner.out.take();
    }
    let hints = spec.hints;
    let mut first = true;
    hint(w, &mut first, "\"readOnlyHint\":", hints.read_only);
    hint(w, &mut first, "\"destructiveHint\":", hints.destructive);
    hint(w, &mut first, "\"idempotentHint\":", hints.idempotent);
    hint(w, &mut first, "\"openWorldHint\":", hints.open_world);
    if !first {
        lit!(w.out, "}");
    }
}

const fn hint(w: &mut Writer<'_, '_>, first: &mut bool, name: &str, value: Option<bool>) {
    if let Some(value) = value {
        w.out.put(if *first { ",\"annotations\":{" } else { "," });
        *first = false;
        w.out.put(name);
        w.out.put(if value { "true" } else { "false" });
    }
}

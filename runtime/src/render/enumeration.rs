//! Enums of strings or integers.

use super::describe::{SchemaAt, describe};
use super::notes::Outcome;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{default_members, place_words};
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::NullStyle;
use crate::json::lit;
use crate::schema::{Enum, EnumValue, Field, Literal, Schema};
use crate::shape::{Frame, enum_is_text};

pub(crate) const fn write<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>, all: &'a Enum<'a>) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    let values = all.values;
    if !has_values(all, w.output) {
        return never(w, frame);
    }
    let integers = matches!(values[0].value, Literal::Number(_));
    let as_text = integers && enum_is_text(&mut w.d, all);
    if as_text {
        w.rewritten(frame, "enum", "integers are written as strings");
    }
    let quoted = !integers || as_text;
    let ty = if quoted { Type::String } else { Type::Integer };
    open(w, ty, place.null);
    let mut text = describe(w, schema, place, true);
    if values.len() == 1 && is_empty(place.docs) && is_empty(schema.docs) {
        text.docs(w, values[0].docs);
    }
    place_words(w, &mut text, node, !as_text);
    let n = values.len();
    let mut i = 0;
    while i < n && n > 1 {
        let value = &values[i];
        if !is_empty(value.docs) && !hidden(value, w.output) {
            text.line(w);
            w.out.put(raw_text(w.output, value));
            lit!(w.out, ": ");
            w.out.put(value.docs);
        }
        i += 1;
    }
    text.end(w);
    members(w, values, quoted, place.null, frame);
    if !as_text {
        default_members(w, node, false);
    }
    close(w, place.null);
}

/// A type without values. It is a fault of parameters only, because a result of such a type is
/// never written.
pub(super) const fn never(w: &mut Writer<'_, '_>, frame: &Frame<'_, '_>) {
    if !w.output {
        let name = match frame.named {
            Some(Schema {
                name: Some(name), ..
            }) => ["`", name.name, "`"],
            _ => ["the type", "", ""],
        };
        let words = " has no variant that serde reads: add one, or use another type";
        let reason = [name[0], name[1], name[2], words];
        w.fault_parts(frame, "type", &reason);
    }
    lit!(w.out, "{\"not\":{}}");
}

/// Returns whether any variant can be read, or written if it is a result.
pub(super) const fn has_values(all: &Enum<'_>, output: bool) -> bool {
    let mut i = 0;
    while i < all.values.len() {
        if !hidden(&all.values[i], output) {
            return true;
        }
        i += 1;
    }
    false
}

const fn members(
    w: &mut Writer<'_, '_>,
    values: &[EnumValue<'_>],
    quoted: bool,
    null: bool,
    frame: &Frame<'_, '_>,
) {
    if values.len() == 1 && !null && w.d.constant() {
        w.tally.doubtful = w.tally.doubtful || is_empty(raw_text(w.output, &values[0]));
        lit!(w.out, ",\"const\":");
        return member(w, &values[0], quoted);
    }
    lit!(w.out, ",\"enum\":[");
    let characters = w.tally.characters;
    let n = values.len();
    let mut first = true;
    let mut i = 0;
    while i < n {
        let value = &values[i];
        i += 1;
        if value.flags != 0 && (hidden(value, w.output) || left_out(w, values, value, frame)) {
            continue;
        }
        match (first, quoted) {
            (true, true) => lit!(w.out, "\""),
            (true, false) => {}
            (false, true) => lit!(w.out, "\",\""),
            (false, false) => lit!(w.out, ","),
        }
        first = false;
        let text = raw_text(w.output, value);
        w.out.put(text);
        w.tally.enum_values += 1;
        let len = size_of_val(text);
        #[allow(clippy::cast_possible_truncation)] // A text in a source file is shorter than 4 GiB.
        {
            w.tally.characters += len as u32;
        }
        if len == 0 {
            w.tally.doubtful = true;
            if !w.d.empty_enum() {
                empty_string(w, frame, value.ident);
            }
        }
    }
    if quoted && !first {
        lit!(w.out, "\"");
    }
    let characters = w.tally.characters - characters;
    if values.len() > 250 && characters > w.tally.long_enum {
        w.tally.long_enum = characters;
    }
    if null && matches!(w.d.null(), NullStyle::TypeArray) {
        lit!(w.out, ",null");
    }
    lit!(w.out, "]");
}

/// Rejects the empty string as an enum's value, which is the variant `ident` of a type.
const fn empty_string(w: &mut Writer<'_, '_>, frame: &Frame<'_, '_>, ident: &str) {
    const RULE: &str = "an enum may not hold the empty string here: ";
    if is_empty(ident) {
        return w.fault_parts(frame, "enum", &[RULE, "remove it"]);
    }
    let (ty, colons) = match frame.named {
        Some(Schema {
            name: Some(name), ..
        }) => (name.name, "::"),
        _ => ("", ""),
    };
    let write = "write `#[serde(rename = \"";
    let reason = [RULE, write, ident, "\")]` on `", ty, colons, ident, "`"];
    w.fault_parts(frame, "enum", &reason);
}

const fn member(w: &mut Writer<'_, '_>, value: &EnumValue<'_>, quoted: bool) {
    if quoted {
        lit!(w.out, "\"");
    }
    w.out.put(raw_text(w.output, value));
    if quoted {
        lit!(w.out, "\"");
    }
}

/// Returns whether to omit a value that the dialect rejects, and notes it. Applies to imported
/// enums, whose values can't be renamed.
const fn left_out(
    w: &mut Writer<'_, '_>,
    values: &[EnumValue<'_>],
    value: &EnumValue<'_>,
    frame: &Frame<'_, '_>,
) -> bool {
    if value.flags & Field::FOREIGN == 0
        || values.len() == 1
        || !is_empty(raw_text(w.output, value))
    {
        return false;
    }
    if w.d.empty_enum() {
        return false;
    }
    w.note(
        frame,
        Outcome::Narrowed,
        "enum",
        "an enum may not hold the empty string here: it is left out",
    );
    true
}

/// Returns true if this direction (input or output) skips the value.
pub(super) const fn hidden(value: &EnumValue<'_>, output: bool) -> bool {
    let skipped = if output {
        Field::INPUT_ONLY
    } else {
        Field::OUTPUT_ONLY
    };
    value.flags & skipped != 0
}

/// Returns the value without quotes, escaped.
pub(super) const fn raw_text<'v>(output: bool, value: &EnumValue<'v>) -> &'v str {
    if output && let Some(text) = value.output() {
        return text.json();
    }
    match &value.value {
        Literal::String(text) => text.json(),
        Literal::Number(n) => n.text(),
        _ => "",
    }
}

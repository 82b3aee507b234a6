//! The strings that represent the values of a schema.

use crate::const_str::eq;
use crate::dialect::DialectReader;
use crate::schema::{Enum, Format, Kind, Literal, Object, Schema, Str, Union, ValueMore};
use crate::shape::newtype::MAX_AROUND;
use crate::shape::{Frame, Wrappers, enum_is_text, kind_inside, null_is_text, null_of_union, peel};

/// The string form of a value.
#[derive(Clone, Copy)]
pub(super) enum StringForm<'a> {
    /// The string itself; the flag is true if it may hold JSON.
    Own(bool),
    /// One of these names.
    Names(&'a Enum<'a>),
    /// A number of an enum.
    Numbers(&'a Enum<'a>),
    /// JSON of any value.
    Any,
    /// Other JSON.
    Json,
    /// Not a string.
    No,
}

impl StringForm<'_> {
    /// Returns the number of texts it lists.
    pub(super) const fn count(self) -> usize {
        match self {
            StringForm::Names(values) | StringForm::Numbers(values) => values.values.len(),
            _ => 1,
        }
    }
}

pub(super) const fn text<'a>(d: &mut DialectReader<'_>, schema: &'a Schema<'a>) -> StringForm<'a> {
    let inside = peel(schema, Wrappers::All, None);
    let kind = &inside.kind;
    let or_null = matches!(kind_inside(schema), Kind::Option(_)) || null_of_union(d, inside);
    if or_null && null_is_text(d, false) && !matches!(kind, Kind::Any | Kind::String(_)) {
        return StringForm::Json;
    }
    match kind {
        Kind::Any if !d.untyped() => StringForm::Any,
        Kind::String(string) => StringForm::Own(may_hold_json(string) && !has_format(schema)),
        Kind::Enum(values) if enum_is_text(d, values) => StringForm::Numbers(values),
        Kind::Enum(values) if matches!(values.values, [one, ..] if matches!(one.value, Literal::String(_))) => {
            StringForm::Names(values)
        }
        Kind::Object(object) if !d.empty_object() && has_no_members(object, MAX_DEPTH) => {
            StringForm::Json
        }
        _ => StringForm::No,
    }
}

/// Maximum number of flattened types inside one another that are looked at.
const MAX_DEPTH: u8 = 16;

/// Returns true if the first alternative of an object has no members. Types that contain
/// themselves, without the types around them, count as members: they are rejected if they are
/// flattened.
const fn has_no_members(object: &Object<'_>, deep: u8) -> bool {
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        i += 1;
        if Frame::ROOT.skips(field) {
            continue;
        }
        let adds_none = match field.ty.known() {
            Some(schema) if Frame::ROOT.flattens(field) => adds_no_members(schema, deep),
            _ => false,
        };
        if !adds_none {
            return false;
        }
    }
    true
}

const fn adds_no_members(schema: &Schema<'_>, deep: u8) -> bool {
    if deep == 0 {
        return false;
    }
    match &peel(schema, Wrappers::All, None).kind {
        Kind::Null => true,
        Kind::Object(object) => has_no_members(object, deep - 1),
        Kind::Union(Union {
            variants: [first, ..],
            ..
        }) => adds_no_members(first, deep - 1),
        _ => false,
    }
}

/// Returns true if a string may hold JSON text. Dates, addresses and ids don't.
const fn may_hold_json(string: &Str<'_>) -> bool {
    string.reads.is_none()
        && matches!(
            string.format,
            None | Some(Format::Hostname | Format::Other(_))
        )
}

/// Returns true if a newtype around a string gives it such a format.
const fn has_format(schema: &Schema<'_>) -> bool {
    let mut schema = schema;
    let mut left = MAX_AROUND;
    while left > 0 {
        left -= 1;
        let inner = match &schema.kind {
            Kind::Newtype(newtype) => {
                if let Some(rules) = newtype.rules
                    && !matches!(
                        rules.format,
                        None | Some(Format::Hostname | Format::Other(_))
                    )
                {
                    return true;
                }
                &newtype.ty
            }
            Kind::Option(inner) => inner,
            _ => return false,
        };
        match inner.known() {
            Some(inner) => schema = inner,
            None => return false,
        }
    }
    false
}

/// Returns true if a name is JSON text of something other than a string.
pub(super) const fn has_json(names: &Enum<'_>) -> bool {
    if reads_others(names) {
        return true;
    }
    let mut i = 0;
    while i < names.values.len() {
        if let Literal::String(name) = &names.values[i].value {
            let name = name.raw();
            if eq(name, "true") || eq(name, "false") || eq(name, "null") {
                return true;
            }
            if let [b'0'..=b'9' | b'-', ..] = name.as_bytes() {
                return true;
            }
        }
        i += 1;
    }
    false
}

/// Returns true if a name of one enum may be a number of another.
pub(super) const fn may_be_number(names: &Enum<'_>, numbers: &Enum<'_>) -> bool {
    reads_others(names) || share(names, numbers) || reads_others(numbers) && has_json(names)
}

/// Returns true if the enum has a variant with `#[serde(other)]`.
pub(super) const fn reads_others(values: &Enum<'_>) -> bool {
    let mut i = 0;
    while i < values.values.len() {
        if let Some(ValueMore { other: Some(_), .. }) = values.values[i].more {
            return true;
        }
        i += 1;
    }
    false
}

const fn value_text<'a>(value: &Literal<'a>) -> &'a str {
    match value {
        Literal::String(text) => text.raw(),
        Literal::Number(n) => n.text(),
        _ => "",
    }
}

/// Returns true if two enums of names, or two of numbers, read the same text.
pub(super) const fn overlap(a: &Enum<'_>, b: &Enum<'_>) -> bool {
    reads_others(a) || reads_others(b) || share(a, b)
}

/// Returns true if two enums have a value with the same text.
const fn share(a: &Enum<'_>, b: &Enum<'_>) -> bool {
    let mut i = 0;
    while i < a.values.len() {
        let mut j = 0;
        while j < b.values.len() {
            if eq(
                value_text(&a.values[i].value),
                value_text(&b.values[j].value),
            ) {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

//! The form of a schema, and of a property's name, in a dialect. The renderer writes it and the
//! decoder undoes it; both use these functions.

use super::newtype::is_null;
use crate::dialect::{DialectReader, Keys, NullStyle, Recursion, kw};
use crate::schema::{Enum, Key, Kind, Link, Literal, Schema, TypeName, same_schema};

/// The form of a list with one type for each item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TupleForm {
    /// `prefixItems`.
    Prefix,
    /// All of one type: `items` with the number of items.
    Items,
    /// An object with the keys `_0`, `_1` and so on.
    Object,
}

pub(crate) const fn tuple_form(d: &mut DialectReader<'_>, items: &[Link<'_>]) -> TupleForm {
    if d.prefix_items() {
        return TupleForm::Prefix;
    }
    if !d.has(kw::MIN_ITEMS) || !d.has(kw::MAX_ITEMS) {
        return TupleForm::Object;
    }
    let mut i = 1;
    while i < items.len() {
        if !same_schema(&items[0], &items[i]) {
            return TupleForm::Object;
        }
        i += 1;
    }
    TupleForm::Items
}

/// Returns true if an object with `_0`, `_1` and so on is read as a tuple: if one of the provider's
/// two dialects writes it so.
#[cfg(feature = "call")]
pub(crate) fn tuple_may_be_object(
    d: &mut DialectReader<'_>,
    other: &mut DialectReader<'_>,
    items: &[Link<'_>],
) -> bool {
    tuple_form(d, items) == TupleForm::Object || tuple_form(other, items) == TupleForm::Object
}

pub(crate) const fn enum_is_text(d: &mut DialectReader<'_>, values: &Enum<'_>) -> bool {
    !d.integer_enums()
        && !values.values.is_empty()
        && matches!(values.values[0].value, Literal::Number(_))
}

/// Returns true if the edge back to an enclosing type is a string containing JSON.
pub(crate) const fn recursion_is_text(d: &mut DialectReader<'_>, via_optional: bool) -> bool {
    match d.recursion() {
        Recursion::Ref => false,
        Recursion::RefIfOptional => !via_optional,
        Recursion::Text => true,
    }
}

/// Returns true if a type is always a string containing JSON, because written in place it would
/// make the schema too large.
pub(crate) const fn is_json_text(d: &mut DialectReader<'_>, schema: &Schema<'_>) -> bool {
    match schema.name {
        Some(name) => name.line == TypeName::CUT && !d.refs(),
        None => false,
    }
}

/// Returns true if a nullable value is a string containing JSON. For a property that may be absent,
/// `null` isn't shown.
pub(crate) const fn null_is_text(d: &mut DialectReader<'_>, optional: bool) -> bool {
    matches!(d.null(), NullStyle::Text) && !optional
}

/// Returns true if one of a union's alternatives is `null` and the dialect has no type for it. Then
/// `null` is declared for the whole union.
pub(crate) const fn null_of_union(d: &mut DialectReader<'_>, schema: &Schema<'_>) -> bool {
    if d.null_type() {
        return false;
    }
    let Kind::Union(union) = &schema.kind else {
        return false;
    };
    let mut i = 0;
    while i < union.variants.len() {
        if is_null(&union.variants[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns true if the dialect doesn't accept a property of that name.
pub(crate) const fn key_is_renamed(d: &mut DialectReader<'_>, facts: u8) -> bool {
    match d.keys() {
        Keys::Any => false,
        Keys::Dotted => facts & (Key::ODD | Key::LENGTH) != 0,
        Keys::Identifier => facts & (Key::ODD | Key::LENGTH | Key::LEADING | Key::PUNCTUATED) != 0,
    }
}

/// Returns the replacement for a name that the dialect rejects, in the first bytes of the array. It
/// keeps the accepted characters and appends a hash, so siblings need not be compared.
pub(crate) const fn renamed(name: &str) -> ([u8; 64], usize) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let bytes = name.as_bytes();
    let mut out = [b'_'; 64];
    let mut len = 0;
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < bytes.len() {
        let byte = bytes[i];
        hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
        // One `_` for each character, not for each of its bytes.
        if len < 57 && byte & 0xc0 != 0x80 {
            let stays = byte.is_ascii_alphabetic() || (byte.is_ascii_digit() && len > 0);
            out[len] = if stays { byte } else { b'_' };
            len += 1;
        }
        i += 1;
    }
    out[len] = b'_';
    let mut digit = 0;
    while digit < 6 {
        out[len + 1 + digit] = HEX[((hash >> (20 - 4 * digit)) & 15) as usize];
        digit += 1;
    }
    (out, len + 7)
}

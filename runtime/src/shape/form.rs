//! The form of a schema in a dialect. The renderer writes it and the decoder undoes it; both use
//! these functions.

use super::newtype::is_null;
use crate::dialect::{DialectReader, NullStyle, Recursion, kw};
use crate::schema::{Enum, Kind, Link, Literal, Schema, TypeName, same_schema};

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

/// Returns true if an enum's integers are written as strings.
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

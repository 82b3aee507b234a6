//! The beginning of a typed schema, and its end.

use super::types::{FragmentTypes, SchemaStart, Type};
use super::writer::Writer;
use crate::dialect::NullStyle;
use crate::json::lit;

/// Writes the beginning of a type in each case. Whole literals, because const evaluation takes as
/// many steps for a short text as for a long one.
macro_rules! begin {
    ($w:ident, $type:ident, $case:ident, $($name:ident $lower:literal $upper:literal;)*) => {
        match $type {
            $(Type::$name => {
                match $case {
                    Case::Lower => lit!($w.out, concat "{\"type\":\"" $lower "\""),
                    Case::Upper => lit!($w.out, concat "{\"type\":\"" $upper "\""),
                    Case::OrNull => lit!($w.out, concat "{\"type\":[\"" $lower "\",\"null\"]"),
                }
            })*
        }
    };
}

/// The form of a type.
#[derive(Clone, Copy)]
enum Case {
    Lower,
    Upper,
    OrNull,
}

/// Opens a schema with its type.
pub(crate) const fn open(w: &mut Writer<'_, '_>, ty: Type, null: bool) {
    if null && matches!(w.d.null(), NullStyle::TypeArray) {
        return begin(w, ty, Case::OrNull);
    }
    let FragmentTypes::None = w.types else {
        w.types = FragmentTypes::Several;
        let case = case(w.d.upper());
        return begin(w, ty, case);
    };
    let from = w.out.mark();
    open_again(w, ty);
    let to = w.out.mark();
    w.types = FragmentTypes::One(SchemaStart { from, to, ty });
}

/// Opens a schema without a record of the case.
pub(super) const fn open_again(w: &mut Writer<'_, '_>, ty: Type) {
    let case = case(w.d.is_upper());
    begin(w, ty, case);
}

const fn case(upper: bool) -> Case {
    if upper { Case::Upper } else { Case::Lower }
}

const fn begin(w: &mut Writer<'_, '_>, ty: Type, case: Case) {
    begin! { w, ty, case,
        String "string" "STRING";
        Integer "integer" "INTEGER";
        Number "number" "NUMBER";
        Boolean "boolean" "BOOLEAN";
        Array "array" "ARRAY";
        Object "object" "OBJECT";
        Null "null" "NULL";
    }
}

/// Ends a schema, with `nullable` if the dialect expresses `null` this way.
pub(crate) const fn close(w: &mut Writer<'_, '_>, null: bool) {
    if null && matches!(w.d.null(), NullStyle::Keyword) {
        lit!(w.out, ",\"nullable\":true}");
    } else {
        lit!(w.out, "}");
    }
}

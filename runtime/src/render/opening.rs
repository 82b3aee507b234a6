//! The beginning of a typed schema, and its end.

use super::writer::Writer;
use crate::dialect::NullStyle;
use crate::json::lit;

/// The type of a schema.
#[derive(Clone, Copy)]
pub(crate) enum Type {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Null,
}

/// Writes the beginning of a type in each case. Whole literals, because const evaluation takes as
/// many steps for a short text as for a long one.
macro_rules! begin {
    ($w:ident, $type:ident, $null:ident, $($name:ident $lower:literal $upper:literal;)*) => {
        match $type {
            $(Type::$name => {
                if $null {
                    lit!($w.out, concat "{\"type\":[\"" $lower "\",\"null\"]");
                } else if $w.d.upper() {
                    lit!($w.out, concat "{\"type\":\"" $upper "\"");
                } else {
                    lit!($w.out, concat "{\"type\":\"" $lower "\"");
                }
            })*
        }
    };
}

/// Opens a schema with its type.
pub(crate) const fn open(w: &mut Writer<'_, '_>, ty: Type, null: bool) {
    let null = null && matches!(w.d.null(), NullStyle::TypeArray);
    begin! { w, ty, null,
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

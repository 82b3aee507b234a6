//! The beginning of a typed schema, and its end. The beginnings are complete texts, because each
//! write costs the same however short it is.

use super::writer::Writer;
use crate::dialect::NullStyle;
use crate::json::lit;

/// The beginning of a schema with a type, including its opening brace.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    lower: &'static str,
    upper: &'static str,
    nullable: &'static str,
}

// Statics rather than consts, because each rendering crate evaluates consts again.
macro_rules! openings {
    ($($name:ident $lower:literal $upper:literal;)*) => {
        $(pub(crate) static $name: Opening = Opening {
            lower: (concat!("{\"type\":\"", $lower, "\"")),
            upper: (concat!("{\"type\":\"", $upper, "\"")),
            nullable: (concat!("{\"type\":[\"", $lower, "\",\"null\"]")),
        };)*
    };
}

openings! {
    STRING "string" "STRING";
    INTEGER "integer" "INTEGER";
    NUMBER "number" "NUMBER";
    BOOLEAN "boolean" "BOOLEAN";
    ARRAY "array" "ARRAY";
    OBJECT "object" "OBJECT";
    NULL "null" "NULL";
}

/// Opens a schema with its type.
pub(crate) const fn open(w: &mut Writer<'_, '_>, opening: &Opening, null: bool) {
    if null {
        if matches!(w.d.null(), NullStyle::TypeArray) {
            w.out.put(opening.nullable);
            return;
        }
    }
    w.out.put(if w.d.upper() {
        opening.upper
    } else {
        opening.lower
    });
}

/// Ends a schema, with `nullable` if the dialect expresses `null` this way.
pub(crate) const fn close(w: &mut Writer<'_, '_>, null: bool) {
    if null && matches!(w.d.null(), NullStyle::Keyword) {
        lit!(w.out, ",\"nullable\":true}");
    } else {
        lit!(w.out, "}");
    }
}

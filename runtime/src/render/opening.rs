//! The beginning of a typed schema, and its end. The beginnings are complete texts, because each write costs the same however
//! short it is.

use super::writer::Writer;
use crate::dialect::{LOWER, NULLABLE, NullStyle, UPPER, sig};
use crate::json::{Short, lit};

/// The beginning of a schema with a type, including its opening brace.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    /// Indexed by [`LOWER`](crate::dialect::LOWER), `UPPER` and `NULLABLE`.
    pub(crate) all: [Short; 3],
}

// Statics rather than consts, because each rendering crate evaluates consts again.
macro_rules! openings {
    ($($name:ident $lower:literal $upper:literal;)*) => {
        $(pub(crate) static $name: Opening = Opening {
            all: [
                Short::of(concat!("{\"type\":\"", $lower, "\"")),
                Short::of(concat!("{\"type\":\"", $upper, "\"")),
                Short::of(concat!("{\"type\":[\"", $lower, "\",\"null\"]")),
            ],
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
    w.used |= sig::UPPER;
    if null {
        w.used |= sig::NULL;
        if matches!(w.d.null, NullStyle::TypeArray) {
            w.out.short(&opening.all[NULLABLE as usize]);
            return;
        }
    }
    w.out
        .short(&opening.all[if w.d.upper { UPPER } else { LOWER } as usize]);
}

/// Ends a schema, with `nullable` if the dialect expresses `null` this way.
pub(crate) const fn close(w: &mut Writer<'_, '_>, null: bool) {
    if null && matches!(w.d.null, NullStyle::Keyword) {
        lit!(w.out, ",\"nullable\":true}");
    } else {
        lit!(w.out, "}");
    }
}

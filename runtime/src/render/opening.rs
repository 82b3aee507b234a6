//! The beginnings of a typed schema as complete texts, because each write costs the same however
//! short it is.

use crate::json::Short;

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

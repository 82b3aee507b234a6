//! The ways in which a schema with a type begins, as whole texts: each write costs the same, however short it is.

use crate::json::Short;

/// How a type is written, its schema's opening brace included.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    /// In the order of [`LOWER`](crate::dialect::LOWER) and its like.
    pub(crate) all: [Short; 3],
}

// Not consts: a crate that renders works out each const again.
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

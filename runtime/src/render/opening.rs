//! The ways in which a schema with a type begins, as whole texts: each write costs the same, however short it is.

use crate::json::Short;

/// How a type is written, its schema's opening brace included.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    pub(crate) lower: Short,
    pub(crate) upper: Short,
    pub(crate) nullable: Short,
}

// Not consts: a crate that renders works out each const again.
macro_rules! openings {
    ($($name:ident $lower:literal $upper:literal;)*) => {
        $(pub(crate) static $name: Opening = Opening {
            lower: Short::of(concat!("{\"type\":\"", $lower, "\"")),
            upper: Short::of(concat!("{\"type\":\"", $upper, "\"")),
            nullable: Short::of(concat!("{\"type\":[\"", $lower, "\",\"null\"]")),
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

//! `ToolSchema` for the types of the standard library and of `serde_json` that serde reads. Each
//! schema describes the JSON that serde reads.

mod adapted;
mod ffi;
mod foreign;
mod map;
mod net;
mod pointer;
mod range;
mod scalar;
mod sequence;
mod text;
mod time;
mod tuple;

#[cfg(feature = "call")]
mod json;

use crate::schema::{Field, Kind, Link, Object, Schema, UnknownNames};

use crate::schema::ToolSchema;
pub use adapted::Adapted;

/// Returns a type's schema as a child of another one.
const fn link<T: ToolSchema + ?Sized>() -> Link<'static> {
    Link::Static(T::SCHEMA)
}

/// Creates a required property whose name needs no escaping. A macro, because const code can't
/// concatenate strings.
macro_rules! field {
    ($name:literal: $ty:expr) => {
        crate::schema::Field::new(
            crate::schema::Key {
                raw: $name,
                member: concat!("\"", $name, "\":"),
                facts: 0,
            },
            $ty,
        )
    };
}
use field;

/// Creates a property that is required even if its type is an `Option`, for serde implementations
/// that require each field.
macro_rules! required {
    ($name:literal: $ty:expr) => {
        crate::schema::Field {
            flags: crate::schema::Field::REQUIRED,
            ..$crate::impls::field!($name: $ty)
        }
    };
}
use required;

/// Implements `ToolSchema` for types with the same JSON form as their argument.
macro_rules! forward {
    ($($(#[$attr:meta])* [$($generics:tt)*] $ty:ty => $inner:ty;)*) => {$(
        $(#[$attr])*
        impl<$($generics)*> crate::schema::ToolSchema for $ty {
            const SCHEMA: crate::schema::SchemaRef = <$inner as crate::schema::ToolSchema>::SCHEMA;
        }
    )*};
}
use forward;

/// Returns an object that rejects other names, as serde's own impls do.
const fn closed<'a>(fields: &'a [Field<'a>]) -> Schema<'a> {
    Schema::of(Kind::Object(Object {
        fields,
        unknown_names: UnknownNames::Rejected,
    }))
}

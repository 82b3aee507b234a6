//! `ToolSchema` for the types of the standard library and of `serde_json` that serde reads: what serde reads is what the schema says.

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

use crate::schema::{Field, Kind, Link, Object, Schema};

use crate::schema::ToolSchema;
pub use adapted::Adapted;

/// A type's schema as a child of another one.
const fn link<T: ToolSchema + ?Sized>() -> Link<'static> {
    Link::Static(T::SCHEMA)
}

/// A required property whose name needs no escaping; the pieces of its key are spelled out because const code joins no strings.
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

/// A property that has to be there even where its type is an `Option`: for implementations of serde that ask for each by hand.
macro_rules! required {
    ($name:literal: $ty:expr) => {
        crate::schema::Field {
            flags: crate::schema::Field::REQUIRED,
            ..$crate::impls::field!($name: $ty)
        }
    };
}
use required;

/// Types that are, as JSON, what their argument is.
macro_rules! forward {
    ($($(#[$attr:meta])* [$($generics:tt)*] $ty:ty => $inner:ty;)*) => {$(
        $(#[$attr])*
        impl<$($generics)*> crate::schema::ToolSchema for $ty {
            const SCHEMA: crate::schema::SchemaRef = <$inner as crate::schema::ToolSchema>::SCHEMA;
        }
    )*};
}
use forward;

/// An object that takes no other names: serde's own impls refuse unknown fields.
const fn closed<'a>(fields: &'a [Field<'a>]) -> Schema<'a> {
    Schema::of(Kind::Object(Object {
        fields,
        closed: true,
    }))
}

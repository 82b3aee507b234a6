//! The zoo: one type for each feature of serde, and for each pair of features that interfere.
//!
//! Each type is a [`Specimen`]: its schema, some values as serde writes them, and functions that
//! decode any JSON with serde.

#![allow(unreachable_pub)] // The types are written as a user writes them,
#![allow(
    clippy::pedantic,
    clippy::enum_variant_names,
    clippy::tabs_in_doc_comments,
    clippy::type_complexity
)] // and some are bad style on purpose.

mod adjacent;
mod borrowed;
mod clashes;
mod collections;
mod constraints;
mod conversions;
mod defaults;
mod enums;
mod fields;
mod flatten;
mod flatten_enums;
mod foreign;
mod generics;
mod internal;
mod locks;
mod maps;
mod names;
mod nothing;
mod pairs;
mod recursion;
mod scalars;
mod shapes;
mod sizes;
mod standard;
#[cfg(feature = "schemars")]
mod theirs;
pub mod tools;
mod tuples;
mod untagged;

pub use internal::Refusing;
pub use recursion::{Filter, Node};
pub use tools::ToolSpecimen;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toolcast::decode::{ArgumentErrors, Arguments, DecodeOptions};
use toolcast::schema::Schema;
use toolcast::{Dialect, ToolSchema};

/// A type of the zoo, with the type erased.
#[derive(Clone, Copy)]
pub struct Specimen {
    /// The type's path in the zoo.
    pub name: &'static str,
    /// The specimen's purpose, if the type's own docs don't give it.
    pub purpose: &'static str,
    /// Its schema.
    pub schema: &'static Schema<'static>,
    /// Some values, as serde writes them.
    pub written: fn() -> Vec<Value>,
    /// Returns an error if serde doesn't read this JSON.
    pub decode: fn(&Value) -> Result<(), String>,
    /// Reads this JSON with serde and writes it again.
    pub rewrite: fn(&Value) -> Result<Value, String>,
    /// Decodes the text, written for the dialect, with our decoder and writes it with serde.
    pub guided: fn(&'static Dialect, &str) -> Result<Value, ArgumentErrors>,
    /// Returns `true` if serde reads the same value from both.
    pub same: fn(&Value, &Value) -> Result<bool, String>,
    /// Serde reads what it writes. `false` if the two sides use different names or one skips a
    /// field.
    pub symmetric: bool,
    /// The schema by schemars, if schemars knows the type.
    #[cfg(feature = "schemars")]
    pub theirs: fn() -> Option<Value>,
}

impl Specimen {
    /// Creates a specimen from outside the zoo, of a type that borrows nothing.
    pub fn of<T>(name: &'static str, written: fn() -> Vec<Value>) -> Self
    where
        T: ToolSchema + Serialize + DeserializeOwned + PartialEq,
    {
        fn text(error: impl core::fmt::Display) -> String {
            error.to_string()
        }
        Specimen {
            name,
            purpose: "",
            schema: T::SCHEMA.get(),
            written,
            decode: |json| T::deserialize(json).map(drop).map_err(text),
            rewrite: |json| {
                let value = T::deserialize(json).map_err(text)?;
                serde_json::to_value(value).map_err(text)
            },
            guided: |dialect, sent| {
                let arguments =
                    Arguments::parse_answer(sent, T::SCHEMA.get(), DecodeOptions::new())?;
                let value = arguments.read::<T>(T::SCHEMA.get(), dialect)?;
                Ok(serde_json::to_value(value).unwrap_or_else(|error| text(error).into()))
            },
            same: |a, b| {
                let a = T::deserialize(a).map_err(text)?;
                let b = T::deserialize(b).map_err(text)?;
                Ok(a == b)
            },
            symmetric: true,
            #[cfg(feature = "schemars")]
            theirs: || None,
        }
    }

    /// Returns the purpose in one line: the specimen's own text, else the first line of the type's
    /// docs. Empty if there is neither.
    pub fn purpose(&self) -> String {
        let own = self.purpose.trim();
        if !own.is_empty() {
            return own.to_owned();
        }
        // The docs are JSON-escaped for the renderer.
        let docs: String =
            serde_json::from_str(&format!("\"{}\"", self.schema.docs)).unwrap_or_default();
        docs.lines().next().unwrap_or_default().to_owned()
    }
}

/// Builds the list of a module's specimens from lines `Type = [value, ..];`. The prefix `@one_way`
/// marks a type if serde doesn't read what it writes. A doc comment on a line is the specimen's
/// purpose; a type with docs of its own needs none.
macro_rules! specimens {
    ($($(#[doc = $purpose:literal])* $(@$one_way:ident)? $ty:ty = [$($value:expr),* $(,)?];)*) => {
        /// The specimens of this module.
        pub(super) fn all() -> Vec<$crate::zoo::Specimen> {
            fn text(error: impl core::fmt::Display) -> String {
                error.to_string()
            }
            vec![$($crate::zoo::Specimen {
                name: $crate::zoo::short(concat!(module_path!(), "::", stringify!($ty))),
                purpose: concat!($($purpose),*),
                schema: <$ty as toolcast::ToolSchema>::SCHEMA.get(),
                written: || {
                    let values: Vec<$ty> = vec![$($value),*];
                    values
                        .iter()
                        .map(|value| serde_json::to_value(value).expect("a value that JSON can hold"))
                        .collect()
                },
                decode: |json| <$ty as serde::Deserialize>::deserialize(json).map(drop).map_err(text),
                rewrite: |json| {
                    let value = <$ty as serde::Deserialize>::deserialize(json).map_err(text)?;
                    serde_json::to_value(value).map_err(text)
                },
                guided: |dialect, text| {
                    let schema = <$ty as toolcast::ToolSchema>::SCHEMA.get();
                    let options = toolcast::decode::DecodeOptions::new();
                    let arguments = toolcast::decode::Arguments::parse_answer(text, schema, options)?;
                    let value = arguments.read::<$ty>(schema, dialect)?;
                    // A `Value` can't hold integers beyond 64 bits, so the result is their text. If
                    // even that fails, the result is the error, which serde never writes.
                    Ok(serde_json::to_value(&value).unwrap_or_else(|_| {
                        serde_json::Value::String(serde_json::to_string(&value).unwrap_or_else(|error| error.to_string()))
                    }))
                },
                same: |a, b| {
                    let a = <$ty as serde::Deserialize>::deserialize(a).map_err(text)?;
                    let b = <$ty as serde::Deserialize>::deserialize(b).map_err(text)?;
                    Ok(a == b)
                },
                symmetric: $crate::zoo::specimens!(@symmetric $($one_way)?),
                #[cfg(feature = "schemars")]
                theirs: || {
                    #[allow(unused_imports)] // Used only for a type that schemars doesn't know.
                    use $crate::zoo::theirs::Undescribed;
                    $crate::zoo::theirs::Theirs::<$ty>::new().schema()
                },
            }),*]
        }
    };
    (@symmetric one_way) => { false };
    (@symmetric) => { true };
}
use specimens;

/// Returns a type's path relative to this module.
fn short(path: &'static str) -> &'static str {
    path.strip_prefix(concat!(module_path!(), "::"))
        .unwrap_or(path)
}

/// Returns all specimens.
pub fn all() -> Vec<Specimen> {
    [
        scalars::all(),
        standard::all(),
        locks::all(),
        tuples::all(),
        nothing::all(),
        foreign::all(),
        pairs::all(),
        collections::all(),
        maps::all(),
        shapes::all(),
        fields::all(),
        defaults::all(),
        conversions::all(),
        enums::all(),
        internal::all(),
        adjacent::all(),
        untagged::all(),
        flatten::all(),
        flatten_enums::all(),
        recursion::all(),
        generics::all(),
        borrowed::all(),
        names::all(),
        clashes::all(),
        constraints::all(),
        sizes::all(),
    ]
    .concat()
}

//! The zoo: one type for each thing that serde can do, and for the pairs that get in each other's way.
//!
//! Each type is a [`Specimen`]: its schema, some values as serde writes them, and what serde makes of any JSON.

#![allow(unreachable_pub)] // Types are written here as a user writes them,
#![allow(
    clippy::pedantic,
    clippy::enum_variant_names,
    clippy::tabs_in_doc_comments,
    clippy::type_complexity
)] // and as nobody should.

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
use toolcast::decode::{ArgumentErrors, Arguments, Options};
use toolcast::schema::Schema;
use toolcast::{Dialect, ToolSchema};

/// A type of the zoo, without its type.
#[derive(Clone, Copy)]
pub struct Specimen {
    /// The type's path in the zoo.
    pub name: &'static str,
    /// What it is there for, where the type itself doesn't say it.
    pub purpose: &'static str,
    /// Its schema.
    pub schema: &'static Schema<'static>,
    /// Some values, as serde writes them.
    pub written: fn() -> Vec<Value>,
    /// Whether serde reads this JSON.
    pub decode: fn(&Value) -> Result<(), String>,
    /// What serde writes after it has read this JSON.
    pub rewrite: fn(&Value) -> Result<Value, String>,
    /// What serde writes after our decoder has read the text, made for the dialect.
    pub guided: fn(&'static Dialect, &str) -> Result<Value, ArgumentErrors>,
    /// Whether serde reads the same value from both.
    pub same: fn(&Value, &Value) -> Result<bool, String>,
    /// Serde reads what it writes. Not so where one side has another name or skips a field.
    pub symmetric: bool,
    /// What schemars says of the type, where it can say something.
    #[cfg(feature = "schemars")]
    pub theirs: fn() -> Option<Value>,
}

impl Specimen {
    /// A specimen from outside the zoo, of a type that borrows nothing.
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
                let arguments = Arguments::parse_answer(sent, T::SCHEMA.get(), Options::DEFAULT)?;
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

    /// What it is there for, in a line: its own words, else the first line of the type's docs. Empty where there is neither.
    pub fn purpose(&self) -> String {
        let own = self.purpose.trim();
        if !own.is_empty() {
            return own.to_owned();
        }
        // The docs are escaped, as the renderer wants them.
        let docs: String =
            serde_json::from_str(&format!("\"{}\"", self.schema.docs)).unwrap_or_default();
        docs.lines().next().unwrap_or_default().to_owned()
    }
}

/// Makes the list of a module's specimens: `Type = [value, ..];`, with `one_way` in front where serde doesn't read what it writes. A doc comment in front
/// says what the specimen is there for; a type with docs of its own needs none.
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
                    let options = toolcast::decode::Options::DEFAULT;
                    let arguments = toolcast::decode::Arguments::parse_answer(text, schema, options)?;
                    let value = arguments.read::<$ty>(schema, dialect)?;
                    // Integers past 64 bits are no `Value`; what is never written is the error that says so.
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
                    #[allow(unused_imports)] // Asked only for a type that schemars doesn't know.
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

/// A type's path from here.
fn short(path: &'static str) -> &'static str {
    path.strip_prefix(concat!(module_path!(), "::"))
        .unwrap_or(path)
}

/// The whole zoo.
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

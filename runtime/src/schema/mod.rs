//! The schema tree: plain data that describes a Rust type's JSON form.
//!
//! The macros write it; the renderer and the decoder read it. It is independent of providers and
//! writes no JSON. Every type of this module is `Copy` data with a lifetime: `'static` for trees
//! from the macros, shorter for trees built at run time.

mod const_value;
mod consts;
#[cfg(feature = "call")]
mod escaped;
mod field;
mod link;
mod literal;
mod name;
mod node;
mod number;
mod rules;
mod same;
mod text;
mod traits;

#[doc(hidden)]
pub use const_value::Lit;
pub use consts::ANY;
pub(crate) use consts::NO_PARAMS;
#[cfg(feature = "call")]
pub(crate) use escaped::EscapedString;
#[doc(hidden)]
pub use field::{Field, Key, More, ReadFlattened};
#[doc(hidden)]
pub use link::Link;
pub use link::SchemaRef;
#[doc(hidden)]
pub use literal::Literal;
#[doc(hidden)]
pub use name::{ConstArg, TypeName};
#[doc(hidden)]
pub use node::{
    Array, Enum, EnumValue, FloatType, Integer, IntegerText, Kind, Map, Newtype, Object, Other,
    Schema, Str, Tagging, Union, UnknownNames, ValueMore,
};
#[doc(hidden)]
pub use number::Num;
#[doc(hidden)]
pub use rules::{Format, Pattern, Rules};
pub(crate) use rules::{above, reaches};
pub(crate) use same::same_schema;
#[doc(hidden)]
pub use text::Text;
#[cfg_attr(not(feature = "serde_with3"), doc(hidden))]
pub use traits::SchemaAs;
pub use traits::ToolSchema;

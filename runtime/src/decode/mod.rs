//! Decoding of call arguments and structured output: from the model's text to Rust values.
//!
//! - [`decode()`](crate::decode()) reads the text of structured output.
//! - [`ArgumentErrors`] has every [`Fault`] of a text, with its path, and is written as one message
//!   from which a model can correct its answer.
//! - [`DecodeOptions`] accept selected mistakes, such as a number in a string. Each one that was
//!   accepted is a [`Coercion`].
//!
//! A set decodes the arguments of its calls, and [`ToolError::Arguments`](crate::ToolError) has
//! their errors.
//!
//! ```
//! use toolcast::{Provider, ToolSchema, decode};
//!
//! #[derive(Debug, serde::Deserialize, ToolSchema)]
//! struct Place {
//!     #[tool(range(-90.0..=90.0))]
//!     latitude: f64,
//!     name: Option<String>,
//! }
//!
//! let place: Place = decode(Provider::OpenAi, r#"{"latitude": 48.2, "name": null}"#)?;
//! assert_eq!((place.latitude, place.name), (48.2, None));
//!
//! let errors = decode::<Place>(Provider::OpenAi, r#"{"latitude": 98, "name": 1}"#).unwrap_err();
//! assert_eq!(errors.faults.len(), 2);
//! # Ok::<(), toolcast::Error>(())
//! ```
//!
//! # Rules
//!
//! Closed objects, and `range`, `length`, `pattern` and `format` of fields and newtypes are checked
//! too, also inside enum variants. Constraints don't select a variant: an untagged enum's variant
//! is the first that serde reads, and its constraints must then hold. Patterns of imported schemas
//! that the engine can't read, and formats unknown to JSON Schema, aren't checked.
//!
//! A list that serde accepts for a struct, or for a variant with its tag, is checked like the
//! object. A number that serde would accept as a tag is rejected.
//!
//! A field's own deserializer (`deserialize_with`) may accept more than the field's schema; its
//! decision counts. If the field has a constraint, a value of another type is rejected because the
//! constraint can't be checked. So is a value that matches none of several variants by the schema,
//! if one of them has a constraint. Serde takes the first variant of an untagged enum that it can
//! read. Such a function may therefore accept, for an earlier variant, a value that the schema
//! shows as a later one. The constraints checked are then those of the later variant. To avoid
//! this, put the narrower variant first or give it a tag.
//!
//! # Cost
//!
//! The text is scanned once, into a flat list of tokens. Serde then reads each parameter in place,
//! through a deserializer that knows the schema, undoes the dialect's rewrites and checks
//! constraints. Only if something is wrong, a second pass collects every fault.
//!
//! A tag or name selects its variant directly. Without one, each variant is tried, within 300,000
//! steps plus a hundred for each value sent. That is enough for thousands of items of one of three
//! hundred types. A value that needs more steps is rejected. The time grows only linearly with the
//! text, and with the number of variants.

pub(crate) mod arena;
mod arguments;
mod errors;
mod explain;
mod guided;
#[cfg(feature = "import")]
mod json_tree;
mod options;
mod params;
mod path;
mod rewrite_faults;
mod type_bounds;
mod within;

mod expected;

pub(crate) use crate::json_index::DecodeLimits;
#[doc(hidden)]
pub use arguments::Arguments;
pub use arguments::{decode, decode_with};
pub use errors::{ArgumentErrors, Coercion, Fault, FaultKind};
pub use options::DecodeOptions;
pub(crate) use options::Leniency;
#[doc(hidden)]
pub use params::ParamReader;

pub(crate) use arena::Arena;
pub(crate) use errors::ArgumentNotes;
pub(crate) use expected::{name_of, one_of};
#[cfg(feature = "validate")]
pub(crate) use explain::TOO_MANY_WAYS;
pub(crate) use explain::unwrapped;
pub(crate) use guided::{Guided, Selects, Session, Walk};
#[cfg(feature = "import")]
pub(crate) use json_tree::{JsonTree, json, member, take_member};
#[cfg(feature = "import")]
pub(crate) use path::EXCERPT;
#[cfg(feature = "validate")]
pub(crate) use path::push_name;

//! Decoding of call arguments and structured output: from the model's text to Rust values.
//!
//! The text is scanned once, into a flat list of tokens. Serde then reads each parameter in place,
//! through a deserializer that knows the schema. It undoes the dialect's rewrites and checks
//! constraints while reading. Only if something is wrong, a second pass collects every fault.
//!
//! Checks beyond the types: closed objects, and `range`, `length`, `pattern` and `format` of fields
//! and newtypes, also inside enum variants. Constraints don't select a variant: an untagged enum's
//! variant is the first that serde reads, and its constraints must then hold. Patterns of imported
//! schemas that the engine can't read, and formats unknown to JSON Schema, aren't checked.
//!
//! A field's own deserializer (`deserialize_with`) may accept more than the field's schema; its
//! decision counts. If the field has a constraint, a value of another type is rejected because the
//! constraint can't be checked. So is a value that matches none of several variants by the schema,
//! if one of them has a constraint. Serde takes the first variant of an untagged enum that it can
//! read. Such a function may therefore accept, for an earlier variant, a value that the schema
//! shows as a later one. The constraints checked are then those of the later variant. To avoid
//! this, put the narrower variant first or give it a tag.
//!
//! A list that serde accepts for a struct, or for a variant with its tag, is checked like the
//! object. A number that serde would accept as a tag is rejected.
//!
//! A tag or name selects its variant directly. Without one, each variant is tried, within 300,000
//! steps plus a hundred for each value sent. That is enough for thousands of items of one of three
//! hundred types, and decoding time grows only linearly with the text. A value that needs more
//! steps is rejected. The work for a value grows linearly with the number of variants, including
//! flattened ones; with a tag it is far less.
//! `cargo test -p toolcast-tests --features growth --test growth -- --nocapture` counts
//! instructions for ten, a hundred and five hundred variants. It needs valgrind.

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

//! From what a model sent to a function's parameters, and to values of structured output.
//!
//! The text is scanned once, into a flat list of tokens. Then each parameter is read where it stands, by serde through a deserializer that has the
//! schema in hand: it undoes what the dialect rewrote and checks the constraints on the way. Only if something is wrong, all of it is looked at again, to
//! name every fault.
//!
//! What is checked beyond the types: `range`, `length`, `pattern` and `format` of fields and newtypes, those inside the variants of enums too; closed
//! objects. Constraints choose no variant: of an untagged enum, it is the first that serde reads, and what that one asks has to be kept. Patterns that
//! the `regex` crate can't read (look-around, back-references), and formats that JSON Schema has no name for, are taken as kept.
//!
//! A function that reads a field (`deserialize_with`) may take more than the field's schema says, and then decides. Where the field has a constraint, a value
//! of another type is refused: it could not be looked at. So is what is none of several variants by the schema, where one of them has a constraint. Of an
//! untagged enum, serde takes the first variant that it reads, so that such a function may take what the schema shows as a later one, whose constraints are
//! those that were looked at: the narrower variant stands first, or has a tag.
//!
//! A list that serde takes for a struct or for a variant with its tag is checked like the object. A number that serde would take for a tag is refused.
//!
//! Variants with a tag or a name are told apart by it at once. Without one, each is tried, within 300,000 steps and a hundred for each value that was
//! sent: enough for thousands of items of one of three hundred types, and no text takes time beyond what grows with it. What is not told apart within
//! them is refused. The work for a value grows with the number of variants, flattened ones too, and not with its square; a tag takes far less.
//! `cargo test -p toolcast-tests --features growth --test growth -- --nocapture` counts instructions for ten, a hundred and five hundred variants, where there is valgrind.

pub(crate) mod arena;
mod arguments;
mod check;
mod document;
mod errors;
mod explain;
mod guided;
mod lenience;
mod limits;
mod nearest;
mod path;
mod rewritten;
mod scan;
mod structured;
mod take;
#[cfg(test)]
mod tests;
#[cfg(feature = "import")]
mod tree;

mod words;

pub use arguments::{Arguments, Options};
pub use errors::{ArgumentErrors, Fault, FaultKind, Forgiven};
pub use lenience::Leniency;
pub use limits::Limits;
pub use structured::{decode, decode_with};
pub use take::Take;

#[cfg(feature = "validate")]
pub(crate) use arguments::TOO_MANY_WAYS;
pub(crate) use errors::Notes;
pub(crate) use nearest::nearest;
#[cfg(feature = "validate")]
pub(crate) use path::{EXCERPT, push_name};
pub(crate) use scan::is_strict;
#[cfg(feature = "import")]
pub(crate) use tree::{Json, json};
pub(crate) use words::one_of;

pub(crate) use path::excerpt;

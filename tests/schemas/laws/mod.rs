//! The three laws, over the whole zoo and every dialect.
//!
//! 1. What the canonical schema accepts, serde reads (after `lift`).
//! 2. What serde writes, the canonical schema accepts.
//! 3. For every dialect, what `lower` makes of a value is accepted by the dialect's text, and `lift` makes the value of it again.
//!
//! A value is here what serde reads and writes. Two values are the same if they differ only in a property that may be absent and is `null`, which is
//! what `lift` for the canonical dialect takes away.

mod case;
pub(crate) mod dialects;
mod sent;
mod serde_and_schema;

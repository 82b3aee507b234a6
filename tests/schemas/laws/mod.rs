//! The three laws, over the whole zoo and every dialect.
//!
//! 1. Serde reads every value that the canonical schema accepts (after `from_model`).
//! 2. The canonical schema accepts every value that serde writes.
//! 3. For every dialect, the result of `to_model` is accepted by the dialect's text, and
//!    `from_model` restores the value from it.
//!
//! The output schema follows the second law too.
//!
//! A value here is one that serde reads and writes. Two values are equal if they differ only in
//! optional properties that are `null`; `from_model` for the canonical dialect removes these.

mod case;
pub(crate) mod dialects;
mod no_silent_change;
mod output;
mod serde_and_schema;

//! The zoo itself: what is in it, what each type and tool is there for, and that the tools work.
//!
//! - `source`: the types as they are written; `coverage`: serde's attributes, alone and together;
//! - `purposes`: a line for each; `cargo run -p toolcast-test-commands --bin zoo` lists them;
//! - `called`: the tools, called over every provider, their texts before the judges, random arguments there and back;
//! - `halves`: attributes in the form that has one name for reading and another for writing;
//! - `page`: the figures in `docs/conformance.md`; `UPDATE=1` writes them.

mod called;
mod coverage;
mod halves;
mod page;
mod purposes;
mod source;

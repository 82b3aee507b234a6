//! The zoo itself: its contents, the purpose of each type and tool, and calls of the tools.
//!
//! - `source`: the source code of the types; `coverage`: serde's attributes, alone and combined;
//! - `purposes`: a line for each type and tool; `cargo run -p toolcast-test-commands --bin zoo`
//!   lists them;
//! - `tools`: the tools, called over every provider, their texts before the judges, and random
//!   arguments converted there and back;
//! - `halves`: attributes with one name for reading and another for writing;
//! - `page`: the figures in `docs/conformance.md`; `UPDATE=1` writes them.

mod coverage;
mod halves;
mod page;
mod purposes;
mod source;
mod tools;

//! Foreign schemas, measured: a sample of what the command `foreign` prints the table of.
//!
//! - `sample`: real tools that stand beside the tests, for every provider; of the corpus every
//!   sixteenth schema, whose counts are those in `docs/conformance/foreign.md`;
//! - `variant`: what a text accepts is, lifted, a value of the original, where nothing is lost;
//! - `suite`: the official test suite of JSON Schema;
//! - `original`: arguments against the schema as it was written;
//! - `patterns`: the two scans of patterns are one;
//! - `hostile`: schemas made to do harm.

mod hostile;
mod original;
mod patterns;
mod sample;
mod suite;
mod variant;

//! Measurements of third-party schemas: a sample of the table that the command `foreign` prints.
//!
//! - `sample`: real tools in the repository, for every provider; every sixteenth schema of the
//!   corpus, whose counts are those in `docs/conformance/foreign.md`;
//! - `variant`: a value that a text accepts is, lifted, valid in the original, if nothing is lost;
//! - `suite`: the official test suite of JSON Schema;
//! - `original`: arguments against the original schema;
//! - `judged`: the same for random schemas, with another validator as the judge;
//! - `formats`: texts beside those of each format, with the same judge;
//! - `hostile`: schemas built to do harm;
//! - `attacked`: those that readers of the validator found.

mod attacked;
mod formats;
mod hostile;
mod judged;
mod original;
mod sample;
mod suite;
mod variant;

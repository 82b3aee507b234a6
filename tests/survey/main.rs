//! Foreign schemas, measured: a sample of what `examples/foreign` prints the table of.
//!
//! - `sample`: real tools that stand beside the tests, for every provider; of the corpus (skipped where the corpus is absent) every
//!   sixteenth schema, whose counts are those in `docs/conformance.md`;
//! - `variant`: what a text accepts is, lifted, a value of the original, where nothing is lost;
//! - `suite`: the official test suite of JSON Schema;
//! - `original`: arguments against the schema as it was written;
//! - `patterns`: the two scans of patterns are one;
//! - `hostile`: schemas made to do harm.

mod hostile;
#[path = "../it/judges/mod.rs"]
#[allow(dead_code)] // Another binary uses all of it.
mod judges;
mod maker;
mod measure;
mod names;
mod original;
mod patterns;
#[path = "../it/support/proto.rs"]
mod proto;
mod sample;
#[allow(dead_code)] // The command uses all of it.
mod sources;
mod suite;
mod table;
mod variant;

/// Fails with the first of many.
fn none(failures: &[String]) {
    let shown: Vec<&str> = failures.iter().take(12).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        shown.join("\n")
    );
}

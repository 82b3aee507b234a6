//! Compares our schema of a type with that of schemars, over the same values, with serde as the
//! judge.
//!
//! - `maker`: values from either schema, values that serde writes, and mutations of them;
//! - `verdict`: the three verdicts on a value, and the combinations that are our fault;
//! - `record`: `disagreements.json`, each kind of disagreement with an example, which side is right
//!   and why;
//! - `page`: the figures in `docs/conformance/schemars.md`;
//! - `huge`: the same for types with a thousand fields or variants or with sixty levels, behind the
//!   feature of that name.
//!
//! `cargo test -p toolcast-tests --features schemars --test differential`. `UPDATE=1` rewrites the
//! record and the page. `TOOLCAST_RANDOM=1 .. -- contradicts` uses other values, and checks only
//! that serde never contradicts our schema.

// Const functions recurse through sixty levels.
#![recursion_limit = "512"]

#[cfg(feature = "huge")]
mod huge;
mod maker;
mod page;
mod record;
mod verdict;

#[cfg(feature = "huge")]
use huge::specimen;
use std::sync::LazyLock;
use toolcast_tests::zoo;
use verdict::Judged;

#[cfg(feature = "huge")]
#[path = "../huge/specimens.rs"]
mod specimens;
#[cfg(feature = "huge")]
#[path = "../huge/types.rs"]
mod types;
#[cfg(feature = "huge")]
#[path = "../huge/words.rs"]
#[allow(unused_macros, unused_imports)] // Only `thousand` is used.
mod words;

/// All of the zoo, judged once.
static JUDGED: LazyLock<Judged> = LazyLock::new(|| Judged::of(&zoo::all(), TAPES));

/// How many tapes each way of making values gets.
const TAPES: u32 = 64;

/// Fails if the values are random ones, for which nothing is recorded.
fn same_values() {
    let is_random = std::env::var_os("TOOLCAST_RANDOM").is_some();
    assert!(
        !is_random,
        "the record and the page need a run without TOOLCAST_RANDOM"
    );
}

fn updating() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Two laws, on values made for the other schema too: serde reads what our schema accepts, and our
/// schema accepts what serde writes.
#[test]
fn serde_never_contradicts_our_schema() {
    toolcast_test_support::none(&JUDGED.faults);
}

/// Checks that each type gets enough values. Otherwise the agreement would show nothing.
#[test]
fn every_type_gets_enough_values() {
    let mut silent = Vec::new();
    for (name, count) in &JUDGED.counts {
        if count.values < 20 {
            silent.push(format!("{name}: {} values", count.values));
        }
        if count.read == 0 {
            silent.push(format!("{name}: serde reads none of them"));
        }
    }
    toolcast_test_support::none(&silent);
}

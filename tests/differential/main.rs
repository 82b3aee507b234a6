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
//! record, the list and the page. `TOOLCAST_RANDOM=1 .. -- contradicts` uses other values, and
//! checks only that serde contradicts our schema for no other types.

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
use toolcast_test_support::lists;
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

/// Returns true if the values differ in each run.
fn other_values() -> bool {
    std::env::var_os("TOOLCAST_RANDOM").is_some()
}

/// Fails if the values are random ones, for which nothing is recorded.
fn same_values() {
    assert!(
        !other_values(),
        "the record and the page need a run without TOOLCAST_RANDOM"
    );
}

fn updating() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// A law, on values made for the other schema too: serde reads what our schema accepts.
#[test]
fn serde_never_contradicts_our_schema() {
    toolcast_test_support::none(&JUDGED.faults);
}

/// The other law: our schema accepts what serde writes. The list has each keyword that rejects it,
/// at its place: constraints of `#[tool(..)]`, and `pattern` for the ends of decimals. Only a very
/// long pattern could distinguish these from the next value: 29 digits before the point for
/// `Decimal`, an exponent of more than four digits for `BigDecimal`.
#[test]
fn our_schema_rejects_what_serde_writes_only_at_the_listed_keywords() {
    const LIST: &str = "differential-constrained";
    let seen = JUDGED.constrained.iter();
    if !other_values() {
        return lists::agrees(LIST, seen.map(|(at, times)| format!("{at}: {times}")));
    }
    // Other values reject at other places, of the same types and of some more.
    let known = lists::read(LIST);
    let new = seen.filter(|(at, _)| {
        let of = format!("{} /", at.of);
        !known.iter().any(|line| line.starts_with(&of)) && !RARELY.contains(&at.of)
    });
    toolcast_test_support::none(&new.map(|(at, _)| at.to_string()).collect::<Vec<_>>());
}

/// Types whose constraints none of the usual values violate, and few of the random ones.
const RARELY: [&str; 4] = [
    "foreign::roots::rust_decimal::Decimal",
    "pairs::attributes::EachSide<bool>",
    "pairs::attributes::Mixture<String>",
    "pairs::read_by::Holder",
];

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

//! Types without a finite value are rejected, wherever they contain themselves, and no others are.

#![allow(dead_code)] // Only the schemas of the types are used.

use std::collections::BTreeMap;
use toolcast::{Outcome, ToolSchema, render};
use toolcast_test_support::canonical;

/// Returns whether the type is rejected because it has no finite value.
fn is_endless<T: ToolSchema>() -> bool {
    let Err(report) = render(T::SCHEMA.get(), canonical()) else {
        return false;
    };
    let mut entries = report.entries.iter();
    let is_reason =
        |reason: &str| reason.contains("` has no finite value, because each needs another one");
    assert!(
        entries.any(|entry| entry.outcome == Outcome::Rejected && is_reason(&entry.reason)),
        "{report}"
    );
    true
}

macro_rules! each {
    ($answer:literal: $($ty:ty),* $(,)?) => {
        $(assert_eq!(is_endless::<$ty>(), $answer, stringify!($ty));)*
    };
}

#[derive(ToolSchema)]
struct Only<T> {
    it: T,
}

#[derive(ToolSchema)]
struct Itself {
    it: Box<Itself>,
}

#[derive(ToolSchema)]
struct Second {
    number: u8,
    it: Box<Second>,
}

#[derive(ToolSchema)]
struct InPair {
    it: (u8, Box<InPair>),
}

#[derive(ToolSchema)]
struct InArray {
    it: [Box<InArray>; 2],
}

#[derive(ToolSchema)]
struct Numbered(u8, Box<Numbered>);

#[derive(ToolSchema)]
struct Twice([Box<Twice>; 2]);

#[derive(ToolSchema)]
#[serde(untagged)]
enum Either {
    One(u8, Box<Either>),
    Two { it: Box<Either> },
}

#[derive(ToolSchema)]
struct Behind {
    it: Around,
}

#[derive(ToolSchema)]
struct Around(Box<Behind>);

#[derive(ToolSchema)]
struct Other {
    it: Only<Box<Other>>,
}

#[derive(ToolSchema)]
enum InEach {
    One(Box<InEach>),
    Two { it: Box<InEach> },
}

#[derive(ToolSchema)]
struct InNone {
    it: [Box<InNone>; 0],
}

#[derive(ToolSchema)]
struct InList {
    it: Vec<InList>,
}

#[derive(ToolSchema)]
struct InOption {
    it: Option<Box<InOption>>,
}

#[derive(ToolSchema)]
struct InMap {
    it: BTreeMap<String, InMap>,
}

#[derive(ToolSchema)]
enum InOne {
    Leaf,
    Node(Box<InOne>),
}

#[derive(ToolSchema)]
struct Written {
    #[serde(skip_deserializing)]
    it: Box<Written>,
}

#[test]
fn a_type_whose_values_contain_another_one_is_rejected() {
    each! { true:
        Itself, Only<Itself>, Second, Only<InPair>, Only<InArray>, Only<Behind>, Only<Other>, Only<InEach>, Only<Numbered>, Only<Twice>, Only<Either>,
        Only<(u8, Itself)>, Only<Vec<Itself>>, Only<[Itself; 1]>,
    }
}

#[test]
fn a_type_with_a_value_that_contains_no_other_one_is_accepted() {
    each! { false:
        Only<InNone>, Only<InList>, Only<InOption>, Only<InMap>, Only<InOne>, Only<Written>, InOption, Only<Vec<InOne>>,
        Only<(InOne, InOne)>, Only<[InOne; 2]>,
    }
}

#[derive(ToolSchema)]
struct Within<T> {
    value: T,
    #[serde(flatten)]
    within: Box<Within<T>>,
}

#[derive(ToolSchema)]
#[serde(untagged)]
enum Folded<T> {
    Flat {
        flat: T,
    },
    Again {
        #[serde(flatten)]
        folded: Box<Folded<T>>,
    },
}

#[derive(ToolSchema)]
struct Sheet {
    id: u8,
    #[serde(flatten)]
    folded: Folded<u8>,
}

#[derive(ToolSchema)]
#[serde(untagged)]
enum Mirrored {
    Again(Box<Mirrored>),
    Flat { flat: u8 },
}

#[derive(ToolSchema)]
struct Mirror {
    id: u8,
    #[serde(flatten)]
    mirrored: Mirrored,
}

/// By its name as by a link, a flattened type leads to itself.
#[test]
fn a_type_that_is_flattened_into_itself_is_rejected() {
    for schema in [Within::<u8>::SCHEMA, Sheet::SCHEMA, Mirror::SCHEMA] {
        let report = render(schema.get(), canonical()).expect_err("no end");
        let words = "is flattened into itself";
        assert!(report.to_string().contains(words), "{report}");
    }
}

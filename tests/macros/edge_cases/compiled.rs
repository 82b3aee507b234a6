//! Texts rendered at compile time equal those rendered at run time from the same types.

// Tools own their parameters, and these have one parameter of each kind.
#![allow(clippy::needless_pass_by_value, clippy::too_many_arguments)]

use crate::edge_cases::fragments::differences;
use core::num::{NonZeroI8, NonZeroI64, NonZeroU8};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use toolcast::set::ToolSet;
use toolcast::{Dialect, Provider, Tool, ToolDef, ToolSchema, render, tool};
use toolcast_test_support::none;

#[track_caller]
fn same(tool: &'static ToolDef) {
    let mut failures = Vec::new();
    let mut texts = 0;
    for &provider in Provider::ALL {
        let Some(text) = tool.parameters_for(provider) else {
            continue;
        };
        texts += 1;
        let strict = tool.is_strict_for(provider);
        let dialect = Dialect::of(provider, strict)
            .or(Dialect::of(provider, !strict))
            .expect("every provider has a dialect");
        match render(tool.parameters(), dialect) {
            // The canonical text begins with the tool's name, which `render` does not write.
            Ok(again) if text.ends_with(again.trim_start_matches('{')) => {}
            other => failures.push(format!("{provider}: {text}\n{other:?}")),
        }
        if tool.report_for(provider).strict != strict {
            failures.push(format!("{provider}: strict should be {strict}"));
        }
    }
    assert!(texts > 3, "only {texts} texts");
    // The whole declaration, as rendered by a set that renames the tool to an equal name.
    let set = ToolSet::builder().tool_def(tool).build().expect("a set");
    let written = set.with_prefix("");
    let written = written.get(tool.name()).expect("it keeps its name");
    for &provider in Provider::ALL {
        let text = tool.try_schema_for(provider);
        if written.schema_for(provider) != text {
            let again = written.schema_for(provider);
            failures.push(format!("{provider}: {text:?}\n{again:?}"));
        }
    }
    differences(tool, &mut failures);
    none(&failures);
}

/// Letters.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Letters(#[tool(pattern = "^[a-z]+$")] String);

/// Few letters.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Few(#[tool(pattern = "^.{1,5}$")] Letters);

/// Takes patterns of all sorts.
#[tool]
fn patterns(
    #[tool(pattern = "^[a-z]+$")] anchored: &str,
    #[tool(pattern = "^[a-z]+")] begins: &str,
    #[tool(pattern = "[a-z]+$")] ends: &str,
    #[tool(pattern = "[a-z]")] holds: &str,
    #[tool(pattern = r"\bword\b")] boundary: &str,
    #[tool(pattern = r"^\p{L}+$")] class: &str,
    #[tool(pattern = "^[a-z]{100}$")] hundred: &str,
    #[tool(pattern = "^[a-z]{101}$")] more: &str,
    few: Few,
    #[tool(pattern = "^[a-m]+$")] fewer: Few,
    #[tool(pattern = "^[a-m]+$")] fewest: Option<Letters>,
) -> usize {
    let _ = (few.0.0, fewer.0.0, fewest.map(|letters| letters.0));
    let _ = (anchored, begins, ends, holds);
    boundary.len() + class.len() + hundred.len() + more.len()
}

/// Takes lengths of all sorts.
#[tool]
fn lengths(
    #[tool(length(..=2048))] long: &str,
    #[tool(length(..=2049))] longer: &str,
    #[tool(length(2049..))] at_least: &str,
    #[tool(length(..=256))] list: Vec<u8>,
    #[tool(length(..=257))] longer_list: Vec<u8>,
    #[tool(length(257..))] long_list: Vec<u8>,
    #[tool(length(1..=1))] one: Vec<u8>,
    #[tool(length(0..=5))] none: Vec<u8>,
    #[tool(length(..=64))] map: BTreeMap<String, u8>,
    #[tool(length(..=65))] longer_map: BTreeMap<String, u8>,
    #[tool(length(65..))] long_map: BTreeMap<String, u8>,
) -> usize {
    let _ = (list, longer_list, long_list, one, none);
    let _ = (map, longer_map, long_map);
    long.len() + longer.len() + at_least.len()
}

/// Takes numbers of all sorts.
#[tool]
fn numbers(
    not_zero: NonZeroI8,
    #[tool(range(-5..=5))] few: NonZeroI8,
    positive: NonZeroU8,
    wide: NonZeroI64,
    #[tool(range(..10))] low: u8,
    #[tool(range(..255))] below: u8,
    #[tool(range(..100))] wide_below: i64,
    #[tool(range(0..=255))] all: u8,
    #[tool(range(5..=7))] some: i32,
) -> bool {
    let _ = few;
    let _ = (not_zero, positive, wide, low, below, wide_below, all, some);
    true
}

/// Units as names.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Side {
    /// The left one
    Left,
    #[serde(skip_deserializing)]
    Neither,
    Right,
    /// It can't be asked for
    #[serde(skip_deserializing)]
    Nobody,
}

/// Units as numbers.
#[derive(serde_repr::Deserialize_repr, PartialEq, Eq, PartialOrd, Ord, ToolSchema)]
#[repr(u8)]
#[tool(repr)]
#[allow(dead_code)] // Only its schema is used.
enum Level {
    Low = 1,
    High = 10,
}

/// Takes maps with names of all sorts.
#[tool]
fn names(
    addresses: BTreeMap<IpAddr, u8>,
    sockets: BTreeMap<SocketAddr, u8>,
    letters: BTreeMap<char, u8>,
    positive: BTreeMap<NonZeroU8, u8>,
    any_sign: BTreeMap<i8, u8>,
    not_zero: BTreeMap<NonZeroI8, u8>,
    digit: BTreeMap<bool, BTreeMap<u64, i8>>,
    sides: BTreeMap<Side, Vec<u8>>,
    versions: BTreeMap<semver::Version, u8>,
    levels: BTreeMap<Level, (u8, Level)>,
) -> usize {
    let _ = levels;
    let _ = (addresses, sockets, letters, positive, any_sign, not_zero);
    let _ = (digit, versions);
    sides.len()
}

/// Is the text a color?
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Color {
    #[serde(rename = "red")]
    Red,
    Green {
        shade: u8,
    },
}

/// Other names.
#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Only its schema is used.
enum Openness {
    Shut {
        number: u8,
    },
    Open {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    },
    Wide {
        #[serde(flatten)]
        rest: Value,
    },
}

/// Flattened, one after the other.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Flat {
    own: u8,
    #[serde(flatten)]
    color: Color,
    #[serde(flatten)]
    open: Openness,
}

/// A map beside other names.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Mapped {
    own: BTreeMap<String, bool>,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

/// Neither a map nor a list.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
enum Scalar {
    Number(u8),
    Text(String),
}

/// A map or a list.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
enum MapOrList {
    Map(BTreeMap<String, u8>),
    List(Vec<u8>),
}

/// A choice beside a list.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
enum Beside<T> {
    In(T),
    List(Vec<bool>),
}

/// Takes alternatives of all sorts.
#[tool]
fn alternatives(
    scalar: Beside<Scalar>,
    map: Beside<MapOrList>,
    maps: Beside<BTreeMap<String, u8>>,
    nothing: Option<Beside<Option<Scalar>>>,
) -> bool {
    let _ = (scalar, map, maps, nothing);
    true
}

/// Takes objects of all sorts.
#[tool]
fn objects(
    flat: Flat,
    open: Openness,
    side: Side,
    #[tool(default = [])] list: Vec<Flat>,
    any: Value,
    /// Anything at all
    said: Value,
    /// Anything at all, or nothing
    maybe: Option<Value>,
    tuple: (u8, Side, Vec<u8>),
    pair: (u8, u8),
    maps: BTreeMap<String, BTreeMap<String, u8>>,
    mapped: Vec<Mapped>,
) -> usize {
    let _ = mapped;
    let _ = (flat, open, side, any, said, maybe, tuple, pair, maps);
    list.len()
}

/// A tree.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Tree {
    number: u8,
    leaves: Vec<Tree>,
    forest: Option<Box<Forest>>,
}

/// A tree of trees.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Forest {
    first: Tree,
    /// The trees below
    below: Vec<Forest>,
    maybe: Option<Tree>,
}

/// Names of its own, which one provider takes and another does not.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Odd {
    #[serde(rename = "odd name!")]
    odd: u8,
    #[serde(rename = "a.b")]
    dotted: Option<u8>,
}

/// In itself, in a tuple.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Knot {
    tie: (u8, Option<Box<Knot>>),
}

/// In itself, and with another such type behind a property that may be absent.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Ring {
    next: Option<Box<Ring>>,
    holder: Option<Holder>,
    held: Holder,
}

/// Around a type that is in itself.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Holder {
    chain: Chain,
}

/// In itself.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Chain {
    next: Option<Box<Chain>>,
}

/// One choice.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Single {
    /// The only one
    One,
}

/// Takes types inside themselves.
#[tool]
fn trees(
    /// The first one
    tree: Tree,
    maybe: Option<Forest>,
    pair: (Tree, u8),
    either: (Odd, Vec<Tree>),
    knot: Knot,
    ring: Ring,
    single: (Single, Vec<Single>, Option<Single>, Side),
) -> usize {
    let _ = (knot.tie, ring, single);
    let _ = (maybe, pair, either);
    tree.leaves.len()
}

/// Information and questions.
#[derive(Serialize, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Told {
    Both,
    #[serde(skip_serializing)]
    Asked,
    /// It can't be asked for
    #[serde(skip_deserializing)]
    Given,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    Renamed,
}

/// No information.
#[derive(Serialize, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Silent {
    #[serde(skip_serializing, default)]
    asked: u8,
}

/// A message next to others.
#[derive(Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Only its schema is used.
enum Beneath {
    One {
        one: u8,
    },
    Other {
        quiet: Silent,
        told_side: Option<Told>,
    },
}

/// An answer.
#[derive(Serialize, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<u8>,
    always: Option<u8>,
    #[serde(skip_serializing, default)]
    asked: u8,
    #[serde(skip_deserializing)]
    told: u8,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    other: u8,
    #[serde(default)]
    filled: u8,
    side: Told,
    silent: Silent,
    #[serde(flatten)]
    beneath: Beneath,
    answers: Vec<Answer>,
    map: BTreeMap<String, Told>,
    any: Value,
}

/// Answers with what only one side sees.
#[tool(output, read_only, destructive = false, idempotent, open_world = false)]
fn answers(answer: Answer) -> Answer {
    answer
}

#[test]
fn texts_rendered_at_run_time_equal_the_compiled_ones() {
    same(answers::DEF);
    same(patterns::DEF);
    same(lengths::DEF);
    same(numbers::DEF);
    same(names::DEF);
    same(alternatives::DEF);
    same(objects::DEF);
    same(trees::DEF);
}

//! Parameter types: each family of types as parameters.

use crate::zoo::{Filter, Node};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, LinkedList};
use std::num::NonZeroU16;
use std::ops::{Bound, Range};
use std::time::Duration;
use toolcast::{ToolSchema, tool};

/// Adds numbers of every width.
#[tool]
pub fn integers(
    a: i8,
    b: u16,
    c: i32,
    d: u64,
    e: i128,
    #[tool(default)] f: u128,
    g: NonZeroU16,
) -> String {
    let sum =
        i128::from(a) + i128::from(b) + i128::from(c) + i128::from(d) + e + i128::from(g.get());
    format!("{sum} {f}")
}

/// Takes what is neither integer nor text.
#[tool]
pub fn others(
    single: f32,
    double: Option<f64>,
    flag: bool,
    letter: char,
    unit: Option<()>,
) -> String {
    format!("{single} {double:?} {flag} {letter} {unit:?}")
}

/// Takes nothing, or nothing of nothing.
#[tool]
pub fn options(
    maybe: Option<u8>,
    twice: Option<Option<u8>>,
    boxed: Box<Option<u8>>,
    list: Option<Vec<Option<u8>>>,
) -> String {
    format!("{maybe:?} {twice:?} {boxed:?} {list:?}")
}

/// Takes lists of every make.
#[tool]
pub fn lists(
    vec: Vec<Vec<u8>>,
    linked: LinkedList<bool>,
    set: BTreeSet<String>,
    three: [u8; 3],
) -> String {
    format!("{vec:?} {linked:?} {set:?} {three:?}")
}

/// Takes maps by text, number and name.
#[tool]
pub fn maps(
    by_text: BTreeMap<String, f64>,
    by_number: Option<BTreeMap<i16, Vec<u8>>>,
    by_flag: Option<BTreeMap<bool, String>>,
) -> String {
    format!("{by_text:?} {by_number:?} {by_flag:?}")
}

/// Takes fixed lists.
#[tool]
pub fn tuples(
    point: (f64, f64),
    mixed: (String, u8, bool),
    nested: Vec<((u8, u8), Option<String>)>,
) -> String {
    format!("{point:?} {mixed:?} {nested:?}")
}

/// Takes ranges and times.
#[tool]
pub fn spans(range: Range<u8>, bound: Option<Bound<u8>>, wait: Option<Duration>) -> String {
    format!("{range:?} {bound:?} {wait:?}")
}

/// Takes anything.
#[tool]
pub fn anything(
    value: Value,
    list: Option<Vec<Value>>,
    map: Option<serde_json::Map<String, Value>>,
) -> String {
    format!("{value} {list:?} {map:?}")
}

/// Takes what contains itself.
#[tool]
pub fn recursive(filter: Filter, tree: Option<Node>) -> String {
    format!("{filter:?} {:?}", tree.map(|tree| tree.children.len()))
}

/// How to order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The newest first
    NewestFirst,
    /// The oldest first
    OldestFirst,
}

/// The action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub enum Act {
    Stop,
    Go { to: String },
    Wait(u8),
}

/// The place for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", content = "of")]
pub enum Where {
    Here,
    There(u8, u8),
}

/// Whom to ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
pub enum Whom {
    Number(u32),
    Name(String),
    Both { number: u32, name: String },
}

/// Takes one of several, in each tagging.
#[tool]
pub fn choices(order: Option<Order>, act: Act, place: Option<Where>, whom: Vec<Whom>) -> String {
    format!("{order:?} {act:?} {place:?} {whom:?}")
}

/// A page of anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

/// Takes one generic type with two arguments.
#[tool]
pub fn generic(names: Page<String>, orders: Option<Page<Order>>) -> String {
    format!("{} {orders:?}", names.items.len())
}

/// Takes types of other crates.
#[tool]
pub fn foreign(
    id: uuid::Uuid,
    day: chrono::NaiveDate,
    link: Option<url::Url>,
    amount: Option<rust_decimal::Decimal>,
    version: Option<semver::Version>,
) -> String {
    format!("{id} {day} {} {amount:?} {version:?}", link.is_some())
}

/// Takes a position as GeoJSON writes it.
#[tool]
pub fn positions(line: Vec<(f64, f64)>, bounds: Option<[(f64, f64); 2]>) -> String {
    format!("{line:?} {bounds:?}")
}

/// Logs in.
#[tool]
pub fn log_in(
    user: &str,
    #[tool(length(..=4))] pin: Option<&str>,
    password: SecretString,
) -> String {
    format!(
        "{user} {pin:?} {password:?} {}",
        password.expose_secret().len()
    )
}

/// Takes more optional parameters than strict modes do.
#[tool]
#[rustfmt::skip] // A table.
#[allow(clippy::too_many_arguments)] // Many parameters are the point of this tool.
pub fn many(
    a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>, g: Option<u8>, h: Option<u8>, i: Option<u8>,
    j: Option<u8>, k: Option<u8>, l: Option<u8>, m: Option<u8>, n: Option<u8>, o: Option<u8>, p: Option<u8>, q: Option<u8>, r: Option<u8>,
    s: Option<u8>, t: Option<u8>, u: Option<u8>, v: Option<u8>, w: Option<u8>, x: Option<u8>, y: Option<u8>, z: Option<u8>,
) -> usize {
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z].into_iter().flatten().count()
}

super::tools! {
    /// Integers of every width, those past 64 bits among them
    integers = [
        r#"{"a": -1, "b": 2, "c": 3, "d": 18446744073709551615, "e": -18446744073709551615, "g": 1}"# => "5 0",
        r#"{"a": 0, "b": 0, "c": 0, "d": 0, "e": 170141183460469231731687303715884105726, "f": 340282366920938463463374607431768211455, "g": 1}"# => "170141183460469231731687303715884105727 340282366920938463463374607431768211455",
        r#"{"a": 1.0, "b": 0, "c": 0, "d": 0, "e": 0, "g": 1}"# => "2 0",
        r#"{"a": 200, "b": 0, "c": 0, "d": 0, "e": 0, "g": 0}"# =>! "$.a",
    ];
    /// Floats, a bool, a character and `null`
    others = [r#"{"single": 0.5, "flag": true, "letter": "ß"}"# => "0.5 None true ß None", r#"{"single": 1, "flag": true, "letter": "ab"}"# =>! "$.letter"];
    /// Options in one another, boxed, and as items
    options = [
        "{}" => "None None None None",
        r#"{"maybe": null, "twice": 1, "boxed": 2, "list": [null, 3]}"# => "None Some(Some(1)) Some(2) Some([None, Some(3)])",
    ];
    /// Lists, a set and an array
    lists = [r#"{"vec": [[1], []], "linked": [true], "set": ["b", "a"], "three": [1, 2, 3]}"# => "[[1], []] [true] {\"a\", \"b\"} [1, 2, 3]", r#"{"vec": [], "linked": [], "set": [], "three": [1]}"# =>! "$.three"];
    /// Maps, which become lists where a provider has none
    maps = [
        r#"{"by_text": {"a": 0.5}, "by_number": {"-1": [2]}, "by_flag": {"true": "t"}}"# => "{\"a\": 0.5} Some({-1: [2]}) Some({true: \"t\"})",
        r#"{"by_text": {}, "by_number": {"x": []}}"# =>! "x",
    ];
    /// Tuples, of one type and of several, in a list
    tuples = [r#"{"point": [1, 2.5], "mixed": ["a", 1, true], "nested": [[[1, 2], null]]}"# => "(1.0, 2.5) (\"a\", 1, true) [((1, 2), None)]"];
    /// A range, a bound and a length of time
    spans = [r#"{"range": {"start": 1, "end": 5}, "bound": {"Included": 3}, "wait": {"secs": 1, "nanos": 0}}"# => "1..5 Some(Included(3)) Some(1s)"];
    /// Any JSON, which is text where a provider has no such thing
    anything = [r#"{"value": {"a": [null]}, "list": [1]}"# => "{\"a\":[null]} Some([Number(1)]) None"];
    /// Recursive types, which are inlined once where a provider has no references
    recursive = [r#"{"filter": {"not": {"all": []}}, "tree": {"name": "n", "children": []}}"# => "Not(All([])) Some(0)"];
    /// An enum of each tagging beside the others
    choices = [
        r#"{"order": "newest-first", "act": {"Go": {"to": "x"}}, "place": {"kind": "There", "of": [1, 2]}, "whom": [1, "a", {"number": 2, "name": "b"}]}"#
            => "Some(NewestFirst) Go { to: \"x\" } Some(There(1, 2)) [Number(1), Name(\"a\"), Both { number: 2, name: \"b\" }]",
        r#"{"act": "Fly", "whom": []}"# =>! "$.act",
    ];
    /// A generic type with two arguments in one tool
    generic = [r#"{"names": {"items": ["a"]}, "orders": {"items": ["oldest-first"], "next": "n"}}"# => "1 Some(Page { items: [OldestFirst], next: Some(\"n\") })"];
    /// Types of five other crates
    foreign = [
        r#"{"id": "00000000-0000-0000-0000-000000000001", "day": "2024-02-29", "amount": "0.10", "version": "1.2.3"}"#
            => "00000000-0000-0000-0000-000000000001 2024-02-29 false Some(0.10) Some(Version { major: 1, minor: 2, patch: 3 })",
        r#"{"id": "1", "day": "2024-02-30"}"# =>! "$.id",
    ];
    /// Positions, as tuples of longitude and latitude
    positions = [r#"{"line": [[13.4, 52.5]], "bounds": [[0, 0], [1, 1]]}"# => "[(13.4, 52.5)] Some([(0.0, 0.0), (1.0, 1.0)])"];
    /// A secret: not in the text of a fault, not in what is printed
    log_in = [
        r#"{"user": "u", "password": "hunter2"}"# => "u None SecretBox<str>([REDACTED]) 7",
        r#"{"user": "u", "password": 7}"# =>! "$.password",
    ];
    /// Twenty-six optional parameters
    many = [r#"{"a": 1, "z": 2}"# => "2", "{}" => "0"];
}

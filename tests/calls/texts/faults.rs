//! Faults of arguments.

#![expect(dead_code, reason = "only faults are looked at")]

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toolcast::decode::{ArgumentErrors, decode};
use toolcast::set::CallOptions;
use toolcast::{Provider, ToolSchema, tool, toolset};

use super::results;

pub(super) fn errors<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
) -> ArgumentErrors {
    match decode::<T>(provider, text) {
        Ok(_) => panic!("no fault: {text}"),
        Err(errors) => errors,
    }
}

/// The faults of a value, each in a line.
fn of<T: DeserializeOwned + ToolSchema>(provider: Provider, text: &str) -> String {
    let faults = errors::<T>(provider, text).faults;
    let lines = faults.iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

/// A type as that of the only property.
#[derive(Deserialize, ToolSchema)]
struct Only<T> {
    it: T,
}

/// The faults of a value of such a type.
fn it<T: DeserializeOwned + ToolSchema>(provider: Provider, value: &str) -> String {
    of::<Only<T>>(provider, &format!(r#"{{"it": {value}}}"#))
}

fn json<T: DeserializeOwned + ToolSchema>(value: &str) -> String {
    it::<T>(Provider::JsonSchema, value)
}

#[derive(Deserialize, ToolSchema)]
struct Numbers {
    #[tool(range(1..=50))]
    copies: u8,
    #[tool(range(1..), multiple_of = 5)]
    steps: u64,
    #[tool(range(..=90))]
    degrees: i64,
    #[tool(range(0.5..1.5))]
    factor: f64,
    any_but_zero: core::num::NonZeroI8,
}

#[derive(Deserialize, ToolSchema)]
struct Texts {
    #[tool(length(3..=3))]
    code: String,
    #[tool(length(2..=9))]
    name: String,
    #[tool(length(1..))]
    title: String,
    #[tool(length(..=1), pattern = "^[a-z]*$")]
    letter: String,
    #[tool(format = "date")]
    day: String,
    initial: char,
    version: semver::Version,
}

#[derive(Deserialize, ToolSchema)]
struct Lists {
    #[tool(length(1..=2))]
    tags: Vec<String>,
    pair: (u8, String),
    fixed: [u8; 3],
    names: BTreeSet<String>,
    #[tool(length(2..))]
    counts: BTreeMap<String, u8>,
}

#[derive(Clone, Copy, Deserialize, ToolSchema, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Left,
    Right,
}

#[derive(Deserialize, ToolSchema)]
enum Never {}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Deserialize, ToolSchema)]
enum Target {
    File(String),
    Line(u8),
}

#[derive(Deserialize, ToolSchema)]
struct Edit {
    id: u8,
    #[serde(flatten)]
    target: Target,
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    None,
    Some(u8),
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Move {
    Walk(Way),
    Rest,
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "way")]
enum Way {
    Fast { speed: u8 },
}

#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
enum TextOrMap {
    Texts(Vec<String>),
    Map(BTreeMap<String, u8>),
}

#[derive(Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    /// Words to look for
    query: String,
    #[serde(alias = "max")]
    limit: Option<u8>,
}

#[derive(Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct One {
    name: String,
}

#[derive(Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize, ToolSchema)]
pub(super) struct Pages {
    first: u32,
    last: u32,
}

#[derive(Deserialize, ToolSchema)]
struct Book {
    title: String,
    #[serde(flatten)]
    pages: Option<Pages>,
}

#[derive(Deserialize, ToolSchema)]
struct Open {
    name: String,
    #[serde(flatten)]
    numbers: BTreeMap<String, u8>,
}

#[derive(Deserialize, ToolSchema)]
struct Tree {
    name: String,
    branches: Vec<Tree>,
}

#[derive(Deserialize, ToolSchema)]
#[serde(try_from = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        if n.is_multiple_of(2) {
            Ok(Even(n))
        } else {
            Err(format!("{n} is odd"))
        }
    }
}

#[derive(Deserialize, ToolSchema)]
struct Size {
    n: u128,
}

#[derive(Deserialize, ToolSchema)]
struct Wide {
    id: u8,
    #[serde(flatten)]
    size: Option<Size>,
}

#[derive(Deserialize, ToolSchema)]
struct Login {
    #[tool(format = "password", length(8..))]
    password: String,
}

#[derive(Deserialize, ToolSchema)]
enum Many {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    W,
    X,
    Y,
    Z,
}

/// Set a side.
#[tool]
pub(super) fn turn(side: Side) -> bool {
    side == Side::Left
}

/// Each kind of expected value, and each kind of fault.
pub(super) fn faults() -> Vec<(&'static str, String)> {
    use Provider::{Gemini, JsonSchema, OpenAi, Portable};
    let numbers = r#"{"copies": 500, "steps": 0, "degrees": 91, "factor": 1.5, "any_but_zero": 0}"#;
    let texts = r#"{"code": "a", "name": "a", "title": "", "letter": "AB", "day": "today",
        "initial": "", "version": "one"}"#;
    let lists =
        r#"{"tags": [], "pair": [1], "fixed": [1], "names": ["a", "a"], "counts": {"a": 1}}"#;
    let lines = |lines: &[String]| lines.join("\n");
    vec![
        (
            "numbers",
            lines(&[
                of::<Numbers>(JsonSchema, numbers),
                json::<i64>("\"1\""),
                json::<u64>("-1"),
                json::<u64>("18446744073709551616"),
                json::<u64>("1.8446744073709552e19"),
                json::<f64>("[1]"),
                json::<f64>("1e999"),
            ]),
        ),
        (
            "texts",
            lines(&[of::<Texts>(JsonSchema, texts), json::<String>("5")]),
        ),
        (
            "values that are listed",
            lines(&[
                json::<bool>("1"),
                json::<()>("1"),
                json::<Side>("\"Rigth\""),
                json::<Many>("1"),
                json::<Never>("1"),
                json::<Option<Side>>("1"),
                it::<Option<Side>>(Portable, "1"),
                it::<()>(Gemini, "1"),
            ]),
        ),
        (
            "lists and maps",
            lines(&[
                of::<Lists>(JsonSchema, lists),
                json::<Vec<u8>>("1"),
                json::<BTreeMap<i64, u8>>(r#"{"a": 300}"#),
                it::<(u8, String)>(Gemini, "[1]"),
            ]),
        ),
        (
            "maps as lists of `{key, value}`",
            lines(&[
                it::<BTreeMap<i64, u8>>(Gemini, "5"),
                it::<BTreeMap<i64, u8>>(
                    Gemini,
                    r#"[{"key": "a", "value": 1}, {"key": "1"}, {"value": 1}, 5,
                        {"key": "2", "value": 1, "more": 1}, {"key": "2", "value": 1}]"#,
                ),
                of::<Open>(
                    Gemini,
                    r#"{"name": "n", "numbers": [{"value": 1}, {"key": "name", "value": 1}]}"#,
                ),
            ]),
        ),
        (
            "objects and alternatives",
            lines(&[
                json::<Closed>("5"),
                json::<Pages>("5"),
                json::<Shape>("5"),
                json::<Shape>(r#"{"kind": "Cube"}"#),
                json::<TextOrMap>("5"),
                it::<TextOrMap>(Gemini, "5"),
                json::<Adjacent>(r#"{"t": "None", "c": 5}"#),
                of::<Edit>(JsonSchema, r#"{"id": 1, "File": "a", "Line": 2}"#),
                json::<Move>(r#"["Walk", 0, 5]"#),
            ]),
        ),
        (
            "strings containing JSON",
            lines(&[
                it::<Tree>(Gemini, r#"{"name": "a", "branches": ["{\"name\": 1}"]}"#),
                it::<Tree>(Gemini, r#"{"name": "a", "branches": ["{\"name\": "]}"#),
            ]),
        ),
        (
            "names",
            lines(&[
                of::<Closed>(JsonSchema, r#"{"qeury": "a", "limit": 1, "max": 2}"#),
                of::<One>(JsonSchema, r#"{"name": "a", "more": 1}"#),
                of::<Only<Nothing>>(JsonSchema, r#"{"it": {"more": 1}}"#),
                of::<Book>(JsonSchema, r#"{"title": "a", "first": 1}"#),
            ]),
        ),
        (
            "values that a type rejects, and values that are not repeated",
            lines(&[
                json::<Even>("3"),
                of::<Login>(OpenAi, r#"{"password": "secret"}"#),
            ]),
        ),
        (
            "values that fit the schema, and that serde doesn't read",
            lines(&[
                json::<f32>("1e39"),
                json::<BTreeMap<i64, u8>>(r#"{"0": 1, "-0": 2}"#),
                json::<Wide>(r#"{"id": 1, "n": 340282366920938463463374607431768211455}"#),
            ]),
        ),
        ("more than twenty faults", {
            let text = format!("[{}]", vec!["300"; 22].join(","));
            let all = errors::<Vec<u8>>(OpenAi, &format!(r#"{{"value": {text}}}"#)).to_string();
            let last = all.lines().last().expect("a line");
            last.to_owned()
        }),
        ("a value beyond what a set allows", {
            let tools = toolset![turn].build().expect("a set");
            let tools = tools.with_values("turn.side", ["Left"]).expect("a set");
            let text = results::text(&tools, "turn", r#"{"side": "Right"}"#, &CallOptions::new());
            text.lines().last().expect("a line").to_owned()
        }),
    ]
}

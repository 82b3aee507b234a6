//! Forms of descriptions that one tool doesn't show, and the descriptions of types of other crates.

#![expect(dead_code, reason = "only declared")]

use core::num::NonZeroU8;
use std::collections::{BTreeMap, BTreeSet};
use std::net::{SocketAddrV4, SocketAddrV6};

use serde::Deserialize;
use serde_json::Value;
use toolcast::{Dialect, Provider, ToolSchema, render};

use super::declared::descriptions;

/// The descriptions in the schema of a type, each in a line.
fn of<T: ToolSchema>(provider: Provider) -> String {
    let dialect = Dialect::of(provider, false).expect("a dialect");
    let text = render(T::SCHEMA.get(), dialect).expect("a text");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let mut found = Vec::new();
    descriptions(&schema, "", &mut found);
    let lines = found.into_iter().map(|(name, text)| match name.as_str() {
        "it" | "" => text,
        name => format!("{name}: {text}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A type as that of the only property.
#[derive(Deserialize, ToolSchema)]
struct Only<T> {
    it: T,
}

#[derive(Deserialize, ToolSchema)]
struct Numbers {
    octet: u8,
    any_but_zero: NonZeroU8,
    #[tool(range(..0.5))]
    below: f64,
    #[tool(multiple_of = 5)]
    steps: i64,
}

#[derive(Deserialize, ToolSchema)]
struct Lengths {
    #[tool(length(3..=3))]
    code: String,
    #[tool(length(1..))]
    name: String,
    #[tool(length(..=1))]
    letter: String,
    #[tool(length(1..=20))]
    tags: BTreeSet<String>,
    #[tool(length(..=8))]
    counts: BTreeMap<String, bool>,
}

#[derive(Deserialize, ToolSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
}

#[derive(Deserialize, ToolSchema)]
enum Order {
    /// The newest first
    Newest,
    /// The oldest first
    Oldest,
}

#[derive(Deserialize, ToolSchema, PartialEq, Eq, PartialOrd, Ord)]
struct Code(#[tool(length(2..=5), pattern = "^a")] String);

#[derive(Deserialize, ToolSchema, PartialEq, Eq, PartialOrd, Ord)]
struct Shelf(#[tool(range(1..=9))] u8);

#[derive(Deserialize, ToolSchema)]
struct Person {
    id: u32,
    note: Option<String>,
    side: Side,
    nicknames: Vec<String>,
}

#[derive(Deserialize, ToolSchema)]
struct Nothing {}

#[derive(Deserialize, ToolSchema)]
struct Tree {
    branches: Vec<Tree>,
}

#[derive(Deserialize, ToolSchema)]
struct Page {
    offset: u32,
}

#[derive(Deserialize, ToolSchema)]
struct Place {
    file: String,
}

#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
enum Part {
    Page(Page),
    Place(Place),
}

#[derive(Deserialize, ToolSchema)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    part: Option<Part>,
}

#[derive(Deserialize, ToolSchema)]
struct Examples {
    #[tool(example = "cat", example = "dog")]
    word: String,
    #[tool(default = 3)]
    copies: u64,
}

/// Each form with the descriptions of types that have it.
pub(super) fn forms() -> Vec<(&'static str, String)> {
    use Provider::{Gemini, Ollama, Portable};
    vec![
        ("bounds of numbers", of::<Numbers>(Ollama)),
        ("lengths", of::<Lengths>(Ollama)),
        (
            "the keys and values of maps",
            [
                of::<Only<BTreeMap<i64, f64>>>(Ollama),
                of::<Only<BTreeMap<Side, Option<Side>>>>(Ollama),
                of::<Only<BTreeMap<char, Option<u8>>>>(Ollama),
                of::<Only<BTreeMap<uuid::Uuid, bool>>>(Ollama),
                of::<Only<BTreeMap<Code, Person>>>(Ollama),
                of::<Only<BTreeMap<Shelf, bool>>>(Ollama),
            ]
            .join("\n"),
        ),
        (
            "a value as a string containing JSON",
            [
                of::<Only<Option<Person>>>(Portable),
                of::<Only<Option<Vec<Order>>>>(Portable),
                of::<Only<Option<BTreeMap<String, u8>>>>(Portable),
                of::<Only<()>>(Portable),
                of::<Only<Nothing>>(Gemini),
                of::<Tree>(Gemini),
            ]
            .join("\n"),
        ),
        (
            "values that are described one by one",
            of::<Only<Order>>(Gemini),
        ),
        ("names of another alternative", of::<Flat>(Ollama)),
        ("defaults and examples", of::<Examples>(Ollama)),
    ]
}

/// The descriptions of types that read a text by their own rules.
pub(super) fn types() -> Vec<(&'static str, String)> {
    fn all(texts: &[fn(Provider) -> String]) -> String {
        let texts = texts.iter().map(|text| text(Provider::JsonSchema));
        texts.collect::<Vec<_>>().join("\n")
    }
    vec![
        (
            "the standard library",
            all(&[of::<Only<SocketAddrV4>>, of::<Only<SocketAddrV6>>]),
        ),
        (
            "`chrono04`",
            all(&[
                of::<Only<chrono::NaiveTime>>,
                of::<Only<chrono::NaiveDateTime>>,
                of::<Only<chrono::TimeDelta>>,
            ]),
        ),
        (
            "`jiff02`",
            all(&[
                of::<Only<jiff::Zoned>>,
                of::<Only<jiff::civil::Time>>,
                of::<Only<jiff::civil::DateTime>>,
                of::<Only<jiff::SignedDuration>>,
            ]),
        ),
        (
            "`semver1`",
            all(&[
                of::<Only<semver::Version>>,
                of::<Only<semver::Comparator>>,
                of::<Only<semver::VersionReq>>,
            ]),
        ),
        (
            "`time03`",
            all(&[
                of::<Only<time::Time>>,
                of::<Only<time::PrimitiveDateTime>>,
                of::<Only<time::UtcDateTime>>,
                of::<Only<time::OffsetDateTime>>,
                of::<Only<time::UtcOffset>>,
                of::<Only<time::Duration>>,
            ]),
        ),
    ]
}

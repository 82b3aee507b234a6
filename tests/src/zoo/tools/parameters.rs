//! `#[tool(..)]` on parameters, and the forms that a parameter can have.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

/// Does nothing.
#[tool]
pub fn nothing() -> &'static str {
    "done"
}

/// Repeats the text.
#[tool]
pub fn echo(text: &str) -> String {
    text.to_owned()
}

/// Takes what it is lent.
#[tool]
pub fn borrows(
    text: &str,
    maybe: Option<&str>,
    bytes: &[u8],
    cow: Cow<'_, str>,
    place: &Place,
) -> String {
    format!("{text} {maybe:?} {bytes:?} {cow} {}", place.x)
}

/// A place in the plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Place {
    x: i8,
    y: Option<i8>,
}

/// Takes what it keeps.
#[tool]
pub fn owns(mut text: String, list: Vec<u8>, r#type: Option<u64>) -> String {
    text.push('!');
    format!("{text} {list:?} {type:?}")
}

/// Looks into a folder.
#[tool]
pub fn renames(
    #[tool(rename = "in")] folder: &str,
    #[tool(rename = "größe")] size: Option<u8>,
    #[tool(rename = "a.b")] dotted: bool,
) -> String {
    format!("{folder} {size:?} {dotted}")
}

/// Takes a pair apart.
#[tool]
pub fn takes_apart(
    #[tool(rename = "pair")] (left, right): (u8, String),
    #[tool(rename = "place")] Place { x, .. }: Place,
) -> String {
    format!("{left} {right} {x}")
}

const MOST: u8 = 50;

/// Fills in what is missing.
#[tool]
pub fn defaults(
    #[tool(default = 10)] limit: u8,
    #[tool(default = "en")] language: String,
    #[tool(default)] list: Vec<u8>,
    #[tool(default = MOST)] most: u8,
    #[tool(default = [1, 2])] pair: [u8; 2],
    #[tool(default = Some(3))] maybe: Option<u8>,
    #[tool(default = String::from("made").repeat(2))] made: String,
) -> String {
    format!("{limit} {language} {list:?} {most} {pair:?} {maybe:?} {made}")
}

/// Asks for more than a type.
#[tool]
pub fn constrained(
    #[tool(range(1..=50))] limit: u8,
    #[tool(range(-1.0..1.0))] ratio: Option<f64>,
    #[tool(length(1..=3))] list: Vec<String>,
    #[tool(length(2))] country: &str,
    #[tool(multiple_of = 5)] step: Option<u16>,
    #[tool(pattern = "^[a-z]+$")] word: Option<&str>,
    #[tool(format = "email")] mail: Option<&str>,
) -> String {
    format!("{limit} {ratio:?} {list:?} {country} {step:?} {word:?} {mail:?}")
}

/// Shows how it is done.
#[tool]
pub fn examples(
    #[tool(example = "rust lang:en")] query: &str,
    #[tool(example = 5, default = 1)] page: u8,
    #[tool(example = true)] exact: bool,
) -> String {
    format!("{query} {page} {exact}")
}

/// Has the words of its parameters in one list.
///
/// # Arguments
/// * `from` - where to begin
/// * `to` - where to end, and "not" before
///
/// # Examples
/// Never shown.
#[tool]
pub fn listed(from: u8, to: u8, #[tool(description = "In front of the list")] step: u8) -> u8 {
    from + to + step
}

/// Takes the fields of a struct as its own.
#[tool]
pub fn flattens(name: &str, #[tool(flatten)] place: Place) -> String {
    format!("{name} {} {:?}", place.x, place.y)
}

/// One of two ways to look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum By {
    Name { name: String },
    Place(Place),
}

/// Takes the fields of an enum as its own.
#[tool]
pub fn flattens_enum(#[tool(flatten)] by: By, most: Option<u8>) -> String {
    format!("{by:?} {most:?}")
}

/// Takes whatever else there is.
#[tool]
pub fn takes_the_rest(name: &str, #[tool(flatten)] rest: BTreeMap<String, u8>) -> String {
    format!("{name} {rest:?}")
}

/// A color that reads itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Color(u32);

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let number = text
            .strip_prefix('#')
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        number
            .map(Color)
            .ok_or_else(|| serde::de::Error::custom("no color"))
    }
}

/// Takes types that have no schema of their own.
#[tool]
pub fn described_as(
    #[tool(as = "String", pattern = "^#[0-9a-f]{6}$")] color: Color,
    #[tool(as = "Option<String>")] other: Option<Color>,
) -> String {
    format!("{color:?} {other:?}")
}

super::tools! {
    /// No parameters: some providers want the field left out, others an empty object
    nothing = ["{}" => "done", "" => "done"];
    /// One required text, the least tool that there is
    echo = [r#"{"text": "a\nb"}"# => "a\nb", "{}" =>! "text"];
    /// References in every form: text, an option of it, a slice, a `Cow`, an object
    borrows = [
        r#"{"text": "a", "bytes": [1, 2], "cow": "c", "place": {"x": 3}}"# => "a None [1, 2] c 3",
        r#"{"text": "a", "maybe": "m", "bytes": [], "cow": "\u00e9", "place": {"x": 3, "y": 4}}"# => "a Some(\"m\") [] é 3",
    ];
    /// Owned values, a parameter that is `mut` and one whose name is a raw identifier
    owns = [r#"{"text": "a", "list": [1], "type": 7}"# => "a! [1] Some(7)"];
    /// Names that are not identifiers of Rust, of any alphabet, or that some provider rejects
    renames = [r#"{"in": "x", "größe": 1, "a.b": true}"# => "x Some(1) true"];
    /// Parameters that are patterns
    takes_apart = [r#"{"pair": [1, "x"], "place": {"x": 2}}"# => "1 x 2"];
    /// Defaults: literals, a path to a const, `Default`, an array, an `Option`, any expression
    defaults = [
        "{}" => "10 en [] 50 [1, 2] Some(3) mademade",
        r#"{"limit": 1, "language": "de", "list": [2], "most": 3, "pair": [4, 5], "maybe": 6, "made": "m"}"# => "1 de [2] 3 [4, 5] Some(6) m",
    ];
    /// Every constraint on a parameter
    constrained = [
        r#"{"limit": 1, "list": ["a"], "country": "DE", "step": 10, "word": "ab", "mail": "a@example.com"}"# => "1 None [\"a\"] DE Some(10) Some(\"ab\") Some(\"a@example.com\")",
        r#"{"limit": 51, "list": ["a"], "country": "DE"}"# =>! "$.limit",
        r#"{"limit": 1, "list": [], "country": "DE"}"# =>! "$.list",
        r#"{"limit": 1, "list": ["a"], "country": "D"}"# =>! "$.country",
        r#"{"limit": 1, "list": ["a"], "country": "DE", "word": "A"}"# =>! "$.word",
    ];
    /// Examples beside a default and without one
    examples = [r#"{"query": "q", "exact": false}"# => "q 1 false"];
    /// Words for parameters from a list in the docs, and one that comes before them
    listed = [r#"{"from": 1, "to": 2, "step": 3}"# => "6"];
    /// A struct's fields among the parameters
    flattens = [r#"{"name": "n", "x": 1, "y": null}"# => "n 1 None"];
    /// An enum's fields among the parameters: the root is a union
    flattens_enum = [
        r#"{"input": {"by": "name", "name": "n"}}"# => "Name { name: \"n\" } None",
        r#"{"input": {"by": "place", "x": 1, "most": 2}}"# => "Place(Place { x: 1, y: None }) Some(2)",
    ];
    /// A map among the parameters: any names
    takes_the_rest = [r#"{"name": "n", "a": 1, "b": 2}"# => "n {\"a\": 1, \"b\": 2}"];
    /// Types without a schema, described as others
    described_as = [r##"{"color": "#00ff00"}"## => "Color(65280) None", r##"{"color": "#0"}"## =>! "$.color"];
}

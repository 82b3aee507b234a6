//! What the model is told, word by word.

use super::faults;
use serde::Deserialize;
use std::collections::BTreeMap;
use toolcast::{Provider, Tool, ToolSchema, tool};

/// How to order the results.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(rename_all = "snake_case")]
enum Sort {
    Stars,
    Updated,
}

/// Narrows a search.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(deny_unknown_fields)]
struct Filter {
    /// At least so many stars
    #[tool(range(0..=1000))]
    stars: u32,
    sort: Option<Vec<Sort>>,
    #[tool(length(1..=5), pattern = "^[a-z]+$")]
    topic: Option<String>,
}

/// A shape.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

/// One or the other.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(untagged)]
enum Id {
    Number(u32),
    Name { name: String },
}

/// An even number.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(try_from = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        if n % 2 == 0 {
            Ok(Even(n))
        } else {
            Err(format!("{n} is odd, an even number is needed"))
        }
    }
}

/// Search for something.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn search(
    /// Words to look for
    query: String,
    filter: Option<Filter>,
    #[tool(default = 10, range(1..=50))] limit: u8,
    shapes: Vec<Shape>,
    id: Option<Id>,
    even: Option<Even>,
    counts: BTreeMap<u8, (i32, bool)>,
    #[tool(format = "date")] day: Option<String>,
) -> String {
    format!(
        "{query}{filter:?}{limit}{shapes:?}{id:?}{:?}{counts:?}{day:?}",
        even.map(|even| even.0)
    )
}

fn told(provider: Provider, text: &str) -> String {
    faults(search::DEF, provider, text, |take| {
        let query = take.take::<String>(0);
        let filter = take.take::<Option<Filter>>(1);
        let limit = take.take_or_absent::<u8>(2);
        let shapes = take.take::<Vec<Shape>>(3);
        let id = take.take::<Option<Id>>(4);
        let even = take.take::<Option<Even>>(5);
        let counts = take.take::<BTreeMap<u8, (i32, bool)>>(6);
        let day = take.take::<Option<String>>(7);
        query
            .and(filter)
            .and(limit)
            .and(shapes)
            .and(id)
            .and(even)
            .and(counts)
            .and(day)
    })
}

const START: &str = "The arguments don't fit. Correct this and send all of them again:\n";

#[track_caller]
fn says(provider: Provider, text: &str, words: &str) {
    let told = told(provider, text);
    assert_eq!(
        told.strip_prefix(START).unwrap_or(&told),
        words,
        "of {text}"
    );
}

#[test]
fn all_at_once() {
    says(
        Provider::Mcp,
        r#"{"limt": 5, "limit": 99, "filter": {"stars": -1, "sort": ["stars", "update"], "topic": "Rust!"},
            "shapes": [{"kind": "circle", "side": 1}], "counts": {"300": [1, true], "1": [1]}}"#,
        "TODO",
    );
}

#[test]
fn a_value_of_another_type() {
    says(
        Provider::Mcp,
        r#"{"query": 5, "shapes": {}, "counts": []}"#,
        "TODO",
    );
}

#[test]
fn tags() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [{"kind": "triangle"}, {"radius": 1}, "circle", {"kind": "square", "side": "1"}]}"#,
        "TODO",
    );
}

#[test]
fn alternatives() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "id": true}"#,
        "TODO",
    );
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "id": {"name": 1}}"#,
        "TODO",
    );
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "id": -1}"#,
        "TODO",
    );
}

#[test]
fn what_only_the_type_refuses() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "even": 3}"#,
        "TODO",
    );
}

#[test]
fn formats() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "day": "tomorrow"}"#,
        "TODO",
    );
}

/// In the words of the text that the model saw.
#[test]
fn the_words_of_the_dialect() {
    says(
        Provider::OpenAi,
        r#"{"query": "", "shapes": [], "counts": [{"key": "1", "value": {"_0": "x", "_1": true}}]}"#,
        "TODO",
    );
    says(
        Provider::Gemini,
        r#"{"query": "", "shapes": [], "counts": 1, "id": null}"#,
        "TODO",
    );
}

#[test]
fn broken_json() {
    says(
        Provider::OpenAi,
        "{\"query\": \"a\",\n  \"shapes\": [1, 2,, 3]}",
        "TODO",
    );
    says(Provider::OpenAi, r#"{"query": "a", "query": "b"}"#, "TODO");
    says(Provider::OpenAi, r#"{"query": "a"#, "TODO");
    says(Provider::OpenAi, r#"{"query": "\ud800"}"#, "TODO");
    says(Provider::OpenAi, r#"{"query": "a"} and more"#, "TODO");
    says(Provider::OpenAi, "\u{feff}{}", "TODO");
}

#[test]
fn no_object() {
    says(Provider::OpenAi, "[1]", "TODO");
    says(Provider::OpenAi, "null", "TODO");
}

/// A long value is cut, and of very many faults only some are told.
#[test]
fn no_more_than_helps() {
    let text = format!(
        r#"{{"query": [{}], "counts": {{}}, "shapes": [{}]}}"#,
        vec!["1"; 10_000].join(","),
        vec!["1"; 10_000].join(",")
    );
    let told = told(Provider::Mcp, &text);
    assert!(told.len() < 6_000, "{} bytes", told.len());
    assert!(told.ends_with("more"), "{told}");
}

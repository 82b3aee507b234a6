//! Error messages for the model, compared word by word.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

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
        if n.is_multiple_of(2) {
            Ok(Even(n))
        } else {
            Err(format!("{n} is odd, an even number is needed"))
        }
    }
}

/// Search for something.
#[tool]
#[allow(dead_code, clippy::too_many_arguments)] // Only its tool is called.
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

const START: &str =
    "Invalid arguments. Fix these problems and call the tool again with all arguments:\n";

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
fn all_faults_of_the_arguments_are_in_one_text() {
    says(
        Provider::Mcp,
        r#"{"limt": 5, "limit": 99, "filter": {"stars": -1, "sort": ["stars", "update"], "topic": "Rust!"},
            "shapes": [{"kind": "circle", "side": 1}], "counts": {"300": [1, true], "1": [1]}}"#,
        r#"- $.query is missing: expected a string (Words to look for)
- $.filter.stars: expected an integer from 0 to 1000, got -1
- $.filter.sort[1]: expected one of "stars" or "updated", got the string "update"; did you mean `updated`?
- $.filter.topic: expected a string of 1 to 5 characters that matches `^[a-z]+$`, got the string "Rust!"
- $.limit: expected an integer from 1 to 50, got 99
- $.shapes[0].radius is missing: expected a number
- $.counts["300"]: expected a name that is an integer from 0 to 255, got `300`
- $.counts["1"]: expected an array of 2 items, got the array [1]
- $.limt is unknown: expected one of `query`, `filter`, `limit`, `shapes`, `id`, `even`, `counts` or `day`; did you mean `limit`?"#,
    );
}

#[test]
fn values_of_another_type_are_faults_with_the_expected_type() {
    says(
        Provider::Mcp,
        r#"{"query": 5, "shapes": {}, "counts": []}"#,
        r#"- $.query: expected a string, got 5
- $.shapes: expected an array, each item an object with `kind`: "circle" and `radius` or an object with `kind`: "square" and `side`, got the object {}
- $.counts: expected an object, each value an array of 2 items, got the array []"#,
    );
}

#[test]
fn a_wrong_tag_is_a_fault_with_the_known_tags() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [{"kind": "triangle"}, {"radius": 1}, "circle", {"kind": "square", "side": "1"}]}"#,
        r#"- $.shapes[0].kind: expected one of "circle" or "square", got the string "triangle"
- $.shapes[1].kind is missing: expected one of "circle" or "square"
- $.shapes[2]: expected an object with `kind`: "circle" and `radius` or an object with `kind`: "square" and `side`, got the string "circle"
- $.shapes[3].side: expected a number, got the string "1""#,
    );
}

#[test]
fn a_value_that_fits_no_alternative_is_a_fault_with_all_of_them() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "id": true}"#,
        "- $.id: expected an integer of at least 0 or an object with `name`, got true",
    );
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "id": {"name": 1}}"#,
        "- $.id.name: expected a string, got 1",
    );
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "id": -1}"#,
        "- $.id: expected an integer of at least 0, got -1",
    );
}

#[test]
fn a_value_that_only_the_type_rejects_has_its_message() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "even": 3}"#,
        "- $.even: 3 is odd, an even number is needed, got 3",
    );
}

#[test]
fn a_text_without_its_format_is_a_fault_with_an_example() {
    says(
        Provider::Mcp,
        r#"{"query": "", "counts": {}, "shapes": [], "day": "tomorrow"}"#,
        r#"- $.day: expected a string in the format `date`, got the string "tomorrow""#,
    );
}

/// In the words of the text that the model saw.
#[test]
fn faults_are_in_the_form_of_the_dialect() {
    says(
        Provider::OpenAi,
        r#"{"query": "", "shapes": [], "counts": [{"key": "1", "value": {"_0": "x", "_1": true}}]}"#,
        r#"- $.counts[0].value._0: expected an integer, got the string "x""#,
    );
    says(
        Provider::Gemini,
        r#"{"query": "", "shapes": [], "counts": 1, "id": null}"#,
        r#"- $.counts: expected an array of {"key", "value"} objects, each value an object with `_0` and `_1`, got 1"#,
    );
}

/// If a rewrite makes an object, only its own names are valid, and each key of a map must be
/// unique. The model gets all of these faults in one text.
#[test]
fn unknown_names_and_duplicate_keys_in_a_rewritten_form_are_faults() {
    says(
        Provider::Gemini,
        r#"{"query": "", "shapes": [], "counts": [
            {"key": "1", "value": {"_0": 1, "_1": true, "_2": null}},
            {"key": "2", "value": {"_0": 1, "_1": 3}, "note": "n"},
            {"value": {"_0": 1, "_1": true}, "key": "1"}]}"#,
        r#"- $.counts[0].value._2 is unknown: expected one of `_0` or `_1`
- $.counts[1].note is unknown: expected one of `key` or `value`
- $.counts[1].value._1: expected true or false, got 3
- $.counts[2].key: expected a unique key, got the string "1""#,
    );
}

#[test]
fn broken_json_is_a_fault_with_its_line() {
    says(
        Provider::OpenAi,
        "{\"query\": \"a\",\n  \"shapes\": [1, 2,, 3]}",
        r#"The arguments are not valid JSON: line 2, column 19: expected a value, at: …uery": "a", "shapes": [1, 2,⟨here⟩, 3]}"#,
    );
    says(
        Provider::OpenAi,
        r#"{"query": "a", "query": "b"}"#,
        r#"The arguments are not valid JSON: line 1, column 16: the name `query` occurs twice, at: {"query": "a", ⟨here⟩"query": "b"}"#,
    );
    says(
        Provider::OpenAi,
        r#"{"query": "a"#,
        r#"The arguments are not valid JSON: line 1, column 13: the text ends too early, at: {"query": "a⟨here⟩"#,
    );
    says(
        Provider::OpenAi,
        r#"{"query": "\ud800"}"#,
        r#"The arguments are not valid JSON: line 1, column 12: half of a surrogate pair, at: {"query": "⟨here⟩\ud800"}"#,
    );
    says(
        Provider::OpenAi,
        r#"{"query": "a"} and more"#,
        r#"The arguments are not valid JSON: line 1, column 16: there is more text after the value, at: {"query": "a"} ⟨here⟩and more"#,
    );
    says(
        Provider::OpenAi,
        "\u{feff}{}",
        "The arguments are not valid JSON: line 1, column 1: expected a value, at: ⟨here⟩﻿{}",
    );
}

#[test]
fn the_words_of_broken_json_are_those_of_its_fault() {
    for text in ["{", "", "{\"value\": 01}"] {
        let errors = toolcast::decode::decode::<u8>(Provider::OpenAi, text).expect_err(text);
        let fault = errors.faults[0].to_string();
        assert!(
            fault.starts_with("not valid JSON: line 1, column "),
            "{fault}"
        );
        assert_eq!(errors.to_string(), format!("The response is {fault}"));
    }
}

#[test]
fn arguments_that_are_not_an_object_are_a_fault() {
    says(
        Provider::OpenAi,
        "[1]",
        "- $: expected an object with `query`, `shapes` and `counts`, got the array [1]",
    );
    says(
        Provider::OpenAi,
        r#""{}""#,
        "- $: expected an object with `query`, `shapes` and `counts`, not a string that holds one, got the string \"{}\"",
    );
}

/// An object whose flattened parts leave a choice lists the alternatives.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Move {
    piece: String,
    turn: Option<i64>,
    #[serde(flatten)]
    to: To,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(untagged)]
enum To {
    Square { square: String },
    By { rows: i8, columns: i8 },
}

#[tool]
#[allow(dead_code)] // Only its tool is called.
fn play(step: Move) -> String {
    format!("{step:?}")
}

#[test]
fn the_expected_value_of_a_fault_never_equals_the_received_one() {
    let told = |text| {
        let told = faults(play::DEF, Provider::Mcp, text, |take| {
            take.take::<Move>(0).map(|_| ())
        });
        told.strip_prefix(START).unwrap_or(&told).to_owned()
    };
    assert_eq!(
        told(r#"{"step": {"piece": "king"}}"#),
        "- $.step.square is missing: expected a string"
    );
    assert_eq!(
        told(r#"{"step":{"piece":"king","square":1,"rows":1}}"#),
        r#"- $.step: expected an object with `piece` and `square` or an object with `piece`, `rows` and `columns`, got the object {"piece":"king","square":1,"rows":1}"#
    );
    // The bound of a 64-bit integer is reported only if it is violated.
    assert_eq!(
        told(r#"{"step": {"piece": "king", "square": "e4", "turn": 9223372036854775808}}"#),
        "- $.step.turn: expected an integer of at most 9223372036854775807, got 9223372036854775808"
    );
    assert_eq!(
        told(r#"{"step": {"piece": "king", "square": "e4", "turn": 0.5}}"#),
        "- $.step.turn: expected an integer, got 0.5"
    );
}

/// A long value is truncated, and only the first of very many faults are listed.
#[test]
fn many_faults_and_long_values_are_truncated() {
    let text = format!(
        r#"{{"query": [{}], "counts": {{}}, "shapes": [{}]}}"#,
        vec!["1"; 10_000].join(","),
        vec!["1"; 10_000].join(",")
    );
    let told = told(Provider::Mcp, &text);
    assert!(told.len() < 6_000, "{} bytes", told.len());
    assert!(told.ends_with("more"), "{told}");
}

/// Parts of a whole.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(try_from = "BTreeMap<String, u8>")]
struct Weights(BTreeMap<String, u8>);

impl TryFrom<BTreeMap<String, u8>> for Weights {
    type Error = String;

    fn try_from(weights: BTreeMap<String, u8>) -> Result<Self, String> {
        match weights.values().copied().map(u32::from).sum::<u32>() {
            100 => Ok(Weights(weights)),
            sum => Err(format!("the weights sum up to {sum}, not to 100")),
        }
    }
}

#[test]
fn a_type_s_own_message_is_kept_in_each_form_of_its_value() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only read.
    struct Holder {
        weights: Weights,
    }
    let list = r#"{"weights":[{"key":"a","value":1}]}"#;
    let object = r#"{"weights":{"a":1}}"#;
    for (provider, text) in [
        (Provider::Gemini, list),
        (Provider::OpenAi, list),
        (Provider::Anthropic, object),
    ] {
        let errors = toolcast::decode::decode::<Holder>(provider, text).expect_err("1 of 100");
        let errors = errors.to_string();
        assert!(
            errors.contains("sum up to 1, not to 100"),
            "{provider}: {errors}"
        );
    }
}

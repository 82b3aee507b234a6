//! The path of a fault is that of the narrowest value, and the fault names the expected type in the
//! terms of JSON.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use super::faults;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toolcast::{Provider, Tool, ToolDef, ToolSchema, tool};

const START: &str =
    "Invalid arguments. Fix these problems and call the tool again with all arguments:\n";

/// Checks the faults of a tool with one parameter.
#[track_caller]
fn one<T: DeserializeOwned>(tool: &ToolDef, provider: Provider, text: &str, expected: &str) {
    let found = faults(tool, provider, text, |take| take.take::<T>(0));
    let found = found.strip_prefix(START).unwrap_or(&found);
    assert_eq!(found, expected, "{provider}: {text}");
}

type Counts = BTreeMap<i32, u8>;

/// Count.
#[tool]
fn count(x: Counts) -> String {
    format!("{x:?}")
}

/// Items with any names and their numbers.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Open {
    name: String,
    #[serde(flatten)]
    numbers: BTreeMap<String, u8>,
}

/// Open.
#[tool]
fn open(x: Open) -> String {
    format!("{x:?}")
}

#[test]
fn a_wrong_key_or_value_of_an_entry_is_a_fault_at_it() {
    for (sent, fault) in [
        (
            r#"[{"key": "a", "value": 1}]"#,
            r#"- $.x[0].key: expected a string that holds an integer, got the string "a""#,
        ),
        (
            r#"[{"key": 7, "value": 1}]"#,
            "- $.x[0].key: expected a string that holds an integer, got 7",
        ),
        (
            r#"[{"key": "1", "value": 1}, {"key": "2"}]"#,
            "- $.x[1].value is missing: expected an integer from 0 to 255",
        ),
        (
            r#"[{"value": 300}]"#,
            "- $.x[0].key is missing: expected a string that holds an integer\n\
             - $.x[0].value: expected an integer from 0 to 255, got 300",
        ),
        (
            r#"[{"key": "1", "value": 1}, 5]"#,
            "- $.x[1]: expected an object with `key` and `value`, got 5",
        ),
        (
            r#"[{"key": "1", "value": 1, "more": 2}, {"key": "1", "value": 1}]"#,
            "- $.x[0].more is unknown: expected one of `key` or `value`\n\
             - $.x[1].key: expected a unique key, got the string \"1\"",
        ),
        (
            "[5]",
            "- $.x: expected an array of {\"key\", \"value\"} objects, each value an integer from 0 to 255, got the array [5]",
        ),
        (
            r#"{"a": 300}"#,
            "- $.x.a: expected a name that is an integer, got `a`\n\
             - $.x.a: expected an integer from 0 to 255, got 300",
        ),
    ] {
        let text = format!("{{\"x\": {sent}}}");
        one::<Counts>(count::DEF, Provider::Gemini, &text, fault);
    }
}

/// The other names of an object are such a list too.
#[test]
fn a_wrong_key_or_value_of_a_flattened_entry_is_a_fault_at_it() {
    for (sent, fault) in [
        (
            r#"[{"key": "a"}]"#,
            "- $.x.numbers[0].value is missing: expected an integer from 0 to 255",
        ),
        (
            r#"[{"key": "a", "value": 1}, {"value": 1}]"#,
            "- $.x.numbers[1].key is missing: expected a string",
        ),
        (
            r#"[{"key": "a", "value": 1}, {"key": "a", "value": 1}]"#,
            "- $.x.numbers[1].key: expected a unique key, got the string \"a\"",
        ),
    ] {
        let text = format!("{{\"x\": {{\"name\": \"n\", \"numbers\": {sent}}}}}");
        one::<Open>(open::DEF, Provider::Gemini, &text, fault);
    }
}

/// A place.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
enum Place {
    File(String),
    Line { n: u32 },
    Nowhere,
}

/// Go.
#[tool]
fn go(x: Vec<Place>) -> String {
    format!("{x:?}")
}

/// `serde_json` rejects a list for the fields of a variant in a `Value`, and its error has the
/// names of Rust.
#[test]
fn a_list_for_the_fields_of_a_variant_is_a_fault_with_the_field_names() {
    for &provider in Provider::ALL {
        one::<Vec<Place>>(
            go::DEF,
            provider,
            r#"{"x": ["Nowhere", {"Line": [1]}]}"#,
            "- $.x[1].Line: expected an object with `n`, got the array [1]",
        );
    }
}

/// A move.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Move {
    Rest { hours: u8 },
    Walk(Walk),
}

/// A walk.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "way")]
enum Walk {
    Fast { steps: u16 },
    Slow,
}

/// A move, or numbers.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum MoveOrList {
    Move(Move),
    List(Vec<serde_json::Value>),
}

/// Move.
#[tool]
fn make(x: Move, after: Option<MoveOrList>) -> String {
    format!("{x:?}{after:?}")
}

/// Moves or numbers.
#[tool]
fn list(x: MoveOrList) -> String {
    format!("{x:?}")
}

#[track_caller]
fn made(provider: Provider, text: &str, expected: &str) {
    let found = faults(make::DEF, provider, text, |take| {
        let x = take.take::<Move>(0);
        let after = take.take::<Option<MoveOrList>>(1);
        x.zip(after)
    });
    let found = found.strip_prefix(START).unwrap_or(&found);
    assert_eq!(found, expected, "{provider}: {text}");
}

/// Serde would read it as the index of the variant.
#[test]
fn a_number_for_a_tag_is_a_fault_with_the_variants() {
    for &provider in Provider::ALL {
        let rest = "an object with `kind`: \"Rest\" and `hours`";
        let fast = "an object with `kind`: \"Walk\", `way`: \"Fast\" and `steps`";
        let slow = "an object with `kind`: \"Walk\" and `way`: \"Slow\"";
        for (list, variants) in [
            ("[1, 2]", format!("{rest}, {fast} or {slow}")),
            // The tag before it is known.
            (r#"["Walk", 0, 5]"#, format!("{fast} or {slow}")),
        ] {
            made(
                provider,
                &format!(r#"{{"x": {list}, "after": {{"kind": "Rest", "hours": 1}}}}"#),
                &format!("- $.x: expected {variants}, got the array {list}"),
            );
        }
        // Each fault is reported, not only this one.
        made(
            provider,
            r#"{"x": {"kind": "Rest", "hours": 300}, "after": ["Walk", 0, {"a": 1}], "more": 1}"#,
            "- $.x.hours: expected an integer from 0 to 255, got 300\n\
             - $.more is unknown: expected one of `x` or `after`\n\
             - $.after[1]: expected a string: the name of a variant, got 0",
        );
        // The list is one of any values, and serde reads another variant.
        one::<MoveOrList>(
            list::DEF,
            provider,
            r#"{"x": ["Walk", 0, 5]}"#,
            "- $.x[1]: expected a string: the name of a variant, got 0",
        );
    }
}

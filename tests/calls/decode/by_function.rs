//! Fields that a function reads (`deserialize_with`).

#![expect(clippy::option_option, reason = "what serde users write for null")]

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, Tool, ToolSchema, decode, from_model, tool};
use toolcast_test_support::name;

use super::Of;

/// A function that reads `null` as a value.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<u8>>, D::Error> {
    Option::<u8>::deserialize(from).map(Some)
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Patch {
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    #[tool(as = "Option<u8>")]
    level: Option<Option<u8>>,
}

/// Change the level.
#[tool]
#[allow(dead_code, clippy::needless_pass_by_value)] // Only its texts are read.
fn change(patch: Patch) -> String {
    format!("{patch:?}")
}

/// `null` reaches the function of the field, unless the text shows it as absent.
#[test]
fn a_null_reaches_the_fields_function_unless_it_means_absent() {
    let schema = Patch::SCHEMA.get();
    for dialect in Dialect::all() {
        let null_is_absent = match dialect.provider() {
            Provider::Groq => true,
            Provider::Anthropic | Provider::Bedrock => false,
            _ => dialect.strict(),
        };
        for (level, text) in [
            (Some(None), r#"{"level": null}"#),
            (Some(Some(1)), r#"{"level": 1}"#),
            (None, "{}"),
        ] {
            let level = level.filter(|level| level.is_some() || !null_is_absent);
            let arguments = Arguments::parse_answer(text, schema, DecodeOptions::new());
            let arguments = arguments.expect("JSON");
            let found = arguments.read::<Patch>(schema, dialect);
            assert_eq!(found, Ok(Patch { level }), "{}: {text}", name(dialect));
            let lifted = from_model(schema, dialect, serde_json::from_str(text).expect("JSON"));
            let lifted = serde_json::from_value::<Patch>(lifted).expect("a patch");
            assert_eq!(lifted, Patch { level }, "{}: {text}", name(dialect));
        }
    }
}

/// The texts show that `null` is a value, and those that can't aren't chosen.
#[test]
fn a_null_that_the_fields_function_reads_is_in_the_schema() {
    let text = <change as Tool>::schema_for(Provider::Mcp);
    assert!(text.contains(r#""type":["integer","null"]"#), "{text}");
    let text = <change as Tool>::schema_for(Provider::OpenAi);
    assert!(text.contains(r#""strict":false"#), "{text}");
    assert!(text.contains(r#""type":["integer","null"]"#), "{text}");
}

/// Reads a type by its own `Deserialize`.
fn plain<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    T::deserialize(from)
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
enum Unit {
    Celsius,
    Fahrenheit,
}

/// Fields of another type than the schema shows.
#[derive(Debug, Default, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its faults are read.
#[serde(default)]
struct Others {
    #[serde(deserialize_with = "plain")]
    #[tool(as = "serde_json::Value")]
    any: String,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "bool")]
    flag: String,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "u8")]
    number: String,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Unit")]
    word: bool,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Vec<u8>")]
    list: String,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "BTreeMap<String, u8>")]
    map: String,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Patch")]
    object: String,
}

/// The words are those of `serde_json`, but they never repeat a number or a text.
#[test]
fn a_value_of_the_schema_that_the_function_rejects_is_a_fault_in_the_words_of_serde_json() {
    for text in [
        r#"{"any":null}"#,
        r#"{"any":true}"#,
        r#"{"any":false}"#,
        r#"{"any":1}"#,
        r#"{"any":[]}"#,
        r#"{"any":{"a":1}}"#,
        r#"{"flag":true}"#,
        r#"{"flag":false}"#,
        r#"{"number":1}"#,
        r#"{"word":"Celsius"}"#,
        r#"{"list":[1]}"#,
        r#"{"map":{"a":1}}"#,
        r#"{"object":{"level":1}}"#,
    ] {
        let theirs = serde_json::from_str::<Others>(text).expect_err(text);
        let theirs = theirs.to_string();
        let theirs = theirs.split(" at line ").next().expect("words");
        let theirs = theirs
            .replace("integer `1`", "number")
            .replace("string \"Celsius\"", "string");
        let errors = decode::<Others>(Provider::Mcp, text).expect_err(text);
        let ours: Vec<&str> = errors
            .faults
            .iter()
            .map(|one| one.expected.as_str())
            .collect();
        assert_eq!(ours, [theirs], "{text}");
    }
}

/// Fields whose schema shows a `null` that their function rejects.
#[derive(Debug, Default, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its faults are read.
#[serde(default)]
struct WithoutNull {
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Vec<Option<Unit>>")]
    words: Vec<Unit>,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Vec<Option<u8>>")]
    numbers: Vec<u8>,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Vec<Option<String>>")]
    texts: Vec<String>,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Vec<Option<Vec<u8>>>")]
    lists: Vec<Vec<u8>>,
    #[serde(deserialize_with = "plain")]
    #[tool(as = "Vec<Option<Patch>>")]
    objects: Vec<Patch>,
}

#[test]
fn a_null_that_the_function_rejects_is_a_fault_that_asks_for_another_value() {
    for (text, fault) in [
        (
            r#"{"words":["Celsius",null]}"#,
            r#"$.words[1]: expected one of "Celsius" or "Fahrenheit", got null"#,
        ),
        (
            r#"{"numbers":[1,null]}"#,
            "$.numbers[1]: expected an integer from 0 to 255, got null",
        ),
        (
            r#"{"texts":[null]}"#,
            "$.texts[0]: expected a string, got null",
        ),
        (
            r#"{"lists":[[1],null]}"#,
            "$.lists[1]: expected an array, each item an integer from 0 to 255, got null",
        ),
        (
            r#"{"objects":[null,{}]}"#,
            "$.objects[0]: expected an object, got null",
        ),
    ] {
        let errors = decode::<WithoutNull>(Provider::Mcp, text).expect_err(text);
        let found: Vec<String> = errors.faults.iter().map(ToString::to_string).collect();
        assert_eq!(found, [fault], "{text}");
    }
}

#[derive(Debug, PartialEq, Deserialize)]
enum Command {
    Run(u8),
    Stop,
}

/// An enum whose schema is a map.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Commanded {
    #[serde(deserialize_with = "plain")]
    #[tool(as = "BTreeMap<String, u8>")]
    command: Command,
}

#[test]
fn an_enum_is_read_from_a_map_of_one_entry_as_serde_reads_it() {
    let run = Commanded {
        command: Command::Run(5),
    };
    let text = r#"{"command":{"Run":5}}"#;
    let meant = serde_json::from_str::<Commanded>(text).ok();
    assert_eq!(meant, Some(run));
    for &provider in Provider::ALL {
        let read = decode::<Commanded>(provider, text);
        assert_eq!(read.ok(), meant, "{provider}");
    }
    let listed = r#"{"command":[{"key":"Run","value":5}]}"#;
    let read = decode::<Commanded>(Provider::Gemini, listed);
    assert_eq!(read.ok(), meant);
    for command in [
        "{}",
        r#"{"Run":5,"Stop":1}"#,
        r#"{"Stop":5}"#,
        r#"{"Go":5}"#,
    ] {
        let text = format!(r#"{{"command":{command}}}"#);
        serde_json::from_str::<Commanded>(&text).expect_err(&text);
        decode::<Commanded>(Provider::Mcp, &text).expect_err(&text);
    }
}

thread_local! {
    static READS: Cell<u32> = const { Cell::new(0) };
}

/// Rejects each number, and counts them.
fn none<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    READS.set(READS.get() + 1);
    let number = u8::deserialize(from)?;
    Err(serde::de::Error::custom(format!("not {number}")))
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its fault is read.
struct Counted {
    #[serde(deserialize_with = "none")]
    #[tool(as = "u8")]
    number: u8,
}

#[test]
fn a_value_that_its_function_rejects_is_read_once() {
    READS.set(0);
    let errors = decode::<Counted>(Provider::Mcp, r#"{"number":1}"#).expect_err("rejected");
    assert_eq!(errors.faults[0].to_string(), "$.number: not 1, got 1");
    assert_eq!(READS.get(), 1);
}

/// Reads a number, or the number in a text.
fn number_or_text<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u8),
        Text(String),
    }
    match Either::deserialize(from)? {
        Either::Number(number) => Ok(number),
        Either::Text(text) => text.parse().map_err(serde::de::Error::custom),
    }
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
enum Change {
    Wait {
        seconds: u8,
    },
    Stop,
    Volume {
        #[serde(deserialize_with = "number_or_text")]
        #[tool(as = "u8", range(..=10))]
        level: u8,
    },
}

/// A value of another type doesn't bypass the constraint, whichever variant has it.
#[test]
fn a_text_for_a_constrained_number_of_a_variant_is_a_fault_although_the_function_reads_it() {
    for level in ["11", "\"11\"", "\"10\""] {
        let text = format!(r#"{{"x":{{"Volume":{{"level":{level}}}}}}}"#);
        assert!(serde_json::from_str::<Of<Change>>(&text).is_ok(), "{text}");
        for &provider in Provider::ALL {
            let errors = decode::<Of<Change>>(provider, &text).expect_err(&text);
            let found: Vec<&str> = errors.faults.iter().map(|one| one.path.as_str()).collect();
            assert_eq!(found, ["$.x.Volume.level"], "{provider}: {errors}");
        }
    }
    let text = r#"{"x":{"Volume":{"level":10}}}"#;
    let meant = serde_json::from_str::<Of<Change>>(text).expect("a change");
    for &provider in Provider::ALL {
        let read = decode::<Of<Change>>(provider, text);
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}");
    }
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Deep<T> {
    deep: T,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Least {
    #[tool(range(..=3))]
    number: u8,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum AtDepth {
    Object {
        #[serde(deserialize_with = "number_or_text")]
        #[tool(as = "u8")]
        number: u8,
        inner: Deep<Deep<Deep<Deep<Least>>>>,
    },
    Flag(bool),
}

/// No variant of the enum has the value in the schema, but serde reads one.
#[test]
fn a_constraint_far_inside_a_variant_holds_beside_a_value_that_only_its_function_reads() {
    let text = |number: &str, least: u8| {
        let inner = format!(r#"{{"deep":{{"deep":{{"deep":{{"deep":{{"number":{least}}}}}}}}}}}"#);
        format!(r#"{{"x":{{"number":{number},"inner":{inner}}}}}"#)
    };
    let bypass = text("\"1\"", 9);
    assert!(serde_json::from_str::<Of<AtDepth>>(&bypass).is_ok());
    let meant = serde_json::from_str::<Of<AtDepth>>(&text("1", 3)).expect("an object");
    for &provider in Provider::ALL {
        decode::<Of<AtDepth>>(provider, &bypass).expect_err(&bypass);
        decode::<Of<AtDepth>>(provider, &text("1", 9)).expect_err("more than 3");
        let read = decode::<Of<AtDepth>>(provider, &text("1", 3));
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}");
    }
}

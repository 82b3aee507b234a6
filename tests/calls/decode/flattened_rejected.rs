//! Values that a type's own `Deserialize` rejects inside a flattened `Option`. The schema accepts
//! them, and serde reads `None`; the decoder reports a fault with the type's message.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use toolcast::{Provider, ToolSchema, decode, tool};

use super::flattened_option::{fault, reads};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(try_from = "u8", into = "u8")]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(percent: u8) -> Result<Self, String> {
        if percent > 100 {
            return Err(format!("{percent} is more than 100 percent"));
        }
        Ok(Percent(percent))
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

/// Reads a number that is even.
fn even<'de, D: Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    let number = u8::deserialize(value)?;
    if number % 2 == 1 {
        return Err(serde::de::Error::custom("an odd number"));
    }
    Ok(number)
}

/// Reads a number, or 0 instead of one that doesn't fit.
#[allow(clippy::unnecessary_wraps)] // `deserialize_with` takes a `Result`.
fn or_zero<'de, D: Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    Ok(even(value).unwrap_or_default())
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Limits {
    percent: Percent,
    #[serde(default, deserialize_with = "even")]
    #[tool(as = "u8")]
    even: u8,
    label: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Owner {
    owner: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Job {
    #[serde(deserialize_with = "or_zero")]
    #[tool(as = "u8")]
    id: u8,
    #[serde(flatten)]
    owner: Option<Owner>,
    #[serde(flatten)]
    limits: Option<Limits>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "plan", rename_all = "lowercase")]
enum Plan {
    Job(Job),
    Jobs { jobs: Vec<Job> },
    Free,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Planned {
    id: u8,
    #[serde(flatten)]
    plan: Option<Plan>,
}

#[test]
fn a_value_that_a_type_rejects_in_a_flattened_option_is_a_fault_with_its_message() {
    for value in [
        json!({"id": 2, "percent": 101}),
        json!({"id": 2, "owner": "x", "percent": 101}),
        json!({"id": 2, "owner": "x", "percent": 101, "label": "a"}),
    ] {
        let fault = fault::<Job>(&value);
        assert!(fault.contains("101 is more than 100 percent"), "{fault}");
    }
    let fault = fault::<Job>(&json!({"id": 2, "percent": 100, "even": 3}));
    assert!(fault.contains("an odd number"), "{fault}");
}

#[test]
fn a_value_that_serde_buffers_before_it_is_rejected_is_a_fault_too() {
    for value in [
        json!({"plan": "job", "id": 2, "percent": 101}),
        json!({"plan": "jobs", "jobs": [{"id": 2}, {"id": 2, "percent": 101}]}),
    ] {
        let fault = fault::<Plan>(&value);
        assert!(fault.contains("101 is more than 100 percent"), "{fault}");
    }
    fault::<Planned>(&json!({"id": 2, "plan": "jobs", "jobs": [{"id": 2, "percent": 101}]}));
}

/// An `Option` that wasn't sent is an error to serde too, and a function may drop its own.
#[test]
fn an_option_that_is_read_or_absent_is_not_a_fault() {
    for value in [
        json!({"id": 2}),
        json!({"id": 3, "percent": 100}),
        json!({"id": 3, "owner": "x"}),
        json!({"id": 3, "owner": "x", "percent": 100, "even": 2}),
    ] {
        reads::<Job>(&value);
    }
    reads::<Plan>(&json!({"plan": "jobs", "jobs": [{"id": 3}, {"id": 3, "percent": 1}]}));
    reads::<Plan>(&json!({"plan": "free"}));
    reads::<Planned>(&json!({"id": 1}));
    reads::<Planned>(&json!({"id": 1, "plan": "free"}));
}

#[test]
fn a_number_that_serde_cannot_buffer_is_a_fault_in_a_flattened_option() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Wide {
        wide: u128,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Holder {
        id: u8,
        #[serde(flatten)]
        wide: Option<Wide>,
    }
    reads::<Holder>(&json!({"id": 1}));
    let fault = fault::<Holder>(&json!({"id": 1, "wide": 2}));
    assert!(fault.contains("no 128-bit integer"), "{fault}");
}

#[test]
fn the_message_of_a_type_is_not_shown_beside_a_password() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[serde(try_from = "String")]
    struct Secret(#[allow(dead_code)] String);

    impl TryFrom<String> for Secret {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            Err(format!("{text} is too short"))
        }
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Login {
        #[tool(format = "password")]
        #[allow(dead_code)]
        secret: Secret,
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Holder {
        #[serde(flatten)]
        #[allow(dead_code)]
        login: Option<Login>,
    }
    for provider in Provider::ALL {
        let errors = decode::<Holder>(*provider, r#"{"secret":"hunter2"}"#).expect_err("rejected");
        assert!(!errors.to_string().contains("hunter2"), "{errors}");
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Words {
    Number(u64),
    Text(String),
}

/// Reads a text, or a number as its text, by way of an untagged enum.
fn text_or_number<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    Ok(match Words::deserialize(value)? {
        Words::Number(number) => number.to_string(),
        Words::Text(text) => text,
    })
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Page {
    #[serde(deserialize_with = "text_or_number")]
    #[tool(as = "String")]
    cursor: String,
    size: Option<u8>,
}

/// At least one of both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(try_from = "Bounds", into = "Bounds")]
struct Range(Bounds);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Bounds {
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<u32>,
}

impl TryFrom<Bounds> for Range {
    type Error = &'static str;

    fn try_from(bounds: Bounds) -> Result<Self, &'static str> {
        match bounds {
            Bounds {
                min: None,
                max: None,
            } => Err("missing field: either min or max is needed"),
            Bounds {
                min: Some(min),
                max: Some(max),
            } if min > max => Err("missing field of numbers: min is above max"),
            bounds => Ok(Range(bounds)),
        }
    }
}

impl From<Range> for Bounds {
    fn from(range: Range) -> Bounds {
        range.0
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Search {
    query: String,
    note: Option<Words>,
    #[serde(flatten)]
    page: Option<Page>,
    #[serde(flatten)]
    range: Option<Range>,
    #[serde(flatten)]
    limits: Option<Limits>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Command {
    Get(Search),
    Put {
        id: u8,
        #[serde(flatten)]
        page: Option<Page>,
    },
    Two(u8, Search),
    List,
}

/// Functions that try two types, `Option`s that validate themselves and aren't sent, and enums.
#[test]
fn a_value_that_serde_reads_in_several_tries_is_not_a_fault() {
    for value in [
        json!({"query": "x", "cursor": "abc"}),
        json!({"query": "x", "cursor": "abc", "size": 2, "percent": 3, "note": "y"}),
        json!({"query": "x", "max": 2, "note": 1}),
    ] {
        reads::<Search>(&value);
        reads::<Command>(&json!({"Get": value}));
        reads::<Command>(&json!({"Two": [1, value]}));
        reads::<Vec<Command>>(&json!([{"Get": value}, "List"]));
    }
    reads::<Command>(&json!({"Put": {"id": 1, "cursor": "a"}}));
}

#[test]
fn the_message_is_that_of_the_option_that_was_rejected() {
    let value = json!({"query": "x", "note": "y", "cursor": "a", "percent": 101});
    let found = fault::<Search>(&value);
    assert!(found.contains("101 is more than 100 percent"), "{found}");
    let found = fault::<Command>(&json!({ "Get": value }));
    assert!(found.contains("101 is more than 100 percent"), "{found}");
    let found = fault::<Search>(&json!({"query": "x", "min": 2, "max": 1}));
    assert!(found.contains("min is above max"), "{found}");
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "action", rename_all = "lowercase")]
enum Action {
    Scale { percent: Percent },
    Stop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Either {
    Percent(Percent),
    Name(String),
}

#[test]
fn a_variant_that_is_rejected_in_a_flattened_option_is_a_fault() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Acts {
        id: u8,
        #[serde(flatten)]
        action: Option<Action>,
        #[serde(flatten)]
        either: Option<Either>,
    }
    reads::<Acts>(&json!({"id": 1, "action": "scale", "percent": 1, "Name": "x", "other": 2}));
    reads::<Acts>(&json!({"id": 1, "Percent": 100}));
    for value in [
        json!({"id": 1, "action": "scale", "percent": 101}),
        json!({"id": 1, "Percent": 101, "other": 1}),
    ] {
        let found = fault::<Acts>(&value);
        assert!(found.contains("101 is more than 100 percent"), "{found}");
    }
}

#[test]
fn an_option_inside_a_flattened_parameter_or_type_is_checked() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Outer {
        name: String,
        #[serde(flatten)]
        job: Job,
    }
    #[tool]
    fn start(query: &str, #[tool(flatten)] job: Job) -> String {
        format!("{query} {job:?}")
    }
    reads::<Outer>(&json!({"name": "x", "id": 2, "percent": 100, "owner": "y"}));
    let found = fault::<Outer>(&json!({"name": "x", "id": 2, "percent": 101}));
    assert!(found.contains("101 is more than 100 percent"), "{found}");
    for &provider in Provider::ALL {
        let text = r#"{"query":"x","id":2,"percent":101}"#;
        let error = start::call(provider, text).now_or_never().expect("no wait");
        let error = error.expect_err("rejected").to_string();
        assert!(error.contains("101 is more than 100 percent"), "{error}");
    }
}

/// Serde passes the names of later types to an untagged enum, which needs one name here.
#[test]
fn an_enum_that_rejects_the_names_of_a_later_type_is_a_fault() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(untagged)]
    enum Wrapped {
        Either(Either),
        Width { width: u8 },
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct First {
        #[serde(flatten)]
        wrapped: Option<Wrapped>,
        #[serde(flatten)]
        owner: Option<Owner>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Last {
        #[serde(flatten)]
        owner: Option<Owner>,
        #[serde(flatten)]
        wrapped: Option<Wrapped>,
    }
    let value = json!({"Name": "x", "owner": "y"});
    reads::<Last>(&value);
    fault::<First>(&value);
    reads::<First>(&json!({"width": 1, "owner": "y"}));
    reads::<First>(&json!({"Name": "x"}));
}

/// A map beside the `Option` has the members that its type rejects.
#[test]
fn members_in_a_flattened_map_are_not_reported_as_lost() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Event {
        id: u8,
        #[serde(flatten)]
        action: Option<Action>,
        #[serde(flatten)]
        extra: BTreeMap<String, Value>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct MapFirst {
        id: u8,
        #[serde(flatten)]
        extra: BTreeMap<String, Value>,
        #[serde(flatten)]
        limits: Option<Limits>,
    }
    reads::<Event>(&json!({"id": 1, "action": "scale", "percent": 101}));
    reads::<Event>(&json!({"id": 1, "action": "scale", "percent": 100, "other": 1}));
    reads::<MapFirst>(&json!({"id": 1, "percent": 101}));
}

/// Serde reads no maps by numbers below two levels of flattened types; the decoder does.
#[test]
fn maps_by_numbers_in_a_flattened_type_in_an_option_are_read() {
    #[derive(Clone, Debug, PartialEq, Deserialize, ToolSchema)]
    struct Counts {
        by_year: BTreeMap<u16, u8>,
    }
    #[derive(Clone, Debug, PartialEq, Deserialize, ToolSchema)]
    struct Totals {
        total: u8,
        #[serde(flatten)]
        counts: Counts,
    }
    #[derive(Clone, Debug, PartialEq, Deserialize, ToolSchema)]
    struct Report {
        id: u8,
        #[serde(flatten)]
        totals: Option<Totals>,
    }
    for provider in [Provider::JsonSchema, Provider::Mistral, Provider::Mcp] {
        let text = r#"{"id":1,"total":3,"by_year":{"2026":1}}"#;
        let read = decode::<Report>(provider, text).expect("a value");
        let counts = read.totals.expect("it was sent").counts;
        assert_eq!(counts.by_year, [(2026, 1)].into(), "{provider}");
    }
}

//! Constraints beside what serde reads: they reject values, and change nothing else.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toolcast::{Provider, ToolSchema, decode};

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
enum Amount {
    None,
    #[serde(rename = "all", alias = "everything")]
    All,
    Some(#[tool(range(1..=5))] u8),
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum AmountOrMap {
    Amount(Amount),
    Map(BTreeMap<String, Option<u8>>),
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    None,
    Some(#[tool(range(1..=5))] u8),
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Below {
    #[tool(range(0..1))]
    x: f32,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Above {
    #[tool(range(..=0.1))]
    x: f32,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Value<T> {
    value: T,
}

#[track_caller]
fn same_as_serde<T: DeserializeOwned + ToolSchema + Debug + PartialEq>(text: &str) {
    let meant: T = serde_json::from_str(text).expect("serde reads it");
    for &provider in Provider::ALL {
        let read = decode::<T>(provider, text);
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}: {text}");
    }
}

#[track_caller]
fn fault<T: DeserializeOwned + ToolSchema + Debug>(text: &str) -> String {
    let mut all = Provider::ALL.iter().map(|&provider| {
        let errors = decode::<T>(provider, text).expect_err(text);
        assert_eq!(errors.faults.len(), 1, "{provider}: {errors}");
        errors.faults[0].to_string()
    });
    let first = all.next().expect("there are providers");
    assert!(all.all(|other| other == first));
    first
}

#[test]
fn a_unit_variant_with_null_is_read_as_serde_reads_it_beside_a_constraint() {
    for name in ["None", "all", "everything"] {
        let text = format!(r#"{{"value":{{"{name}":null}}}}"#);
        same_as_serde::<Value<Amount>>(&text);
        same_as_serde::<Value<AmountOrMap>>(&text);
    }
    same_as_serde::<Value<AmountOrMap>>(r#"{"value":{"other":null}}"#);
    same_as_serde::<Value<Adjacent>>(r#"{"value":{"t":"None","c":null}}"#);
    assert_eq!(
        fault::<Value<Amount>>(r#"{"value":{"Some":6}}"#),
        "$.value.Some: expected an integer from 1 to 5, got 6"
    );
}

#[test]
fn content_of_a_unit_variant_is_a_fault_that_asks_for_null() {
    assert_eq!(
        fault::<Value<Adjacent>>(r#"{"value":{"t":"None","c":5}}"#),
        "$.value.c: expected `null` or nothing, because the variant has no content, got 5"
    );
}

#[test]
fn a_number_that_its_type_rounds_to_an_excluded_bound_is_a_fault() {
    same_as_serde::<Below>(r#"{"x":0.9999999}"#);
    same_as_serde::<Below>(r#"{"x":0}"#);
    same_as_serde::<Above>(r#"{"x":0.1}"#);
    for text in [
        r#"{"x":0.99999999}"#,
        r#"{"x":1}"#,
        r#"{"x":9999999999e-10}"#,
    ] {
        assert!(fault::<Below>(text).contains("less than 1"), "{text}");
    }
}

#[test]
fn a_number_beyond_every_float_is_a_fault_with_the_maximum() {
    assert_eq!(
        fault::<Value<f64>>(r#"{"value":1e400}"#),
        "$.value: expected a number of at most 1.7976931348623157e308, got 1e400"
    );
}

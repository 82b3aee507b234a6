//! Constraints beside what serde reads: they reject values, and change nothing else.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use toolcast::{Provider, ToolSchema, decode};

use super::only_fault;

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
fn fault<T: DeserializeOwned + ToolSchema>(text: &str) -> String {
    only_fault(text, &|provider| decode::<T>(provider, text).err())
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

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Name(#[tool(length(1..=10))] String);

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Named {
    #[tool(length(2..))]
    name: Name,
}

#[test]
fn a_length_is_expected_within_the_narrowest_bounds() {
    assert_eq!(
        fault::<Named>(r#"{"name":"a"}"#),
        "$.name: expected a string of 2 to 10 characters, got the string \"a\""
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

/// The items are compared as the type has them, not as the dialect writes them.
#[test]
fn items_of_a_set_with_one_value_are_a_fault_in_any_form_of_a_dialect() {
    type Maps = BTreeSet<BTreeMap<String, u8>>;
    let (a, b) = (r#"{"key":"a","value":1}"#, r#"{"key":"b","value":2}"#);
    let mut lists = 0;
    for provider in Provider::ALL {
        for list in [
            r#"[{"a":1,"b":2},{"b":2,"a":1}]"#.to_owned(),
            format!("[[{a},{b}],[{b},{a}]]"),
            format!(r#"[[{a}],{{"a":1}}]"#),
            "[[],{}]".to_owned(),
        ] {
            let text = format!(r#"{{"value":{list}}}"#);
            let read = decode::<Value<Maps>>(*provider, &text);
            // Without the rewrite, a list is not a map.
            let error = read.expect_err(&text).to_string();
            let is_twice = error.contains("no item twice");
            assert!(
                is_twice || error.contains("an object"),
                "{provider}: {error}"
            );
        }
        let text = format!(r#"{{"value":[[{a}],[{b}],{{"a":2}}]}}"#);
        if let Ok(read) = decode::<Value<Maps>>(*provider, &text) {
            assert_eq!(read.value.len(), 3, "{provider}");
            lists += 1;
        }
    }
    assert!(lists > 0, "no provider has a list for a map");
}

#[test]
fn items_of_a_set_with_one_value_are_a_fault_in_any_notation() {
    for list in ["[1,1]", "[1,1.0]", "[100,1e2]", "[0,-0]", "[0,-0.0,5]"] {
        let text = format!(r#"{{"value":{list}}}"#);
        assert!(fault::<Value<BTreeSet<u8>>>(&text).contains("no item twice"));
    }
    same_as_serde::<Value<BTreeSet<u8>>>(r#"{"value":[1,10,100]}"#);
    for list in ["[[1],[1.0]]", "[[1,2],[ 1, 2e0 ]]", "[[],[]]"] {
        let text = format!(r#"{{"value":{list}}}"#);
        assert!(fault::<Value<BTreeSet<Vec<u8>>>>(&text).contains("no item twice"));
    }
    same_as_serde::<Value<BTreeSet<Vec<u8>>>>(r#"{"value":[[1,2],[2,1],[12]]}"#);
    for list in [
        r#"[{"id":1,"tag":"a"},{"tag":"a","id":1}]"#,
        r#"[{"id":1,"tag":"a"},{"id":1.0,"tag":"\u0061"}]"#,
    ] {
        let text = format!(r#"{{"value":{list}}}"#);
        assert!(fault::<Value<BTreeSet<Tagged>>>(&text).contains("no item twice"));
    }
    same_as_serde::<Value<BTreeSet<Tagged>>>(
        r#"{"value":[{"id":1,"tag":"a"},{"id":1,"tag":"b"}]}"#,
    );
}

#[test]
fn items_of_a_set_of_any_values_are_a_fault_in_any_notation() {
    type Any = Value<HashSet<serde_json::Value>>;
    for list in [
        "[1,1.0]",
        "[0.5,5e-1]",
        "[null,null]",
        "[[1,[2]],[1e0,[2.0]]]",
        r#"["a","\u0061"]"#,
        r#"[{"a":1,"b":[{}]},{"b":[{}],"a":1.0}]"#,
        r#"[{"a":{"b":1,"c":2}},{"a":{"c":2,"b":1}}]"#,
    ] {
        let text = format!(r#"{{"value":{list}}}"#);
        assert!(fault::<Any>(&text).contains("no item twice"), "{list}");
    }
    same_as_serde::<Any>(
        r#"{"value":[1,"x",true,null,[1],[[1]],[1,1],[[1],1],[[1,1]],{"x":1},{"x":[1]},
            {"x":{"x":1,"y":1}},{"x":{"x":1},"y":1}]}"#,
    );
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToolSchema)]
struct Tagged {
    id: u8,
    tag: String,
}

#[test]
fn a_number_beyond_128_bits_is_a_fault_with_the_bound() {
    let beyond = "340282366920938463463374607431768211456";
    let text = fault::<Value<u128>>(&format!(r#"{{"value":{beyond}}}"#));
    assert!(
        text.contains("to 340282366920938463463374607431768211455"),
        "{text}"
    );
    let text = fault::<Value<i128>>(&format!(r#"{{"value":-{beyond}}}"#));
    assert!(
        text.contains("of at least -170141183460469231731687303715884105728"),
        "{text}"
    );
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Flat {
    path: String,
    #[serde(default, alias = "with_force")]
    force: bool,
    #[serde(flatten)]
    extra: BTreeMap<String, bool>,
}

#[test]
fn an_entry_of_a_flattened_map_never_replaces_a_property_or_another_entry() {
    for entries in [
        r#""force":false,"extra":[{"key":"force","value":true}]"#,
        r#""extra":[{"key":"force","value":true}]"#,
        r#""extra":[{"key":"with_force","value":true}]"#,
        r#""extra":[{"key":"x","value":true}],"x":false"#,
    ] {
        let text = format!(r#"{{"value":{{"path":"a",{entries}}}}}"#);
        for &provider in Provider::ALL {
            let read = decode::<Value<Flat>>(provider, &text);
            let errors = read.expect_err(&text);
            assert_eq!(errors.faults.len(), 1, "{provider}: {errors}");
        }
        let errors = decode::<Value<Flat>>(Provider::Portable, &text).expect_err("a fault");
        assert_eq!(errors.faults[0].path, "$.value.extra[0].key", "{errors}");
    }
    let text = r#"{"value":{"path":"a","force":true,"extra":[{"key":"x","value":true}]}}"#;
    let read = decode::<Value<Flat>>(Provider::Portable, text).expect("a value");
    assert!(read.value.force && read.value.extra["x"]);
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Login {
    #[tool(format = "password", length(12..))]
    password: String,
}

#[test]
fn a_password_is_not_repeated_by_its_fault() {
    let text = fault::<Login>(r#"{"password":"hunter2"}"#);
    assert!(text.ends_with("got a value that is not shown"), "{text}");
}

#[test]
fn a_name_of_a_map_beyond_its_type_is_a_fault_with_the_bound() {
    for &provider in Provider::ALL {
        let text = r#"{"value":{"18446744073709551616":1}}"#;
        let errors = decode::<Value<BTreeMap<u64, u8>>>(provider, text).expect_err(text);
        let text = errors.to_string();
        assert!(text.contains("18446744073709551615"), "{provider}: {text}");
    }
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum LoginOrToken {
    Login(Login),
    Token { token: u64, label: String },
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    id: u8,
    login: Login,
}

#[derive(Debug, PartialEq, ToolSchema)]
struct Key(#[tool(format = "password")] String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Err(serde::de::Error::custom(format!("`{text}` is no key")))
    }
}

#[test]
fn a_value_around_a_password_is_not_repeated_by_its_fault() {
    let secret = "hunter2";
    let mut texts = vec![
        fault::<Value<LoginOrToken>>(r#"{"value":{"passwort":"hunter2"}}"#),
        fault::<Value<Login>>(r#"{"value":["hunter2", 5]}"#),
        fault::<Value<Closed>>(
            r#"{"value":{"id":1,"login":{"password":"0123456789ab"},"pasword":"hunter2"}}"#,
        ),
        fault::<Value<Key>>(r#"{"value":"hunter2"}"#),
    ];
    for &provider in Provider::ALL {
        for text in ["[\"hunter2\"]", "\"hunter2\""] {
            let errors = decode::<Login>(provider, text).expect_err(text);
            texts.push(errors.to_string());
        }
        for map in [
            json!({"a": "hunter2"}),
            json!([{"key": "a", "value": "hunter2"}]),
        ] {
            let text = json!({ "value": map }).to_string();
            let errors = decode::<Value<BTreeMap<String, Login>>>(provider, &text);
            texts.push(errors.expect_err(&text).to_string());
        }
    }
    for text in texts {
        assert!(!text.contains(secret), "{text}");
    }
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Steps {
    #[tool(multiple_of = 0.01)]
    cents: f64,
    #[tool(multiple_of = 0.5)]
    half: f64,
    #[tool(multiple_of = 1)]
    whole: f64,
}

#[test]
fn multiples_are_exact() {
    for (cents, half, whole, is_valid) in [
        ("0.07", "1e9", "-3", true),
        ("5000000.01", "1000000000.5", "1.0", true),
        ("1234567890123.45", "-0.5", "1e300", true),
        ("5000000.005", "0", "0", false),
        ("1e-12", "0", "0", false),
        ("123456789.123", "0", "0", false),
        ("0", "1000000000.25", "0", false),
        ("0", "0", "1000000000.5", false),
        ("0", "0", "1.0000000001", false),
        ("4999999.005", "0", "0", false),
    ] {
        let text = format!("{{\"cents\":{cents},\"half\":{half},\"whole\":{whole}}}");
        let result = decode::<Steps>(Provider::Mcp, &text);
        assert_eq!(result.is_ok(), is_valid, "{text}: {result:?}");
    }
}

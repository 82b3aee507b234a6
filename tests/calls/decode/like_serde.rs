//! Values in rare forms, and of rare types: the decoder reads what serde reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use ordered_float::OrderedFloat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, ToolSchema, decode, to_model};
use toolcast_test_support::{is_refused, name};

use super::{Late, Of};

#[track_caller]
fn same_as_serde<T: DeserializeOwned + ToolSchema + Debug + PartialEq>(value: &str) {
    let text = format!("{{\"x\": {value}}}");
    let meant: Of<T> = serde_json::from_str(&text).expect("serde reads it");
    for &provider in Provider::ALL {
        let read = decode::<Of<T>>(provider, &text);
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}: {text}");
    }
}

#[track_caller]
fn is_a_fault<T: DeserializeOwned + ToolSchema + Debug>(value: &str) {
    let text = format!("{{\"x\": {value}}}");
    for &provider in Provider::ALL {
        let errors = decode::<Of<T>>(provider, &text).expect_err(&text);
        assert!(!errors.faults.is_empty(), "{provider}: {text}");
    }
}

/// Variants whose content serde reads from the items after the tag.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "t")]
enum Tailed {
    List(Vec<u8>),
    Set(BTreeSet<u8>),
    Any(Value),
    Pair((u8, bool)),
    Two([u8; 2]),
    Maybe(Option<Vec<u8>>),
    One(One),
}

#[test]
fn the_items_after_a_tag_are_read_as_the_type_of_the_variant() {
    for value in [
        r#"["List"]"#,
        r#"["List",1]"#,
        r#"["List",1,1]"#,
        r#"["Set",1,2]"#,
        r#"["Any"]"#,
        r#"["Any",1,{"a":[null]}]"#,
        r#"{"t":"Any","a":1}"#,
        r#"["Pair",1,true]"#,
        r#"["Two",1,1]"#,
        r#"["Maybe",1,1]"#,
        r#"["One",5]"#,
    ] {
        same_as_serde::<Tailed>(value);
    }
    for value in [
        r#"["List",300]"#,
        r#"["Pair",1]"#,
        r#"["Pair",1,true,2]"#,
        r#"["Two",1]"#,
        r#"["Two",1,1,1]"#,
        r#"["One",5,null]"#,
        r#"["One",6]"#,
    ] {
        is_a_fault::<Tailed>(value);
    }
    // Serde keeps one of two equal items.
    is_a_fault::<Tailed>(r#"["Set",1,1]"#);
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct One {
    #[tool(range(..=5))]
    a: u8,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum OneOrList {
    One(One),
    List(Vec<Option<u8>>),
}

#[test]
fn a_list_with_a_null_after_the_fields_of_a_struct_is_not_the_struct() {
    same_as_serde::<OneOrList>("[3]");
    same_as_serde::<OneOrList>("[7,null]");
    same_as_serde::<OneOrList>("[3,null]");
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Unit {
    Celsius,
    Fahrenheit,
}

/// Reads the value in the form of each dialect.
#[track_caller]
fn comes_back<T>(value: &T)
where
    T: DeserializeOwned + Serialize + ToolSchema + Debug + PartialEq,
{
    let schema = Of::<T>::SCHEMA.get();
    for dialect in Dialect::all() {
        if is_refused(schema, dialect) {
            continue;
        }
        let text = to_model(schema, dialect, json!({ "x": value })).to_string();
        let arguments = Arguments::parse_answer(&text, schema, DecodeOptions::new());
        let read = arguments.and_then(|arguments| arguments.read::<Of<T>>(schema, dialect));
        let read = read.map(|of| of.x);
        assert_eq!(read.as_ref(), Ok(value), "{}: {text}", name(dialect));
    }
}

#[test]
fn items_of_any_type_that_may_be_null_come_back_in_every_dialect() {
    comes_back(&vec![Some(Unit::Celsius), None, Some(Unit::Fahrenheit)]);
    comes_back(&vec![Some("a".to_owned()), None, Some("null".to_owned())]);
    comes_back(&vec![Some(true), None]);
    comes_back(&vec![Some(1_u8), None]);
    comes_back(&vec![Some(0.5_f64), None]);
    comes_back(&vec![Some(vec![1_u8]), None]);
    // The form of a dialect without `null`.
    let text = r#"{"x":["\"Celsius\"","null","Fahrenheit"]}"#;
    let read = decode::<Of<Vec<Option<Unit>>>>(Provider::Portable, text);
    let x = vec![Some(Unit::Celsius), None, Some(Unit::Fahrenheit)];
    assert_eq!(read, Ok(Of { x }));
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Entry {
    Named {
        id: u8,
        #[serde(flatten)]
        more: BTreeMap<String, u8>,
    },
    List(Vec<u8>),
}

#[test]
fn a_variant_with_other_names_is_read_from_the_list_of_a_dialect() {
    same_as_serde::<Entry>(r#"{"id":1,"a":2}"#);
    let meant = Entry::Named {
        id: 1,
        more: [("a".to_owned(), 2)].into(),
    };
    let text = r#"{"x":{"id":1,"more":[{"key":"a","value":2}]}}"#;
    for provider in [Provider::OpenAi, Provider::Gemini, Provider::Portable] {
        let read = decode::<Of<Entry>>(provider, text).map(|of| of.x);
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}");
    }
    is_a_fault::<Entry>(r#"{"id":1,"a":true}"#);
}

type Ratios = BTreeMap<OrderedFloat<f32>, u8>;

#[test]
fn a_name_of_a_map_by_floats_is_a_number_within_the_range_of_its_type() {
    same_as_serde::<Ratios>(r#"{"1.5":1,"-2":2,"1e3":3}"#);
    for (names, fault) in [
        (
            r#"{"abc":1}"#,
            "expected a name that is a number, got `abc`",
        ),
        (
            r#"{"1e39":1}"#,
            "expected a name that is a number of at most",
        ),
        (
            r#"{"-1e39":1}"#,
            "expected a name that is a number of at least",
        ),
    ] {
        is_a_fault::<Ratios>(names);
        let text = format!("{{\"x\": {names}}}");
        let errors = decode::<Of<Ratios>>(Provider::Mcp, &text).expect_err(&text);
        assert!(errors.to_string().contains(fault), "{errors}");
    }
}

/// Defaults that the decoder fills in.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Presets {
    #[tool(default = None)]
    none: Option<u8>,
    #[tool(default = true)]
    yes: bool,
    #[tool(default = false)]
    no: bool,
    #[tool(default = -1.5)]
    number: f64,
    #[tool(default = "a\"\\b\n")]
    text: String,
    #[tool(default = [1, 2])]
    list: Vec<u8>,
    #[tool(default = Unit::Fahrenheit)]
    unit: Unit,
}

#[test]
fn a_default_of_each_type_is_filled_in_for_an_absent_property() {
    let presets = Presets {
        none: None,
        yes: true,
        no: false,
        number: -1.5,
        text: "a\"\\b\n".to_owned(),
        list: vec![1, 2],
        unit: Unit::Fahrenheit,
    };
    for &provider in Provider::ALL {
        let read = decode::<Of<Presets>>(provider, r#"{"x":{}}"#).map(|of| of.x);
        assert_eq!(read.as_ref(), Ok(&presets), "{provider}");
    }
    same_as_serde::<Presets>(
        r#"{"none":3,"yes":false,"no":true,"number":1,"text":"","list":[],"unit":"Celsius"}"#,
    );
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum FirstDiffers {
    Late { first: u8, late: Late },
    Any { first: String, late: Value },
}

#[test]
fn a_variant_that_serde_rejects_at_its_first_member_costs_nothing() {
    let mut late = "null".to_owned();
    for _ in 0..40 {
        late = format!(r#"{{"next":{late},"z":[]}}"#);
    }
    let text = format!(r#"{{"x":{{"first":"a","late":{late}}}}}"#);
    let meant = serde_json::from_str::<Of<FirstDiffers>>(&text).expect("any value");
    for provider in [Provider::Mcp, Provider::JsonSchema] {
        let read = decode::<Of<FirstDiffers>>(provider, &text);
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}");
    }
}

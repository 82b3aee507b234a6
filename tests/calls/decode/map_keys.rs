//! Constraints of the type of a map's names, and wrong lengths beside wrong contents.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use ordered_float::OrderedFloat;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolcast::{Outcome, Provider, ToolSchema, decode, schema, tool};

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, ToolSchema)]
struct Sku(#[tool(pattern = "^[A-Z]{2}$", length(2))] String);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToolSchema)]
struct Shelf(#[tool(range(1..=9))] u8);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToolSchema)]
struct Outer(#[tool(length(..=1))] Sku);

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Stock {
    skus: BTreeMap<Sku, u8>,
    shelves: BTreeMap<Shelf, u8>,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Flat {
    id: u8,
    #[serde(flatten)]
    rest: HashMap<Sku, u8>,
}

#[track_caller]
fn faults<T: DeserializeOwned + ToolSchema + std::fmt::Debug>(
    provider: Provider,
    value: &Value,
) -> Vec<String> {
    match decode::<T>(provider, &value.to_string()) {
        Ok(value) => panic!("{provider}: {value:?}"),
        Err(errors) => errors.faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn names_that_violate_a_constraint_of_their_type_are_faults_for_every_provider() {
    for &provider in Provider::ALL {
        let good = json!({"skus": {"AB": 1}, "shelves": {"9": 2}});
        let stock = decode::<Stock>(provider, &good.to_string());
        assert_eq!(
            stock.expect("valid names").skus,
            [(Sku("AB".into()), 1)].into()
        );
        let bad = json!({"skus": {"way": 1, "A": 2}, "shelves": {"10": 1, "0": 2}});
        let found = faults::<Stock>(provider, &bad);
        assert_eq!(found.len(), 4, "{provider}: {found:?}");
        assert!(
            found[0].contains("matches `^[A-Z]{2}$`"),
            "{provider}: {found:?}"
        );
        assert!(found[2].contains("from 1 to 9"), "{provider}: {found:?}");
        // The form of providers without maps.
        let listed =
            json!({"skus": [{"key": "way", "value": 1}], "shelves": [{"key": "10", "value": 1}]});
        if matches!(provider, Provider::Gemini | Provider::Vertex) {
            assert_eq!(faults::<Stock>(provider, &listed).len(), 2, "{provider}");
        }
        let flat = decode::<Flat>(provider, r#"{"id": 1, "AB": 2}"#).expect("valid names");
        assert_eq!(flat.rest, [(Sku("AB".into()), 2)].into());
        let found = faults::<Flat>(provider, &json!({"id": 1, "way": 2}));
        assert!(found[0].contains("way"), "{provider}: {found:?}");
    }
}

#[test]
fn constraints_of_all_newtypes_around_a_name_apply() {
    type Nested = BTreeMap<Outer, u8>;
    let found = faults::<Nested>(Provider::Mcp, &json!({"value": {"AB": 1}}));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[tool]
fn stock(skus: BTreeMap<Sku, u8>, shelves: BTreeMap<Shelf, u8>) {
    let _ = (skus, shelves);
}

#[test]
fn the_schema_has_the_constraints_of_names_or_the_report_has_an_entry() {
    const TEXT: &str = schema!(Stock, Provider::JsonSchema);
    let text: Value = serde_json::from_str(TEXT).expect("JSON");
    assert_eq!(
        text["properties"]["skus"]["propertyNames"],
        json!({"type": "string", "minLength": 2, "maxLength": 2, "pattern": "^[A-Z]{2}$"})
    );
    let shelves = text["properties"]["shelves"]["description"].as_str();
    assert_eq!(shelves, Some("each key at least 1, each key at most 9"));

    for &provider in Provider::ALL {
        let report = stock::report_for(provider);
        let entry = |pointer: &str| {
            report
                .entries
                .iter()
                .find(|entry| entry.pointer == pointer && entry.outcome == Outcome::Described)
        };
        let text = stock::parameters_for(provider).expect("parameters");
        assert!(
            text.contains("[A-Z]{2}"),
            "{provider}: the pattern is lost: {text}"
        );
        assert!(
            entry("/properties/shelves").is_some(),
            "{provider}: {report}"
        );
    }
}

#[test]
fn a_wrong_length_does_not_hide_the_faults_inside() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only read.
    struct Lists {
        #[tool(length(1..=2))]
        list: Vec<u8>,
        array: [u8; 2],
        #[tool(length(1))]
        map: BTreeMap<Sku, u8>,
    }
    let value = json!({"list": [1, 300, "x"], "array": [1, "x", 3], "map": {"AB": 1, "x": true}});
    let found = faults::<Lists>(Provider::Mcp, &value);
    let paths: Vec<&str> = (found.iter())
        .filter_map(|fault| fault.split(':').next())
        .collect();
    assert_eq!(
        paths,
        [
            "$.list",
            "$.list[1]",
            "$.list[2]",
            "$.array",
            "$.array[1]",
            "$.map",
            "$.map.x",
            "$.map.x",
        ]
    );
}

#[test]
fn a_string_that_names_no_unit_variant_is_answered_with_all_variants() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only read.
    enum Job {
        Stop,
        Run { fast: bool },
    }
    type One = BTreeMap<String, Job>;
    for sent in ["Run", "Start"] {
        let found = faults::<One>(Provider::Mcp, &json!({"value": {"a": sent}}));
        assert_eq!(
            found,
            [format!(
                "$.value.a: expected \"Stop\" or an object with `Run`, got the string \"{sent}\""
            )]
        );
    }
}

#[test]
fn null_is_the_content_of_result_and_bound_as_for_serde() {
    #[derive(Debug, PartialEq, Deserialize, ToolSchema)]
    struct Both {
        result: Result<Option<u8>, String>,
        bound: Bound<Option<u8>>,
    }
    let text = r#"{"result": {"Ok": null}, "bound": {"Included": null}}"#;
    let expected: Both = serde_json::from_str(text).expect("serde reads it");
    for &provider in Provider::ALL {
        assert_eq!(
            decode::<Both>(provider, text).as_ref(),
            Ok(&expected),
            "{provider}"
        );
        let empty = json!({"result": {}, "bound": {"Included": 1}});
        let found = faults::<Both>(provider, &empty);
        assert!(found[0].starts_with("$.result"), "{provider}: {found:?}");
    }
}

#[test]
fn two_names_of_one_key_are_a_fault() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToolSchema)]
    enum Unit {
        #[serde(alias = "metre")]
        Meter,
        Foot,
        #[serde(other)]
        Other,
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Lengths {
        #[allow(dead_code)] // Only read.
        by_unit: BTreeMap<Unit, u8>,
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Numbered {
        #[allow(dead_code)] // Only read.
        by_number: BTreeMap<i8, u8>,
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Measured {
        #[serde(default)]
        #[allow(dead_code)] // Only read.
        by_double: BTreeMap<OrderedFloat<f64>, u8>,
        #[serde(default)]
        #[allow(dead_code)] // Only read.
        by_single: BTreeMap<OrderedFloat<f32>, u8>,
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Flattened {
        #[serde(flatten)]
        #[allow(dead_code)] // Only read.
        by_unit: BTreeMap<Unit, u8>,
    }
    for &provider in Provider::ALL {
        for names in [["Meter", "metre"], ["inch", "yard"]] {
            let [first, second] = names;
            let units = json!({first: 1, second: 2, "Foot": 3});
            let found = faults::<Lengths>(provider, &json!({"by_unit": units.clone()}));
            let words = format!("`{first}` and `{second}` are the same key");
            assert!(
                found.len() == 1 && found[0].contains(&words),
                "{provider}: {found:?}"
            );
            let found = faults::<Flattened>(provider, &units);
            assert!(
                found.len() == 1 && found[0].contains(&words),
                "{provider}: {found:?}"
            );
        }
        let found = faults::<Numbered>(provider, &json!({"by_number": {"-0": 1, "0": 2}}));
        assert!(found.len() == 1, "{provider}: {found:?}");
        for twice in [
            json!({"by_double": {"1": 1, "1.0": 2}}),
            json!({"by_double": {"-0": 1, "0.0": 2}}),
            json!({"by_single": {"0.1": 1, "0.1000000001": 2}}),
        ] {
            let found = faults::<Measured>(provider, &twice);
            assert!(found.len() == 1, "{provider}: {found:?}");
        }
        let distinct = json!({"by_double": {"0.1": 1, "0.1000000001": 2}}).to_string();
        assert!(
            decode::<Measured>(provider, &distinct).is_ok(),
            "{provider}"
        );
        let one = json!({"by_unit": {"metre": 1, "Foot": 2, "yard": 3}}).to_string();
        assert!(decode::<Lengths>(provider, &one).is_ok(), "{provider}");
    }
}

/// A number for each level, and a variant for all other numbers.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, serde_repr::Deserialize_repr, ToolSchema)]
#[tool(repr)]
#[repr(u8)]
enum Level {
    Low = 1,
    #[serde(other)]
    Unknown = 0,
}

#[test]
fn an_unknown_number_of_an_enum_is_read_and_two_are_one_key() {
    #[derive(Debug, PartialEq, Deserialize, ToolSchema)]
    struct Levels {
        now: Level,
        by_level: BTreeMap<Level, u8>,
    }
    for &provider in Provider::ALL {
        let sent = json!({"now": 200, "by_level": {"1": 2, "7": 3}});
        let read = decode::<Levels>(provider, &sent.to_string());
        let expected = Levels {
            now: Level::Unknown,
            by_level: [(Level::Low, 2), (Level::Unknown, 3)].into(),
        };
        assert_eq!(read.as_ref(), Ok(&expected), "{provider}");
        let twice = json!({"now": 1, "by_level": {"7": 2, "8": 3}});
        let found = faults::<Levels>(provider, &twice);
        assert!(
            found.len() == 1 && found[0].contains("`7` and `8` are the same key"),
            "{provider}: {found:?}"
        );
        for wrong in [json!(300), json!(-1), json!("low")] {
            let found = faults::<Levels>(provider, &json!({"now": wrong, "by_level": {}}));
            assert!(
                found.len() == 1 && found[0].starts_with("$.now"),
                "{provider}: {found:?}"
            );
        }
    }
    // The form of a provider without enums of integers.
    let read = decode::<Levels>(Provider::Gemini, r#"{"now": "7", "by_level": {}}"#);
    assert_eq!(read.expect("a number").now, Level::Unknown);
}

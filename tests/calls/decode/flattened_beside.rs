//! Flattened `Option`s beside maps, aliases and names that serde buffers.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Provider, ToolSchema, decode, schema, tool};

use super::flattened_lost::{Step, Target};
use super::flattened_option::{fault, reads};

/// The map doesn't get the names that serde takes for the enum before it.
#[test]
fn a_variant_that_is_lost_beside_a_map_is_a_fault() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct External {
        #[serde(flatten)]
        target: Option<Target>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Adjacent {
        #[serde(flatten)]
        step: Option<Step>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct MapFirst {
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
        #[serde(flatten)]
        target: Option<Target>,
    }
    reads::<External>(&json!({"x": 1}));
    reads::<External>(&json!({"x": 1, "line": 2}));
    reads::<Adjacent>(&json!({"x": 1, "t": "wait", "c": 2}));
    let is_valid = |schema: &str, value: &Value| {
        let schema = serde_json::from_str(schema).expect("a schema");
        jsonschema::is_valid(&schema, &json!({ "input": value }))
    };
    for value in [json!({"line": "x"}), json!({"file": 1, "x": 2})] {
        fault::<External>(&value);
        reads::<MapFirst>(&value);
        assert!(!is_valid(schema!(External, Provider::JsonSchema), &value));
        assert!(is_valid(schema!(MapFirst, Provider::JsonSchema), &value));
    }
    let value = json!({"x": 1, "line": 2});
    assert!(is_valid(schema!(External, Provider::JsonSchema), &value));
    assert!(decode::<External>(Provider::Anthropic, r#"{"all":5}"#).is_err());
    for value in [
        json!({"t": "wait", "c": "x"}),
        json!({"c": 1}),
        json!({"t": "wait", "x": 1}),
    ] {
        fault::<Adjacent>(&value);
        assert!(!is_valid(schema!(Adjacent, Provider::JsonSchema), &value));
    }
}

#[test]
fn a_null_does_not_hide_the_value_under_an_alias() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Named {
        #[serde(alias = "first")]
        name: Option<String>,
        #[serde(alias = "n", default)]
        number: u8,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Holder {
        id: u8,
        #[serde(flatten)]
        named: Option<Named>,
    }
    let text = r#"{"id":1,"name":null,"first":"a","n":2}"#;
    let mut decoded = 0;
    for provider in [Provider::OpenAi, Provider::Groq, Provider::JsonSchema] {
        let Ok(read) = decode::<Holder>(provider, text) else {
            continue;
        };
        let named = read.named.expect("it was sent");
        assert_eq!((named.name.as_deref(), named.number), (Some("a"), 2));
        decoded += 1;
    }
    assert!(decoded > 0);
}

/// Serde buffers the members of an `Option`, and reads numbers from a buffer only if they are
/// numbers there.
#[test]
fn maps_by_numbers_are_read_in_a_flattened_option() {
    #[derive(Clone, Debug, PartialEq, Deserialize, ToolSchema)]
    struct Counts {
        by_year: BTreeMap<u16, u8>,
        by_flag: BTreeMap<bool, u8>,
        total: u8,
    }
    #[derive(Clone, Debug, PartialEq, Deserialize, ToolSchema)]
    struct MaybeCounts {
        id: u8,
        #[serde(flatten)]
        counts: Option<Counts>,
    }
    let text = r#"{"id":1,"by_year":{"2026":1},"by_flag":{"true":2},"total":3}"#;
    let counts = Counts {
        by_year: [(2026, 1)].into(),
        by_flag: [(true, 2)].into(),
        total: 3,
    };
    for provider in [Provider::JsonSchema, Provider::Mistral, Provider::Mcp] {
        let read = decode::<MaybeCounts>(provider, text).expect("a value");
        assert_eq!(read.counts.as_ref(), Some(&counts), "{provider}");
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Amount {
    Count { n: u8 },
    Part { n: f64 },
}

/// Serde reads `1.0` from its buffer as a number with a fraction.
#[test]
fn a_whole_number_with_a_fraction_is_read_by_the_alternative_that_serde_takes() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Tagged {
        Sum {
            #[serde(flatten)]
            amount: Amount,
        },
        Nothing,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Flat {
        #[serde(flatten)]
        amount: Amount,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Maybe {
        #[serde(flatten)]
        amount: Option<Amount>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct InVariant {
        id: u8,
        #[serde(flatten)]
        tagged: Tagged,
    }
    for n in [json!(1), json!(1.0), json!(0.5)] {
        reads::<Amount>(&json!({"n": n}));
        reads::<Flat>(&json!({"n": n}));
        reads::<Maybe>(&json!({"n": n}));
        reads::<Tagged>(&json!({"kind": "Sum", "n": n}));
        reads::<InVariant>(&json!({"id": 1, "kind": "Sum", "n": n}));
    }
    reads::<InVariant>(&json!({"id": 1, "kind": "Nothing"}));
}

/// A model can't set it, and a map doesn't get it.
#[test]
fn a_hidden_name_beside_an_enum_that_keeps_other_names_is_left_out() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(untagged)]
    enum SizeOrNames {
        Size { size: u8 },
        Names(BTreeMap<String, u8>),
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Holder {
        name: String,
        #[serde(default)]
        #[tool(hidden)]
        root: bool,
        #[serde(flatten)]
        others: SizeOrNames,
    }
    for (sent, others) in [
        (
            r#"{"name":"a","root":true,"size":1}"#,
            SizeOrNames::Size { size: 1 },
        ),
        (
            r#"{"name":"a","root":true,"x":1}"#,
            SizeOrNames::Names([("x".to_owned(), 1)].into()),
        ),
    ] {
        let read = decode::<Holder>(Provider::Mcp, sent).expect("a value");
        assert!(!read.root, "{sent}");
        assert_eq!(read.others, others, "{sent}");
    }
}

/// Serde passes all names to an internally tagged enum, so a closed one rejects unknown ones.
#[test]
fn an_unknown_name_beside_a_closed_variant_is_a_fault() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(tag = "kind", deny_unknown_fields)]
    enum Closed {
        Circle { radius: u8 },
        Point,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(untagged, deny_unknown_fields)]
    enum Either {
        Area { width: u8, height: u8 },
        Length { length: u8 },
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Drawing {
        id: u8,
        #[serde(flatten)]
        shape: Option<Closed>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Sized {
        id: u8,
        #[serde(flatten)]
        size: Option<Either>,
    }
    reads::<Drawing>(&json!({"id": 1, "kind": "Circle", "radius": 2}));
    reads::<Drawing>(&json!({"id": 1, "other": 2}));
    reads::<Sized>(&json!({"id": 1, "length": 2}));
    for value in [
        json!({"id": 1, "kind": "Circle", "radius": 2, "other": 3}),
        json!({"id": 1, "kind": "Circle", "radius": "x"}),
    ] {
        fault::<Drawing>(&value);
    }
    fault::<Sized>(&json!({"id": 1, "length": 2, "other": 3}));
}

/// Serde reads an externally tagged enum from an object with one name, and passes it all names that
/// it buffers for a tagged or an untagged enum around it.
#[test]
fn an_unknown_name_beside_an_externally_tagged_enum_in_another_enum_is_a_fault() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(untagged)]
    enum Either {
        Target(Target),
        Size { width: u8 },
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Tagged {
        Target(Target),
        Point,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct MaybeEither {
        id: u8,
        #[serde(flatten)]
        either: Option<Either>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct MaybeTagged {
        id: u8,
        #[serde(flatten)]
        tagged: Option<Tagged>,
    }
    #[tool]
    fn draw(tagged: MaybeTagged) -> String {
        format!("{tagged:?}")
    }
    reads::<MaybeEither>(&json!({"id": 1, "line": 2}));
    reads::<MaybeEither>(&json!({"id": 1, "width": 2, "other": 3}));
    reads::<MaybeEither>(&json!({"id": 1, "other": 3}));
    reads::<MaybeTagged>(&json!({"id": 1, "kind": "Target", "line": 2}));
    reads::<MaybeTagged>(&json!({"id": 1, "kind": "Point", "other": 2}));
    reads::<Tagged>(&json!({"kind": "Target", "line": 2}));
    fault::<MaybeEither>(&json!({"id": 1, "line": 2, "other": 3}));
    fault::<MaybeTagged>(&json!({"id": 1, "kind": "Target", "line": 2, "other": 3}));
    fault::<Tagged>(&json!({"kind": "Target", "line": 2, "other": 3}));
    // The canonical schema is closed for them, and for them alone.
    let schema: Value =
        serde_json::from_str(draw::schema_for(Provider::JsonSchema)).expect("a schema");
    let variants = schema["properties"]["tagged"]["anyOf"].as_array();
    for variant in variants.expect("variants") {
        let is_target = variant["properties"]["kind"]["const"] == "Target";
        assert_eq!(
            variant["additionalProperties"] == json!(false),
            is_target,
            "{schema}"
        );
    }
}

/// Serde passes all names to a type with a map, and only its own to one without.
#[test]
fn a_map_in_an_option_that_rejects_the_names_of_a_later_type_is_a_fault() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Marked {
        size: u8,
        #[serde(flatten)]
        marks: BTreeMap<String, u8>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Owner {
        owner: String,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct First {
        #[serde(flatten)]
        marked: Option<Marked>,
        #[serde(flatten)]
        owner: Option<Owner>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Last {
        #[serde(flatten)]
        owner: Option<Owner>,
        #[serde(flatten)]
        marked: Option<Marked>,
    }
    let value = json!({"size": 1, "owner": "y"});
    let lost: First = serde_json::from_value(value.clone()).expect("serde reads it");
    assert_eq!(lost.marked, None);
    fault::<First>(&value);
    reads::<First>(&json!({"size": 1, "x": 2}));
    reads::<First>(&json!({"owner": "y"}));
    reads::<Last>(&value);
    reads::<Last>(&json!({"size": 1, "x": 2, "owner": "y"}));
}

//! Maps that serde buffers: below `flatten`, and in tagged and untagged enums.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use serde_repr::{Deserialize_repr, Serialize_repr};
use std::collections::BTreeMap;
use toolcast::{Dialect, Provider, ToolSchema, decode, to_model};
use toolcast_test_support::name;
use toolcast_tests::zoo::Specimen;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
struct Id(u16);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize_repr, Deserialize_repr, ToolSchema)]
#[repr(u8)]
#[tool(repr)]
enum Level {
    Low = 1,
    High = 2,
}

/// Names of every kind that is a number or a bool.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Maps {
    numbers: BTreeMap<i64, String>,
    ids: BTreeMap<Id, BTreeMap<bool, u8>>,
    levels: BTreeMap<Level, u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Internal {
    Maps(Maps),
    Nested { inner: Box<Untagged> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Map(BTreeMap<u32, Adjacent>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Map(BTreeMap<bool, u8>),
    Text(String),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Flattened {
    #[serde(flatten)]
    maps: Maps,
    own: BTreeMap<u8, u8>,
}

fn maps() -> Value {
    json!({
        "numbers": {"-7": "a", "9007199254740993": "b"},
        "ids": {"7": {"true": 1, "false": 2}, "8": {}},
        "levels": {"1": 10, "2": 20},
    })
}

fn comes_back<T>(value: &Value)
where
    T: ToolSchema + Serialize + serde::de::DeserializeOwned + PartialEq,
{
    let specimen = Specimen::of::<T>("", Vec::new);
    for dialect in Dialect::all() {
        let sent = to_model(specimen.schema, dialect, value.clone()).to_string();
        let read = (specimen.guided)(dialect, &sent).map_err(|errors| errors.to_string());
        assert_eq!(read.as_ref(), Ok(value), "{}: {sent}", name(dialect));
    }
}

#[test]
fn names_that_are_numbers_or_bools_are_read_in_buffered_values() {
    let mut internal = maps();
    internal["kind"] = "Maps".into();
    comes_back::<Internal>(&internal);
    let nested = json!({"5": {"kind": "Map", "content": {"true": 1}}});
    comes_back::<Internal>(&json!({"kind": "Nested", "inner": nested}));
    comes_back::<Untagged>(&nested);
    let mut flattened = maps();
    flattened["own"] = json!({"3": 4});
    comes_back::<Flattened>(&flattened);
}

#[test]
fn content_before_its_tag_is_read() {
    let text = r#"{"value":{"content":{"false":3},"kind":"Map"}}"#;
    let read = decode::<Adjacent>(Provider::Mcp, text);
    assert_eq!(read.ok(), Some(Adjacent::Map([(false, 3)].into())));
}

#[test]
fn a_name_that_does_not_fit_is_a_fault() {
    for (text, place) in [
        (r#"{"value":{"x":{"kind":"Text","content":""}}}"#, "x"),
        (
            r#"{"value":{"5":{"kind":"Map","content":{"yes":1}}}}"#,
            "yes",
        ),
        (
            r#"{"value":{"5":{"kind":"Map","content":{"true":999}}}}"#,
            "true",
        ),
    ] {
        let errors = decode::<Untagged>(Provider::Mcp, text).expect_err("a fault");
        assert!(errors.to_string().contains(place), "{errors}");
    }
}

/// Names that serde reads as text stay text.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum AsText {
    Numbers(BTreeMap<u32, u8>),
    Own {
        #[serde(deserialize_with = "names")]
        #[tool(as = "BTreeMap<u32, u8>")]
        own: Vec<String>,
    },
    Words(BTreeMap<String, u8>),
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let map = BTreeMap::<String, u8>::deserialize(deserializer)?;
    Ok(map.into_keys().collect())
}

#[test]
fn names_that_serde_reads_as_text_stay_text() {
    let read =
        |text: &str| decode::<AsText>(Provider::Mcp, text).map_err(|errors| errors.to_string());
    // Without our decoder, serde reads no numbers here and takes the next alternative.
    let words = BTreeMap::from([("1".to_owned(), 2)]);
    let alone = serde_json::from_str::<AsText>(r#"{"1":2}"#);
    assert_eq!(alone.ok(), Some(AsText::Words(words.clone())));
    assert_eq!(read(r#"{"value":{"1":2}}"#), Ok(AsText::Words(words)));
    let own = AsText::Own {
        own: vec!["1".to_owned()],
    };
    assert_eq!(read(r#"{"value":{"own":{"1":2}}}"#), Ok(own));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Named {
    Named { k: bool },
}

/// Why `Beside` with such a map can't be a parameter: serde gives the map the enum's names too.
#[test]
fn serde_passes_the_names_of_a_flattened_enum_to_a_flattened_map() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)] // Never read.
    struct Beside<T> {
        #[serde(flatten)]
        named: Named,
        #[serde(flatten)]
        rest: BTreeMap<String, T>,
    }
    #[derive(Debug, Deserialize)]
    struct Fields {
        k: bool,
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)] // Never read.
    struct After {
        #[serde(flatten)]
        rest: BTreeMap<String, i32>,
        #[serde(flatten)]
        fields: Fields,
    }
    #[derive(Debug, Deserialize)]
    struct Before {
        #[serde(flatten)]
        fields: Fields,
        #[serde(flatten)]
        rest: BTreeMap<String, i32>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(tag = "t")]
    #[allow(dead_code)] // Never read.
    enum Tagged {
        A { k: i32 },
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)] // Never read.
    struct BesideTagged<T> {
        #[serde(flatten)]
        tagged: Tagged,
        #[serde(flatten)]
        rest: BTreeMap<String, T>,
    }
    let text = r#"{"t":"A","k":1}"#;
    assert!(serde_json::from_str::<BesideTagged<i32>>(text).is_err());
    assert!(serde_json::from_str::<BesideTagged<Value>>(text).is_ok());
    let text = r#"{"k":true}"#;
    assert!(serde_json::from_str::<Beside<i32>>(text).is_err());
    assert!(serde_json::from_str::<Beside<Value>>(text).is_ok());
    assert!(serde_json::from_str::<After>(text).is_err());
    let before = serde_json::from_str::<Before>(text).expect("a struct takes its names");
    assert!(before.fields.k && before.rest.is_empty());
}

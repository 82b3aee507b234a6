//! A tagged variant as a list, next to an alternative that is a list itself. Serde decides by the
//! items after the tag, and so do `from_model`, `to_model` and the decoder.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, ToolSchema, from_model, to_model};

use toolcast_test_support::name;

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Post {
    at: u8,
    #[serde(default)]
    high: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Wrapped(Post);

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "way")]
enum Way {
    By { foot: bool },
    On(Post),
    Off,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Place {
    Behind(Post),
    Beyond(Option<Post>),
    Below(Wrapped),
    Along(Way),
    Named(BTreeMap<String, u8>),
    Open,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Item {
    Text(String),
    Map(BTreeMap<String, u8>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Either {
    Place(Place),
    Items(Vec<Item>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Marks {
    marks: Vec<Either>,
}

/// The lists that may follow each tag, and others that may not.
fn lists() -> Vec<Value> {
    let tails = [
        json!([]),
        json!([3]),
        json!([3, true]),
        json!([3, true, 1]),
        json!(["x"]),
        json!([{"a": 1}]),
        json!([{"a": 1}, "x", {"b": 2}]),
        json!(["By", true]),
        json!(["By"]),
        json!(["By", {"a": 1}]),
        json!(["On", 3]),
        json!(["On", {"a": 1}]),
        json!(["Off", {"a": 1}]),
        json!(["Up", {"a": 1}]),
    ];
    let tags = [
        "Behind", "Beyond", "Below", "Along", "Named", "Open", "Nowhere",
    ];
    let lists = tags.iter().flat_map(|tag| {
        tails.iter().map(move |tail| {
            let mut list = vec![json!(tag)];
            list.extend(tail.as_array().unwrap().clone());
            Value::Array(list)
        })
    });
    lists.collect()
}

#[test]
fn items_after_the_tag_decide_between_variant_and_list() {
    let schema = Marks::SCHEMA.get();
    let (mut places, mut items, mut refused) = (0, 0, 0);
    for list in lists() {
        let value = json!({"marks": [list]});
        let by_serde = serde_json::from_value::<Marks>(value.clone());
        match by_serde.as_ref().map(|marks| &marks.marks[0]) {
            Ok(Either::Place(_)) => places += 1,
            Ok(Either::Items(_)) => items += 1,
            Err(_) => refused += 1,
        }
        for dialect in Dialect::all() {
            let sent = to_model(schema, dialect, value.clone());
            let at = format!("{}: {value} as {sent}", name(dialect));
            let read = Arguments::parse_answer(&sent.to_string(), schema, DecodeOptions::new())
                .and_then(|arguments| arguments.read::<Marks>(schema, dialect));
            match &by_serde {
                Ok(marks) => {
                    // Every map has the form that this dialect gives maps.
                    let alone = to_model(schema, dialect, json!({"marks": [[{"a": 1}]]}));
                    let entries = |of: &Value| of.to_string().matches(r#""key":"a""#).count();
                    let maps = value.to_string().matches(r#"{"a":1}"#).count();
                    assert_eq!(entries(&sent), maps * entries(&alone), "{at}");
                    assert_eq!(from_model(schema, dialect, sent), value, "{at}");
                    assert_eq!(read.as_ref(), Ok(marks), "{at}");
                }
                Err(_) => assert!(read.is_err(), "{at}: {read:?}"),
            }
        }
    }
    assert!(
        places > 8 && items > 20 && refused > 10,
        "{places} places, {items} lists, {refused} refused"
    );
}

/// Alone, it is one or none.
#[test]
fn a_list_with_a_tag_is_read_as_serde_reads_it() {
    let schema = Place::SCHEMA.get();
    let mut taken = 0;
    for list in lists() {
        let by_serde = serde_json::from_value::<Place>(list.clone());
        taken += u32::from(by_serde.is_ok());
        for dialect in Dialect::all() {
            let sent = to_model(schema, dialect, list.clone());
            let at = format!("{}: {list} as {sent}", name(dialect));
            let read = Arguments::parse_answer(&sent.to_string(), schema, DecodeOptions::new())
                .and_then(|arguments| arguments.read::<Place>(schema, dialect));
            assert_eq!(read.ok().as_ref(), by_serde.as_ref().ok(), "{at}");
        }
    }
    assert!(taken > 8, "{taken}");
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "go", content = "to")]
enum Move {
    Off,
    Nothing(()),
    Nowhere {},
    Behind(Post),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "stay")]
enum Stay {
    Off,
    Nowhere {},
    Along(Way),
    Moving(Move),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Anything<T> {
    Move(Move),
    Stay(Stay),
    Items(Vec<T>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Moves<T> {
    moves: Vec<Anything<T>>,
}

/// The same without variants.
#[derive(ToolSchema)]
struct Lists<T> {
    #[allow(dead_code)] // Only its schema is used.
    moves: Vec<Vec<T>>,
}

/// A list of only a tag is a unit variant. A variant with content needs its `null`.
#[test]
fn a_tag_alone_is_a_unit_variant_and_others_need_null() {
    let (variants, items, refused) = tag_beside::<Option<String>>();
    assert_eq!((variants, items, refused), (8, 41, 5));
    // Any other list has items, which some dialects show as JSON in a string.
    let (variants, items, refused) = tag_beside::<Value>();
    assert_eq!((variants, items, refused), (8, 46, 0));
}

/// Counts the lists that are read as a variant, as a list, and not at all. In every dialect each
/// list is read as serde reads it.
fn tag_beside<T>() -> (u32, u32, u32)
where
    T: Debug + PartialEq + DeserializeOwned + ToolSchema + 'static,
{
    let schema = Moves::<T>::SCHEMA.get();
    let (mut variants, mut items, mut refused) = (0, 0, 0);
    let tags = ["Off", "Nothing", "Nowhere", "Along", "Moving", "Other"];
    let tails = [
        json!([]),
        json!([null]),
        json!([null, null]),
        json!(["Off"]),
        json!(["Off", null]),
        json!(["Off", null, null]),
        json!(["Nothing", null]),
        json!(["Nowhere", null]),
        json!([{}]),
    ];
    for (tag, tail) in tags
        .iter()
        .flat_map(|tag| tails.iter().map(move |tail| (tag, tail)))
    {
        let mut list = vec![json!(tag)];
        list.extend(tail.as_array().unwrap().clone());
        let value = json!({"moves": [list]});
        let by_serde = serde_json::from_value::<Moves<T>>(value.clone());
        match by_serde.as_ref().map(|all| &all.moves[0]) {
            Ok(Anything::Items(_)) => items += 1,
            Ok(_) => variants += 1,
            Err(_) => refused += 1,
        }
        for dialect in Dialect::all() {
            let sent = to_model(schema, dialect, value.clone());
            let at = format!("{}: {value} as {sent}", name(dialect));
            let read = Arguments::parse_answer(&sent.to_string(), schema, DecodeOptions::new())
                .and_then(|arguments| arguments.read::<Moves<T>>(schema, dialect));
            match &by_serde {
                Ok(all) => {
                    if matches!(all.moves[0], Anything::Items(_)) {
                        let alone = to_model(Lists::<T>::SCHEMA.get(), dialect, value.clone());
                        assert_eq!(sent, alone, "{at}");
                    }
                    assert_eq!(read.as_ref(), Ok(all), "{at}");
                    assert_eq!(from_model(schema, dialect, sent), value, "{at}");
                }
                Err(_) => assert!(read.is_err(), "{at}: {read:?}"),
            }
        }
    }
    (variants, items, refused)
}

//! If a provider has a strict and a non-strict text, `from_model` accepts values in the form of
//! either.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::{Dialect, Provider, ToolSchema, from_model, render, to_model};
use toolcast_test_support::{name, none};

/// Written for one of a provider's texts, read for the other.
#[track_caller]
fn across<T>(values: &[T])
where
    T: Serialize + DeserializeOwned + ToolSchema + PartialEq + core::fmt::Debug,
{
    let schema = T::SCHEMA.get();
    let mut failures = Vec::new();
    let mut pairs = 0;
    for writer in Dialect::all() {
        let Some(reader) = Dialect::of(writer.provider(), !writer.strict()) else {
            continue;
        };
        if render(schema, writer).is_err() {
            continue;
        }
        pairs += 1;
        for value in values {
            let low = to_model(schema, writer, serde_json::to_value(value).expect("JSON"));
            let back = from_model(schema, reader, low.clone());
            match serde_json::from_value::<T>(back.clone()) {
                Ok(read) if read == *value => {}
                other => failures.push(format!(
                    "{}: {value:?} lowered to {low}, lifted to {back}, read as {other:?}",
                    name(writer)
                )),
            }
        }
    }
    assert!(pairs > 0);
    none(&failures);
}

/// Other names than its own.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Others {
    own: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

/// A map or a list.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrList {
    Map(BTreeMap<String, u8>),
    List(Vec<u8>),
}

/// A map or a number.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrNumber {
    Number(u8),
    Map(BTreeMap<String, u8>),
}

/// A tree.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Tree {
    number: u8,
    leaves: Vec<Tree>,
}

/// A tree, in one of two alternatives.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Planted {
    Tree { tree: Tree },
    Number(u8),
}

fn map(names: &[&str]) -> BTreeMap<String, u8> {
    names.iter().map(|name| ((*name).to_owned(), 1)).collect()
}

#[test]
fn maps_as_lists_in_unions_come_back_as_they_were() {
    let all: [&[&str]; 3] = [&[], &["a"], &["a", "b"]];
    across(&all.map(map));
    across(&all.map(|names| Others {
        own: 1,
        rest: map(names),
    }));
    let mut values: Vec<_> = all
        .iter()
        .map(|names| MapOrNumber::Map(map(names)))
        .collect();
    values.push(MapOrNumber::Number(1));
    across(&values);
    let mut values: Vec<_> = all.iter().map(|names| MapOrList::Map(map(names))).collect();
    values.push(MapOrList::List(vec![1]));
    across(&values);
}

#[test]
fn trees_in_unions_come_back_as_they_were() {
    let tree = |number, leaves| Tree { number, leaves };
    let grown = || tree(1, vec![tree(2, vec![]), tree(3, vec![tree(4, vec![])])]);
    across(&[tree(1, vec![]), grown()]);
    across(&[Planted::Tree { tree: grown() }, Planted::Number(1)]);
}

/// Any value, or a map: serde takes all there is for the first.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum AnyOrMap {
    Any(Value),
    Map(BTreeMap<String, u8>),
}

/// If the dialect's text shows maps as lists, a list that looks like the entries of a map is read
/// as one.
#[test]
fn a_list_of_entries_is_read_as_a_map_if_the_text_shows_one() {
    let schema = <Vec<AnyOrMap>>::SCHEMA.get();
    let entries = json!([{"key": "a", "value": 1}, {"key": "b", "value": 2}]);
    let twice = json!([{"key": "a", "value": 1}, {"key": "a", "value": 2}]);
    let more = json!([{"key": "a", "value": 1, "more": 2}]);
    let lifted = |strict, item: &Value| {
        let dialect = Dialect::of(Provider::OpenAi, strict).expect("a dialect");
        from_model(schema, dialect, json!({ "value": [item] }))
    };
    assert_eq!(lifted(true, &entries), json!([{"a": 1, "b": 2}]));
    // The text shows the map as an object, and serde reads the list as the first alternative.
    assert_eq!(lifted(false, &entries), json!([entries]));
    for strict in [true, false] {
        for other in [&twice, &more, &json!([]), &json!([1])] {
            assert_eq!(lifted(strict, other), json!([other]));
        }
    }
}

/// Other names with values of a type.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Loose {
    own: u8,
    #[serde(flatten)]
    rest: Value,
}

/// If no text of the provider shows the flattened names as a list, a list under the field's name is
/// one of those names.
#[test]
fn a_list_with_the_name_of_the_flattened_field_is_one_of_its_names() {
    let sent = json!({"own": 1, "rest": [{"key": "a", "value": 1.0}]});
    let mistral = Dialect::of(Provider::Mistral, false).expect("a dialect");
    for schema in [Others::SCHEMA.get(), Loose::SCHEMA.get()] {
        assert_eq!(from_model(schema, mistral, sent.clone()), sent);
    }
    // In the strict text any value is a string containing JSON, and a list is not such a string.
    let openai = Dialect::of(Provider::OpenAi, false).expect("a dialect");
    assert_eq!(from_model(Loose::SCHEMA.get(), openai, sent.clone()), sent);
}

//! Round trips: a value that serde writes is lowered, accepted by the dialect's text, and lifted to
//! the same value.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::schema::Schema;
use toolcast::{Dialect, Provider, ToolSchema, from_model, to_model};
use toolcast_test_support::judge::{complaint, judge};
use toolcast_test_support::{name, none, proto, text};

#[track_caller]
pub(crate) fn there_and_back<T>(values: &[T])
where
    T: Serialize + DeserializeOwned + ToolSchema + PartialEq + core::fmt::Debug,
{
    there_and_back_in(values, |_| true);
}

/// As [`there_and_back`], in some dialects.
#[track_caller]
fn there_and_back_in<T>(values: &[T], dialects: impl Fn(&Dialect) -> bool)
where
    T: Serialize + DeserializeOwned + ToolSchema + PartialEq + core::fmt::Debug,
{
    let schema = T::SCHEMA.get();
    let written = values.iter().map(serde_json::to_value);
    let written: Vec<_> = written.map(|value| value.expect("JSON")).collect();
    let by_serde = |i: usize, back: Value| match serde_json::from_value::<T>(back) {
        Ok(read) if read == values[i] => None,
        other => Some(format!("{other:?}, not {:?}", values[i])),
    };
    let decoded = |i: usize, dialect: &'static Dialect, sent: &str| {
        let arguments = Arguments::parse_answer(sent, schema, DecodeOptions::new());
        match arguments.and_then(|arguments| arguments.read::<T>(schema, dialect)) {
            Ok(read) if read == values[i] => None,
            other => Some(format!("{other:?}, not {:?}", values[i])),
        }
    };
    round_trips(schema, &dialects, &written, &by_serde, &decoded);
}

/// Lowers each written value and lifts it. `by_serde` and `decoded` return another value that is
/// read at its index.
#[track_caller]
fn round_trips(
    schema: &'static Schema<'static>,
    dialects: &dyn Fn(&Dialect) -> bool,
    written: &[Value],
    by_serde: &dyn Fn(usize, Value) -> Option<String>,
    decoded: &dyn Fn(usize, &'static Dialect, &str) -> Option<String>,
) {
    let mut failures = Vec::new();
    let mut texts = 0;
    for dialect in Dialect::all().iter().filter(|dialect| dialects(dialect)) {
        let at = name(dialect);
        let Ok((_, text)) = text(schema, dialect) else {
            // Strict DeepSeek requires every property; all other dialects have a text.
            if dialect.provider() != Provider::DeepSeek {
                failures.push(format!("{at}: no text"));
            }
            continue;
        };
        let text = match dialect.provider() {
            Provider::Gemini | Provider::Vertex => proto::to_json_schema(&text),
            _ => text,
        };
        let judge = judge(&text).expect("a schema");
        texts += 1;
        for (i, value) in written.iter().enumerate() {
            let low = to_model(schema, dialect, value.clone());
            if let Some(complaint) = complaint(&judge, &low) {
                failures.push(format!("{at}: {value} lowered to {low}: {complaint}"));
            }
            let back = from_model(schema, dialect, low.clone());
            if let Some(other) = by_serde(i, back.clone()) {
                failures.push(format!(
                    "{at}: {value} lowered to {low}, lifted to {back}, read as {other}"
                ));
            }
            if let Some(other) = decoded(i, dialect, &low.to_string()) {
                failures.push(format!(
                    "{at}: {value} lowered to {low}, decoded as {other}"
                ));
            }
        }
    }
    none(&failures);
    assert!(texts > 0 && !written.is_empty());
}

/// Units alone.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Side {
    Left,
    Right,
}

/// A choice of units that may be none of them.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct MaybeSide {
    name: String,
    #[serde(flatten)]
    side: Option<Side>,
}

#[test]
fn an_optional_flattened_enum_of_units_comes_back_as_it_was() {
    let value = |side| MaybeSide {
        name: "door".to_owned(),
        side,
    };
    there_and_back(&[
        value(Some(Side::Left)),
        value(Some(Side::Right)),
        value(None),
    ]);
}

/// A choice of objects.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Shape {
    Round { radius: u8 },
    Square { side: u8 },
}

/// A choice among other properties.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Drawn {
    color: String,
    #[serde(flatten)]
    shape: Shape,
}

/// An object with a choice in it that may be absent as a whole.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct MaybeDrawn {
    name: String,
    #[serde(flatten)]
    drawn: Option<Drawn>,
}

#[test]
fn an_optional_flattened_object_with_an_enum_comes_back_as_it_was() {
    let value = |drawn| MaybeDrawn {
        name: "plan".to_owned(),
        drawn,
    };
    let drawn = |shape| {
        Some(Drawn {
            color: "red".to_owned(),
            shape,
        })
    };
    there_and_back(&[
        value(drawn(Shape::Round { radius: 1 })),
        value(drawn(Shape::Square { side: 2 })),
        value(None),
    ]);
}

/// The form of a map's entry for providers without maps.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Pair {
    key: String,
    value: u8,
}

/// A map, or a list of what looks like its entries.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrList {
    Map(BTreeMap<String, u8>),
    List(Vec<Pair>),
}

/// The same, the list first.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum ListOrMap {
    List(Vec<Pair>),
    Map(BTreeMap<String, u8>),
}

/// A map, or what can't be taken for one.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrNumber {
    Number(u8),
    Map(BTreeMap<String, u8>),
}

/// Two maps.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrMap {
    Numbers(BTreeMap<String, u8>),
    Texts(BTreeMap<String, String>),
}

/// A map, or an object that has `entries` like the form of a map.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum EntriesOrMap {
    Object { entries: Vec<Pair>, more: u8 },
    List(Vec<Pair>),
    Map(BTreeMap<String, u8>),
}

fn numbers(all: &[(&str, u8)]) -> BTreeMap<String, u8> {
    let all = all.iter();
    all.map(|(name, value)| ((*name).to_owned(), *value))
        .collect()
}

fn pairs(all: &[(&str, u8)]) -> Vec<Pair> {
    let pair = |(key, value): &(&str, u8)| Pair {
        key: (*key).to_owned(),
        value: *value,
    };
    all.iter().map(pair).collect()
}

#[test]
fn a_map_or_a_list_in_a_union_comes_back_as_it_was() {
    let all: [&[(&str, u8)]; 4] = [&[], &[("a", 1)], &[("a", 1), ("b", 2)], &[("entries", 1)]];
    let mut map_first = Vec::new();
    let mut list_first = Vec::new();
    let mut with_object = vec![EntriesOrMap::Object {
        entries: pairs(&[("a", 1)]),
        more: 1,
    }];
    for entries in all {
        map_first.extend([
            MapOrList::Map(numbers(entries)),
            MapOrList::List(pairs(entries)),
        ]);
        list_first.extend([
            ListOrMap::Map(numbers(entries)),
            ListOrMap::List(pairs(entries)),
        ]);
        with_object.extend([
            EntriesOrMap::Map(numbers(entries)),
            EntriesOrMap::List(pairs(entries)),
        ]);
    }
    // A list may contain a key twice.
    let twice = [("a", 1), ("a", 2)];
    map_first.push(MapOrList::List(pairs(&twice)));
    list_first.push(ListOrMap::List(pairs(&twice)));
    there_and_back(&map_first);
    there_and_back(&list_first);
    there_and_back(&with_object);
}

#[test]
fn a_map_among_alternatives_comes_back_as_it_was() {
    there_and_back(&[
        MapOrNumber::Number(1),
        MapOrNumber::Map(numbers(&[])),
        MapOrNumber::Map(numbers(&[("a", 1)])),
    ]);
    let texts = BTreeMap::from([("a".to_owned(), "b".to_owned())]);
    there_and_back(&[
        MapOrMap::Numbers(numbers(&[])),
        MapOrMap::Numbers(numbers(&[("a", 1)])),
        MapOrMap::Texts(texts),
    ]);
}

/// Other names than its own, with values of a type.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Others<T> {
    own: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, T>,
}

fn others<T>(rest: impl IntoIterator<Item = (&'static str, T)>) -> Others<T> {
    let rest = rest.into_iter();
    Others {
        own: 1,
        rest: rest.map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// If maps are lists, the flattened names are under the field's own name. If they aren't, one of
/// the names may be equal to the field's.
#[test]
fn a_name_in_a_flattened_map_may_equal_the_fields() {
    there_and_back(&[
        others([]),
        others([("a", 1)]),
        others([("rest", 1)]),
        others([("rest", 1), ("b", 2)]),
    ]);
    there_and_back(&[
        others([("rest", vec![])]),
        others([("rest", vec![1_u8])]),
        others([("rest", vec![1]), ("b", vec![])]),
    ]);
    there_and_back(&[
        others([("rest", pairs(&[]))]),
        others([("rest", pairs(&[("key", 1)])), ("b", pairs(&[]))]),
    ]);
    there_and_back(&[
        others([("rest", numbers(&[]))]),
        others([("rest", numbers(&[("key", 1)])), ("b", numbers(&[]))]),
    ]);
    there_and_back(&[
        others([("a", json!(1))]),
        others([("a", json!({"b": [null]})), ("rest", json!("x"))]),
    ]);
}

/// For these fields a `null` differs from an absent property.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct NullIsAValue {
    #[serde(default = "seven")]
    any: Value,
    #[serde(default = "seven")]
    deep: Value,
}

fn seven() -> Value {
    json!(7)
}

#[test]
fn null_is_a_value_if_absence_is_not_null() {
    let values = [Value::Null, seven(), json!([null])].map(|value| NullIsAValue {
        any: value.clone(),
        deep: value,
    });
    // Dialects that send `null` for an absent property report `narrowed`.
    there_and_back_in(&values, |dialect| {
        let says_null = match dialect.provider() {
            Provider::Groq => true,
            Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi => {
                dialect.strict()
            }
            _ => false,
        };
        !says_null
    });
}

/// One of its alternatives takes other names.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Openness {
    Shut {
        number: u8,
    },
    Open {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    },
}

/// Two choices in one object.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Chosen {
    own: u8,
    #[serde(flatten)]
    shape: Shape,
    #[serde(flatten)]
    open: Openness,
}

#[test]
fn a_flattened_map_in_one_of_several_enums_comes_back_as_it_was() {
    let value = |shape, open| Chosen {
        own: 1,
        shape,
        open,
    };
    let open = |names: &[(&str, u8)]| Openness::Open {
        rest: numbers(names),
    };
    there_and_back(&[
        value(Shape::Round { radius: 1 }, Openness::Shut { number: 1 }),
        value(Shape::Square { side: 1 }, Openness::Shut { number: 1 }),
        value(Shape::Round { radius: 1 }, open(&[("a", 1)])),
        value(Shape::Square { side: 1 }, open(&[])),
        value(Shape::Square { side: 1 }, open(&[("a", 1), ("b", 2)])),
    ]);
    there_and_back(&[
        Openness::Shut { number: 1 },
        open(&[]),
        open(&[("a", 1), ("b", 2)]),
    ]);
    there_and_back(&[
        Behind {
            own: 1,
            open: Openness::Shut { number: 1 },
        },
        Behind {
            own: 1,
            open: open(&[("a", 1)]),
        },
    ]);
}

/// The choice behind a property.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Behind {
    own: u8,
    #[serde(flatten)]
    open: Openness,
}

/// Alternatives of an alternative, some of which have alternatives again.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Outermost {
    Inside(Inside),
    Beside { beside: u8 },
}

/// Alternatives inside.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Inside {
    Many(Drawn),
    One { one: u8 },
}

/// All of them flattened.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Nested {
    own: u8,
    #[serde(flatten)]
    outer: Outermost,
    #[serde(flatten)]
    side: Option<Side>,
}

#[test]
fn nested_alternatives_come_back_as_they_were() {
    let value = |outer, side| Nested {
        own: 1,
        outer,
        side,
    };
    let drawn = |shape| {
        Outermost::Inside(Inside::Many(Drawn {
            color: "red".to_owned(),
            shape,
        }))
    };
    there_and_back(&[
        value(drawn(Shape::Round { radius: 1 }), None),
        value(drawn(Shape::Square { side: 2 }), Some(Side::Left)),
        value(Outermost::Inside(Inside::One { one: 1 }), Some(Side::Right)),
        value(Outermost::Beside { beside: 1 }, None),
        value(Outermost::Beside { beside: 1 }, Some(Side::Left)),
    ]);
}

//! A value in the form that a later alternative of an untagged enum declares, which an earlier one
//! would take too because decoding is more tolerant than the declaration.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_repr::{Deserialize_repr, Serialize_repr};
use toolcast::{Dialect, Provider, ToolSchema, decode, from_model, to_model};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Nested<T> {
    v: T,
    more: Vec<T>,
}

/// A value in its own form, for all providers, alone and in a list.
#[track_caller]
fn round_trip<T>(value: &T)
where
    T: Serialize + DeserializeOwned + ToolSchema + Debug + PartialEq + Clone,
{
    let nested = Nested {
        v: value.clone(),
        more: vec![value.clone()],
    };
    let written = serde_json::to_value(&nested).unwrap();
    let judge: Nested<T> = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(judge, nested, "serde reads another value");
    for provider in Provider::ALL {
        for strict in [false, true] {
            let Some(dialect) = Dialect::of(*provider, strict) else {
                continue;
            };
            let schema = Nested::<T>::SCHEMA.get();
            let sent = to_model(schema, dialect, written.clone());
            let read = from_model(schema, dialect, sent.clone());
            assert_eq!(read, written, "{provider} {strict}: {sent}");
        }
    }
}

/// A value as the model sends it to some providers.
#[track_caller]
fn reads<T: DeserializeOwned + ToolSchema + Debug + PartialEq>(
    providers: &[Provider],
    sent: &Value,
    expected: &T,
) {
    for provider in providers {
        let text = json!({"v": sent, "more": [sent]}).to_string();
        let read = decode::<Nested<T>>(*provider, &text).unwrap();
        assert_eq!(&read.v, expected, "{provider}: {text}");
        assert_eq!(&read.more[0], expected, "{provider}: {text}");
    }
}

/// The dialects without maps.
const WITHOUT_MAPS: [Provider; 2] = [Provider::Gemini, Provider::OpenAi];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Filter {
    Page {
        #[serde(default)]
        x: u8,
    },
    Named {
        x: Option<String>,
        a: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    filter: Filter,
}

#[test]
fn a_null_of_a_later_variant_is_not_the_absent_one_of_an_earlier() {
    let named = |x: Option<&str>| Filter::Named {
        x: x.map(str::to_owned),
        a: "ab".to_owned(),
    };
    let sent = json!({"a": "ab", "x": null});
    reads(Provider::ALL, &sent, &named(None));
    reads(
        Provider::ALL,
        &json!({"a": "ab", "x": "b"}),
        &named(Some("b")),
    );
    reads(Provider::ALL, &json!({"x": 3}), &Filter::Page { x: 3 });
    reads(
        &[Provider::OpenAi],
        &json!({"x": null}),
        &Filter::Page { x: 0 },
    );
    let flat = Flat {
        id: 1,
        filter: named(None),
    };
    reads(
        Provider::ALL,
        &json!({"id": 1, "a": "ab", "x": null}),
        &flat,
    );
    round_trip(&Filter::Page { x: 0 });
    round_trip(&named(None));
    round_trip(&flat);
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Labels {
    Count { x: Option<u8> },
    List(Vec<u8>),
    Map(BTreeMap<String, String>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Open {
    Count {
        #[serde(default)]
        x: u8,
    },
    Rest {
        #[serde(flatten)]
        rest: BTreeMap<String, String>,
    },
}

#[test]
fn the_list_form_of_a_map_is_not_an_open_object() {
    let map = || BTreeMap::from([("x".to_owned(), "b".to_owned())]);
    let entries = json!([{"key": "x", "value": "b"}]);
    reads(
        &WITHOUT_MAPS,
        &json!({"entries": entries}),
        &Labels::Map(map()),
    );
    reads(
        &WITHOUT_MAPS,
        &json!({"rest": entries}),
        &Open::Rest { rest: map() },
    );
    reads(
        &WITHOUT_MAPS,
        &json!({"x": 3}),
        &Labels::Count { x: Some(3) },
    );
    round_trip(&Labels::Map(map()));
    round_trip(&Labels::List(vec![1]));
    round_trip(&Labels::Count { x: Some(3) });
    round_trip(&Open::Rest { rest: map() });
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Items {
    Any { a: Vec<Value> },
    Map { a: BTreeMap<String, u8> },
}

#[test]
fn the_list_form_of_a_map_is_not_a_list_of_any_values() {
    let map = Items::Map {
        a: BTreeMap::from([("x".to_owned(), 1)]),
    };
    reads(
        &WITHOUT_MAPS,
        &json!({"a": [{"key": "x", "value": 1}]}),
        &map,
    );
    round_trip(&map);
    round_trip(&Items::Any {
        a: vec![json!({"key": "x", "value": 1}), json!("a"), json!(null)],
    });
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Scalar {
    Number(Option<u8>),
    Text(String),
}

/// For the provider `portable`, a value or `null` is JSON text.
#[test]
fn strings_inside_json_text_are_strings() {
    for text in ["5", "null", "\"5\"", "[1]", "a", ""] {
        round_trip(&vec![Some(Scalar::Text(text.to_owned())), None]);
        round_trip(&vec![
            Some(vec![json!(text), json!([text]), json!(1)]),
            None,
        ]);
        let map = BTreeMap::from([("q".to_owned(), json!(text))]);
        round_trip(&vec![Some(map), None]);
    }
    reads(
        &[Provider::Portable],
        &json!(["\"5\"", "5", "null", "a"]),
        &vec![
            Some(Scalar::Text("5".to_owned())),
            Some(Scalar::Number(Some(5))),
            None,
            Some(Scalar::Text("a".to_owned())),
        ],
    );
    reads(
        &[Provider::Portable],
        &json!([r#"["1","null",{"a":"1"}]"#, "null"]),
        &vec![
            Some(vec![json!("1"), json!("null"), json!({"a": "1"})]),
            None,
        ],
    );
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Inner {
    Count {
        #[serde(default)]
        k: u8,
    },
    Mark {
        a: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Outer {
    Map { a: BTreeMap<String, u8> },
    Inner(Inner),
}

/// No alternative declares `other`, so the first that fits is meant.
#[test]
fn an_undeclared_value_is_the_first_that_fits() {
    let map = Outer::Map {
        a: BTreeMap::from([("r".to_owned(), 2)]),
    };
    let entries = json!([{"key": "r", "value": 2}]);
    reads(&WITHOUT_MAPS, &json!({"a": entries, "other": 1}), &map);
    reads(&WITHOUT_MAPS, &json!({"a": entries}), &map);
    reads(
        Provider::ALL,
        &json!({"a": 3}),
        &Outer::Inner(Inner::Count { k: 0 }),
    );
    round_trip(&map);
}

macro_rules! wide {
    ($name:ident: $($variant:ident $own:ident)*) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[serde(untagged)]
        enum $name {
            First { #[serde(default)] x: u8, y: Option<u8> },
            $($variant {
                #[serde(default)] x: u8,
                y: Option<u8>,
                zz: Option<u8>,
                #[serde(default)] $own: u8,
            },)*
        }
    };
}
wide!(Wide: A a B b C c D d E e F f G g H h I i J j K k L l M m N n O o P p Q q R r S s T t);

/// Each later alternative declares the value too.
#[test]
fn many_alternatives_that_declare_a_value_are_not_too_many_ways() {
    let items: Vec<_> = (0..400).map(|_| json!({"x": 1, "y": 1, "zz": 1})).collect();
    let first = || Wide::First { x: 1, y: Some(1) };
    let sent = json!({"v": {"x": 1}, "more": items}).to_string();
    let read = decode::<Nested<Wide>>(Provider::OpenAi, &sent).unwrap();
    assert_eq!(read.more.len(), 400);
    assert_eq!(read.more[399], first());
}

/// Some providers have texts alone in enums: its numbers are texts then.
#[derive(Clone, Debug, PartialEq, Serialize_repr, Deserialize_repr, ToolSchema)]
#[tool(repr)]
#[repr(u8)]
enum Level {
    Low = 1,
    #[serde(other)]
    Unknown = 0,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Word {
    On,
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Measured {
    Named { level: Level, v: String },
    Counted { level: i64, v: Level },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum WordOrLevel {
    Word(Word),
    Level(Level),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum LevelOrText {
    Level(Level),
    Text(String),
}

#[test]
fn an_integer_is_not_the_number_of_an_enum_that_is_declared_as_texts() {
    let counted = |level| Measured::Counted {
        level,
        v: Level::Low,
    };
    for level in [1, 7, 300] {
        round_trip(&counted(level));
        let sent = json!({"level": level, "v": "1"});
        reads(&[Provider::Gemini], &sent, &counted(level));
    }
    let named = Measured::Named {
        level: Level::Low,
        v: String::from("1"),
    };
    round_trip(&named);
    let sent = json!({"level": "1", "v": "1"});
    reads(&[Provider::Gemini], &sent, &named);
}

#[test]
fn a_text_that_a_later_enum_lists_is_not_one_that_other_reads() {
    round_trip(&WordOrLevel::Level(Level::Low));
    round_trip(&WordOrLevel::Word(Word::On));
    reads(
        &[Provider::Gemini],
        &json!("1"),
        &WordOrLevel::Level(Level::Low),
    );
    reads(
        &[Provider::Gemini],
        &json!("off"),
        &WordOrLevel::Word(Word::Unknown),
    );
    round_trip(&LevelOrText::Text(String::from("7")));
    round_trip(&LevelOrText::Level(Level::Low));
    reads(
        &[Provider::Gemini],
        &json!("7"),
        &LevelOrText::Text(String::from("7")),
    );
    reads(
        &[Provider::Gemini],
        &json!("1"),
        &LevelOrText::Level(Level::Low),
    );
}

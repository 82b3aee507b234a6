//! Untagged enums: serde picks the first variant that fits.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// Distinguished by the kind of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Scalar {
    /// A flag
    Flag(bool),
    /// A whole number
    Whole(i64),
    /// Any number
    Any(f64),
    /// Text
    Text(String),
}

/// One or many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

/// Distinguished by their properties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Target {
    ById { id: u32 },
    ByName { name: String, exact: Option<bool> },
    Pair(String, u8),
    Nowhere,
}

/// The second takes all that the first takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Overlap {
    Narrow { a: u8, b: u8 },
    Wide { a: u8 },
    Any(BTreeMap<String, u8>),
}

/// Newtypes of tagged things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OfEnums {
    Known(Known),
    Target(Target),
    Custom(String),
}

/// Names that are known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Known {
    Alpha,
    Beta,
}

/// An option inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum MaybeNumber {
    Number(Option<u8>),
    Words { words: Option<Vec<String>> },
}

/// A list or a map, either of which may be empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ListOrMap {
    List(Vec<Scalar>),
    Map(BTreeMap<String, Scalar>),
}

/// The form of a map's entry in a text that shows maps as lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Entry {
    key: String,
    value: u8,
}

/// The map first, which may be null; the items of the list look like its entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum MapOrEntries {
    Map(Option<BTreeMap<String, u8>>),
    Entries(Vec<Entry>),
    Pair(String, u8),
}

/// Either of them below a root, at every kind of place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Either {
    one: ListOrMap,
    maybe: Option<ListOrMap>,
    all: Vec<MapOrEntries>,
    named: BTreeMap<String, ListOrMap>,
}

/// Below a root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    scalar: Scalar,
    maybe: Option<Scalar>,
    names: OneOrMany<String>,
    targets: Vec<Target>,
    enums: Option<OfEnums>,
    by_name: BTreeMap<String, Scalar>,
}

super::specimens! {
    Scalar = [
        Scalar::Flag(true), Scalar::Whole(-1), Scalar::Any(0.5), Scalar::Text("1".into()), Scalar::Text("true".into()),
    ];
    OneOrMany<u8> = [OneOrMany::One(1), OneOrMany::Many(vec![]), OneOrMany::Many(vec![1, 2])];
    Target = [
        Target::ById { id: 1 }, Target::ByName { name: "n".into(), exact: None },
        Target::ByName { name: "n".into(), exact: Some(true) }, Target::Pair("x".into(), 1), Target::Nowhere,
    ];
    Overlap = [
        Overlap::Narrow { a: 1, b: 2 }, Overlap::Wide { a: 1 }, Overlap::Any([("z".into(), 1)].into()),
    ];
    OfEnums = [
        OfEnums::Known(Known::Alpha), OfEnums::Target(Target::ById { id: 1 }), OfEnums::Target(Target::Nowhere),
        OfEnums::Custom("gamma".into()),
    ];
    MaybeNumber = [
        MaybeNumber::Number(None), MaybeNumber::Number(Some(1)), MaybeNumber::Words { words: None },
        MaybeNumber::Words { words: Some(vec!["w".into()]) },
    ];
    ListOrMap = [
        ListOrMap::List(vec![]), ListOrMap::Map(BTreeMap::new()), ListOrMap::List(vec![Scalar::Whole(1)]),
        ListOrMap::Map([("a".into(), Scalar::Flag(true)), ("entries".into(), Scalar::Whole(2))].into()),
    ];
    MapOrEntries = [
        MapOrEntries::Map(None), MapOrEntries::Map(Some(BTreeMap::new())), MapOrEntries::Map(Some([("a".into(), 1)].into())),
        MapOrEntries::Entries(vec![]), MapOrEntries::Entries(vec![Entry { key: "a".into(), value: 1 }]),
        MapOrEntries::Map(Some([("entries".into(), 1)].into())), MapOrEntries::Pair("a".into(), 1),
    ];
    Either = [
        Either {
            one: ListOrMap::List(vec![]),
            maybe: None,
            all: vec![MapOrEntries::Entries(vec![]), MapOrEntries::Map(Some(BTreeMap::new()))],
            named: [("l".into(), ListOrMap::List(vec![])), ("m".into(), ListOrMap::Map(BTreeMap::new()))].into(),
        },
        Either {
            one: ListOrMap::Map(BTreeMap::new()),
            maybe: Some(ListOrMap::Map(BTreeMap::new())),
            all: vec![MapOrEntries::Entries(vec![Entry { key: "k".into(), value: 2 }]), MapOrEntries::Map(None)],
            named: BTreeMap::new(),
        },
    ];
    /// Enums without a tag, below a root and in lists, maps and options.
    Holder = [
        Holder {
            scalar: Scalar::Whole(1),
            maybe: None,
            names: OneOrMany::One("n".into()),
            targets: vec![Target::Nowhere, Target::Pair(String::new(), 0), Target::ById { id: 2 }],
            enums: Some(OfEnums::Known(Known::Beta)),
            by_name: [("f".into(), Scalar::Flag(false))].into(),
        },
        Holder {
            scalar: Scalar::Text("x".into()),
            maybe: Some(Scalar::Any(1.5)),
            names: OneOrMany::Many(vec!["a".into(), "b".into()]),
            targets: vec![],
            enums: None,
            by_name: BTreeMap::new(),
        },
    ];
}

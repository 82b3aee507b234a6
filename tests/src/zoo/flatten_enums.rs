//! `flatten` of enums, for every tagging.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// Tagged from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// In a file
    File(String),
    /// On a line
    Line { number: u32, column: Option<u32> },
}

/// Tagged inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    Nothing,
    Text { text: String },
    Count { count: u8, exact: Option<bool> },
}

/// Tagged beside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c")]
pub enum Beside {
    None,
    Number(u8),
    Object { x: i8 },
}

/// Not tagged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Either {
    ById { id: u32 },
    ByName { name: String, exact: Option<bool> },
}

/// `flatten` of an enum that is tagged from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatExternal {
    title: String,
    #[serde(flatten)]
    place: Where,
}

/// `flatten` of an enum that is tagged inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatInternal {
    title: String,
    #[serde(flatten)]
    what: What,
    done: Option<bool>,
}

/// `flatten` of an enum that is tagged beside its content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatAdjacent {
    title: String,
    #[serde(flatten)]
    beside: Beside,
}

/// `flatten` of an enum that is not tagged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatUntagged {
    #[serde(flatten)]
    either: Either,
    note: String,
}

/// Two enums in one object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatTwo {
    #[serde(flatten)]
    place: Where,
    #[serde(flatten)]
    what: What,
}

/// An enum or nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatMaybe {
    id: u8,
    #[serde(flatten)]
    what: Option<What>,
}

/// Flattened below a root, in a list and as an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    list: Vec<FlatInternal>,
    maybe: Option<FlatUntagged>,
}

fn line() -> Where {
    Where::Line {
        number: 1,
        column: None,
    }
}

/// Nothing, or one of several, each with names of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlatMaybeExternal {
    #[serde(flatten)]
    choice: Option<Choice>,
}

/// Contents that are written otherwise in some dialects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Choice {
    One(u8),
    Pair(u8, String),
    Many(BTreeMap<String, u8>),
}

/// Not tagged and generic, with a map of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Shoots<T> {
    Leaf { leaf: T },
    More(BTreeMap<String, Shoots<T>>),
}

/// Flattens a generic enum whose other names have values of that enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Sapling {
    id: u8,
    #[serde(flatten)]
    shoots: Shoots<u8>,
}

/// A generic type that names itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Shrub<T> {
    value: T,
    kids: Vec<Shrub<T>>,
}

/// Not tagged: a generic type that names itself, or the enum, which names itself too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Growth<T> {
    Shrub(Shrub<T>),
    Graft { onto: Box<Growth<T>> },
}

/// Flattens an enum of two types that name themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Plot {
    id: u8,
    #[serde(flatten)]
    growth: Growth<u8>,
}

/// A generic newtype of a map whose values contain the newtype.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Vines<T>(BTreeMap<String, (T, Vines<T>)>);

/// Flattens a newtype of a map that names the newtype.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Trellis {
    id: u8,
    #[serde(flatten)]
    vines: Vines<u8>,
}

fn more<const N: usize>(all: [(&str, Shoots<u8>); N]) -> Shoots<u8> {
    Shoots::More(all.map(|(name, one)| (name.to_owned(), one)).into())
}

fn shrub(value: u8, kids: Vec<Shrub<u8>>) -> Shrub<u8> {
    Shrub { value, kids }
}

fn vines<const N: usize>(all: [(&str, u8, Vines<u8>); N]) -> Vines<u8> {
    Vines(
        all.map(|(name, value, one)| (name.to_owned(), (value, one)))
            .into(),
    )
}

super::specimens! {
    FlatMaybeExternal = [
        FlatMaybeExternal { choice: None },
        FlatMaybeExternal { choice: Some(Choice::One(1)) },
        FlatMaybeExternal { choice: Some(Choice::Pair(2, "x".into())) },
        FlatMaybeExternal { choice: Some(Choice::Many([("k".into(), 3)].into())) },
    ];
    FlatExternal = [
        FlatExternal { title: "a".into(), place: Where::File("f".into()) },
        FlatExternal { title: "a".into(), place: line() },
        FlatExternal { title: "a".into(), place: Where::Line { number: 2, column: Some(3) } },
    ];
    FlatInternal = [
        FlatInternal { title: "a".into(), what: What::Nothing, done: None },
        FlatInternal { title: "a".into(), what: What::Text { text: "t".into() }, done: Some(true) },
        FlatInternal { title: "a".into(), what: What::Count { count: 1, exact: None }, done: None },
    ];
    FlatAdjacent = [
        FlatAdjacent { title: "a".into(), beside: Beside::None },
        FlatAdjacent { title: "a".into(), beside: Beside::Number(1) },
        FlatAdjacent { title: "a".into(), beside: Beside::Object { x: -1 } },
    ];
    FlatUntagged = [
        FlatUntagged { either: Either::ById { id: 1 }, note: "n".into() },
        FlatUntagged { either: Either::ByName { name: "x".into(), exact: None }, note: "n".into() },
    ];
    FlatTwo = [
        FlatTwo { place: line(), what: What::Nothing },
        FlatTwo { place: Where::File("f".into()), what: What::Count { count: 1, exact: Some(false) } },
    ];
    FlatMaybe = [
        FlatMaybe { id: 1, what: None },
        FlatMaybe { id: 1, what: Some(What::Nothing) },
        FlatMaybe { id: 1, what: Some(What::Text { text: String::new() }) },
    ];
    Holder = [
        Holder { list: vec![], maybe: None },
        Holder {
            list: vec![FlatInternal { title: String::new(), what: What::Nothing, done: Some(false) }],
            maybe: Some(FlatUntagged { either: Either::ById { id: 2 }, note: String::new() }),
        },
    ];
    Sapling = [
        Sapling { id: 1, shoots: Shoots::Leaf { leaf: 2 } },
        Sapling { id: 1, shoots: more([]) },
        Sapling {
            id: 1,
            shoots: more([("a", Shoots::Leaf { leaf: 2 }), ("b", more([("c", more([]))]))]),
        },
    ];
    Plot = [
        Plot { id: 1, growth: Growth::Shrub(shrub(2, vec![shrub(3, vec![shrub(4, vec![])])])) },
        Plot {
            id: 1,
            growth: Growth::Graft {
                onto: Box::new(Growth::Graft { onto: Box::new(Growth::Shrub(shrub(2, vec![]))) }),
            },
        },
    ];
    Trellis = [
        Trellis { id: 1, vines: vines([]) },
        Trellis { id: 1, vines: vines([("a", 2, vines([("b", 3, vines([]))]))]) },
    ];
}

//! `flatten` of enums, for every tagging.

use serde::{Deserialize, Serialize};
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
    Many(std::collections::BTreeMap<String, u8>),
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
}

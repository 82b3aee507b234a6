//! `flatten`, combined with everything that can be next to it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use toolcast::ToolSchema;

/// The flattened type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Paging {
    /// From here
    #[serde(default)]
    offset: u8,
    limit: Option<u8>,
}

/// With other names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sorting {
    #[serde(alias = "order")]
    sort_by: Option<String>,
    #[serde(rename = "desc", default)]
    descending: bool,
}

/// Two structs, and fields around them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct TwoStructs {
    before_all: u8,
    #[serde(flatten)]
    paging: Paging,
    in_between: String,
    #[serde(flatten)]
    sorting: Sorting,
}

/// A flattened struct that may be missing as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct WithDefault {
    name: String,
    #[serde(flatten, default)]
    paging: Paging,
}

/// A flattened struct in an enum's variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind")]
pub enum InVariant {
    List {
        of: String,
        #[serde(flatten)]
        paging: Paging,
    },
    Count {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    },
}

/// The same, tagged outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum InOuterVariant {
    List {
        #[serde(flatten)]
        paging: Paging,
        #[serde(flatten)]
        sorting: Sorting,
    },
    Nothing,
}

/// The same, adjacent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c")]
pub enum InAdjacentVariant {
    List {
        #[serde(flatten)]
        paging: Paging,
        extra: Option<bool>,
    },
    One(u8),
}

/// A flattened enum with an inside tag beside a struct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EnumBeside {
    id: u8,
    #[serde(flatten)]
    how: How,
    #[serde(flatten)]
    paging: Paging,
}

/// How to search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "how", rename_all = "lowercase")]
pub enum How {
    Exact { text: String },
    Fuzzy { text: String, distance: Option<u8> },
}

/// Three levels, a name at each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Levels {
    one: u8,
    #[serde(flatten)]
    middle: Middle,
}

/// The second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Middle {
    two: u8,
    #[serde(flatten)]
    inner: Inner,
}

/// The third.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Inner {
    three: u8,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
}

/// Boxed, and generic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Around<T> {
    #[serde(flatten)]
    inner: Box<T>,
    note: Option<String>,
}

/// A rest of one type, beside optional fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TypedRest {
    name: Option<String>,
    #[serde(default)]
    size: u8,
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

/// Written only if there is something, and read with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FlattenSkip {
    id: u8,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    paging: Option<Required>,
}

/// All of it or nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Required {
    from: u8,
    to: u8,
}

/// In a list, and in a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    list: Vec<TwoStructs>,
    map: BTreeMap<String, EnumBeside>,
    maybe: Option<InVariant>,
}

fn two() -> TwoStructs {
    TwoStructs {
        before_all: 1,
        paging: Paging {
            offset: 2,
            limit: Some(3),
        },
        in_between: "b".into(),
        sorting: Sorting {
            sort_by: None,
            descending: true,
        },
    }
}

fn beside(how: How) -> EnumBeside {
    EnumBeside {
        id: 1,
        how,
        paging: Paging::default(),
    }
}

super::super::specimens! {
    TwoStructs = [two()];
    WithDefault = [WithDefault { name: "n".into(), paging: Paging { offset: 1, limit: None } }];
    InVariant = [
        InVariant::List { of: "x".into(), paging: Paging { offset: 0, limit: Some(1) } },
        InVariant::Count { rest: [("a".into(), 1)].into() },
        InVariant::Count { rest: BTreeMap::new() },
    ];
    InOuterVariant = [
        InOuterVariant::List { paging: Paging::default(), sorting: Sorting { sort_by: Some("s".into()), descending: false } },
        InOuterVariant::Nothing,
    ];
    InAdjacentVariant = [
        InAdjacentVariant::List { paging: Paging { offset: 1, limit: Some(2) }, extra: Some(true) },
        InAdjacentVariant::One(1),
    ];
    EnumBeside = [beside(How::Exact { text: "a".into() }), beside(How::Fuzzy { text: "b".into(), distance: Some(2) })];
    Levels = [
        Levels { one: 1, middle: Middle { two: 2, inner: Inner { three: 3, rest: [("x".into(), Value::Null)].into() } } },
        Levels { one: 1, middle: Middle { two: 2, inner: Inner { three: 3, rest: HashMap::new() } } },
    ];
    /// A struct, boxed and under a type parameter.
    Around<Paging> = [Around { inner: Box::new(Paging { offset: 1, limit: None }), note: Some("n".into()) }];
    /// An enum, boxed and under a type parameter.
    Around<How> = [Around { inner: Box::new(How::Exact { text: "t".into() }), note: None }];
    TypedRest = [
        TypedRest { name: None, size: 0, labels: [("a".into(), "x".into()), ("b".into(), String::new())].into() },
        TypedRest { name: Some("n".into()), size: 1, labels: BTreeMap::new() },
    ];
    FlattenSkip = [FlattenSkip { id: 1, paging: None }, FlattenSkip { id: 1, paging: Some(Required { from: 1, to: 2 }) }];
    /// Flattened types in a list and in a map.
    Holder = [Holder { list: vec![two(), two()], map: [("k".into(), beside(How::Exact { text: String::new() }))].into(), maybe: None }];
}

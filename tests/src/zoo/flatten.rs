//! `flatten` of structs, maps, options and generic types.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use toolcast::ToolSchema;

/// A page of results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Paging {
    /// Where to begin
    offset: u32,
    limit: Option<u32>,
}

/// A struct in a struct.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Search {
    query: String,
    #[serde(flatten)]
    paging: Paging,
    last: bool,
}

/// Two, and one of them twice removed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Deep {
    #[serde(flatten)]
    search: Search,
    #[serde(flatten)]
    sorting: Sorting,
}

/// Renamed, with other names and defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sorting {
    #[serde(default)]
    sort_by: String,
    #[serde(alias = "desc")]
    is_descending: bool,
}

/// All of it or nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Maybe {
    id: u8,
    #[serde(flatten)]
    paging: Option<Paging>,
}

/// An open object, with a type for the other members.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Rest {
    id: u8,
    note: Option<String>,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

/// An open object, with members of any type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct AnyRest {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// Units of a length.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema,
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Metre,
    Foot,
}

/// Other names are those of an enum.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EnumKeys {
    id: u8,
    #[serde(flatten)]
    lengths: BTreeMap<Unit, u32>,
}

/// Other names have a format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FormatKeys {
    note: Option<String>,
    #[serde(flatten)]
    hosts: BTreeMap<Ipv4Addr, bool>,
}

/// A struct and the rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct StructAndRest {
    #[serde(flatten)]
    paging: Paging,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

/// A type that isn't known here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Labelled<T> {
    label: String,
    #[serde(flatten)]
    inner: T,
}

/// Flattened in a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Listed {
    items: Vec<Labelled<Sorting>>,
    one: Option<Labelled<Paging>>,
}

/// A newtype of a struct, flattened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ThroughNewtype {
    #[serde(flatten)]
    paging: Wrapped,
    #[serde(flatten)]
    boxed: Box<Sorting>,
}

/// A struct under another name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Wrapped(Paging);

fn paging(limit: Option<u32>) -> Paging {
    Paging { offset: 7, limit }
}

fn sorting() -> Sorting {
    Sorting {
        sort_by: "name".into(),
        is_descending: true,
    }
}

super::specimens! {
    Search = [
        Search::default(),
        Search { query: "q".into(), paging: paging(Some(3)), last: true },
    ];
    Deep = [
        Deep::default(),
        Deep {
            search: Search { query: "q".into(), paging: paging(Some(3)), last: true },
            sorting: sorting(),
        },
    ];
    Maybe = [
        Maybe::default(),
        Maybe { id: 1, paging: Some(paging(None)) },
        Maybe { id: 2, paging: Some(paging(Some(9))) },
    ];
    Rest = [
        Rest::default(),
        Rest { id: 1, note: Some("n".into()), rest: [("x".into(), 1), ("y z".into(), 2)].into() },
    ];
    AnyRest = [
        AnyRest::default(),
        AnyRest { id: 1, rest: [("x".into(), Value::Null), ("y".into(), "text".into())].into() },
    ];
    EnumKeys = [
        EnumKeys::default(),
        EnumKeys { id: 1, lengths: [(Unit::Metre, 1), (Unit::Foot, 3)].into() },
    ];
    FormatKeys = [
        FormatKeys::default(),
        FormatKeys { note: Some("n".into()), hosts: [(Ipv4Addr::LOCALHOST, true)].into() },
    ];
    StructAndRest = [
        StructAndRest::default(),
        StructAndRest { paging: paging(None), rest: [("k".into(), "v".into())].into() },
    ];
    /// A type parameter that is a struct.
    Labelled<Paging> = [Labelled::default(), Labelled { label: "l".into(), inner: paging(Some(1)) }];
    /// A type parameter that is a map.
    Labelled<BTreeMap<String, bool>> = [
        Labelled { label: "l".into(), inner: BTreeMap::new() },
        Labelled { label: "l".into(), inner: [("on".into(), true)].into() },
    ];
    Listed = [
        Listed::default(),
        Listed {
            items: vec![Labelled { label: "a".into(), inner: sorting() }],
            one: Some(Labelled { label: "b".into(), inner: paging(None) }),
        },
    ];
    ThroughNewtype = [
        ThroughNewtype::default(),
        ThroughNewtype { paging: Wrapped(paging(Some(2))), boxed: Box::new(sorting()) },
    ];
}

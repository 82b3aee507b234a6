//! Maps, with every kind of key that JSON can represent.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::net::Ipv4Addr;
use toolcast::ToolSchema;

/// A key that is one of some names.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema,
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Like blood
    Red,
    /// Like grass
    Green,
}

/// A key that is a string under another name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Tag(String);

/// A key that is a number under another name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema,
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct UserId {
    id: u64,
}

/// Keys that are strings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct StringKeys {
    hashed: HashMap<String, u32>,
    ordered: BTreeMap<String, String>,
    boxed: BTreeMap<Box<str>, bool>,
    letters: BTreeMap<char, u8>,
    newtypes: BTreeMap<Tag, f64>,
    addresses: BTreeMap<Ipv4Addr, u16>,
}

/// Keys that are numbers, which JSON writes as strings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NumberKeys {
    unsigned: BTreeMap<u32, String>,
    signed: BTreeMap<i8, bool>,
    wide: BTreeMap<u64, u8>,
    newtypes: BTreeMap<UserId, String>,
}

/// Keys of a closed set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NamedKeys {
    colors: BTreeMap<Color, u8>,
    flags: BTreeMap<bool, String>,
}

/// Values that are more than a scalar; `null` is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MapValues {
    optional: BTreeMap<String, Option<u8>>,
    maps: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
    objects: BTreeMap<String, Entry>,
    maybe: Option<BTreeMap<String, bool>>,
    list: Vec<BTreeMap<u8, u8>>,
}

/// Looks like what a map is rewritten to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Entry {
    key: String,
    value: Option<u8>,
}

super::specimens! {
    StringKeys = [
        StringKeys::default(),
        StringKeys {
            hashed: [("a".into(), 1)].into(),
            ordered: [("key".into(), "value".into()), ("value".into(), "key".into()), ("".into(), "".into())].into(),
            boxed: [("\"".into(), true)].into(),
            letters: [('x', 1), ('\u{1f600}', 2)].into(),
            newtypes: [(Tag("t".into()), 0.5)].into(),
            addresses: [(Ipv4Addr::LOCALHOST, 80)].into(),
        },
    ];
    NumberKeys = [
        NumberKeys::default(),
        NumberKeys {
            unsigned: [(0, "zero".into()), (u32::MAX, "most".into())].into(),
            signed: [(-128, true), (127, false)].into(),
            wide: [(u64::MAX, 1)].into(),
            newtypes: [(UserId { id: 7 }, "u".into())].into(),
        },
    ];
    NamedKeys = [
        NamedKeys::default(),
        NamedKeys {
            colors: [(Color::Red, 1), (Color::Green, 2)].into(),
            flags: [(true, "t".into()), (false, "f".into())].into(),
        },
    ];
    MapValues = [
        MapValues::default(),
        MapValues {
            optional: [("a".into(), None), ("b".into(), Some(1))].into(),
            maps: [("m".into(), [("n".into(), vec![1, 2])].into())].into(),
            objects: [("o".into(), Entry { key: "k".into(), value: None })].into(),
            maybe: Some([("x".into(), true)].into()),
            list: vec![[(1, 2)].into(), BTreeMap::new()],
        },
    ];
    /// A map for a root, which some dialects write as a list.
    BTreeMap<String, u8> = [BTreeMap::new(), [("value".into(), 1)].into()];
}

//! Types that are read through another type: `from`, `try_from`, `transparent`, functions.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use toolcast::ToolSchema;

/// Read from a struct with other names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "Wire", into = "Wire")]
pub struct FromStruct {
    total: u16,
}

/// The form in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Wire {
    low_part: u8,
    #[serde(default)]
    high_part: u8,
}

impl From<Wire> for FromStruct {
    fn from(wire: Wire) -> Self {
        FromStruct {
            total: u16::from(wire.high_part) << 8 | u16::from(wire.low_part),
        }
    }
}

impl From<FromStruct> for Wire {
    fn from(from: FromStruct) -> Self {
        let [high_part, low_part] = from.total.to_be_bytes();
        Wire {
            low_part,
            high_part,
        }
    }
}

/// Read from an enum that is tagged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "Given", into = "Given")]
pub struct FromEnum(u8);

/// A number in two ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Given {
    Number(u8),
    Object { number: u8 },
}

impl From<Given> for FromEnum {
    fn from(given: Given) -> Self {
        match given {
            Given::Number(number) | Given::Object { number } => FromEnum(number),
        }
    }
}

impl From<FromEnum> for Given {
    fn from(from: FromEnum) -> Self {
        Given::Number(from.0)
    }
}

/// Transparent around a type that is read as another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TransparentFrom {
    inner: FromStruct,
    #[serde(skip)]
    cache: Option<u8>,
}

/// Transparent around a generic one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TransparentGeneric<T>(Vec<T>);

/// A newtype with rules, and one on top of it with more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Percent(#[tool(range(0..=100))] u8);

/// The upper half of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Majority(#[tool(range(51..))] Percent);

/// Fields that functions read, described by a type and by a module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ReadBy {
    #[serde(with = "as_text")]
    #[tool(as = "String", pattern = "^[0-9]{1,3}$")]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "String", regex(pattern = "^[0-9]{1,3}$"))
    )]
    number: u16,
    #[serde(with = "as_text", rename = "other-number")]
    #[tool(as = "String", pattern = "^[0-9]{1,3}$")]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "String", regex(pattern = "^[0-9]{1,3}$"))
    )]
    other: u16,
    #[serde(default, deserialize_with = "or_zero")]
    #[tool(as = "Option<u8>")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<u8>"))]
    level: u8,
}

mod as_text {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(number: &u16, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(de::Error::custom)
    }
}

fn or_zero<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(0))
}

/// Text that borrows where it can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MayBorrow<'a> {
    #[serde(borrow, default)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    list: Option<Vec<Cow<'a, str>>>,
    owned: BTreeMap<String, String>,
}

/// Generic with a bound of its own and an alias of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(bound = "T: Serialize + serde::de::DeserializeOwned")]
pub struct Bounded<T, const N: usize> {
    #[serde(alias = "data")]
    items: Vec<T>,
    #[serde(skip)]
    size: PhantomData<[u8; N]>,
}

impl<T, const N: usize> Bounded<T, N> {
    fn new(items: Vec<T>) -> Self {
        Bounded {
            items,
            size: PhantomData,
        }
    }
}

/// All of them as fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    from: Vec<FromStruct>,
    given: Option<FromEnum>,
    through: TransparentFrom,
    lists: TransparentGeneric<Percent>,
    half: Majority,
}

super::super::specimens! {
    FromStruct = [FromStruct { total: 0x0102 }, FromStruct { total: 0 }];
    FromEnum = [FromEnum(3)];
    TransparentFrom = [TransparentFrom { inner: FromStruct { total: 1 }, cache: None }];
    TransparentGeneric<bool> = [TransparentGeneric(vec![true]), TransparentGeneric(vec![])];
    Percent = [Percent(0), Percent(100)];
    Majority = [Majority(Percent(51))];
    ReadBy = [ReadBy { number: 12, other: 0, level: 3 }];
    MayBorrow<'_> = [
        MayBorrow { text: "t".into(), list: Some(vec!["a\n".into()]), owned: BTreeMap::new() },
        MayBorrow { text: "".into(), list: None, owned: [("k".into(), "v".into())].into() },
    ];
    Bounded<u8, 4> = [Bounded::new(vec![1])];
    Holder = [Holder {
        from: vec![FromStruct { total: 7 }], given: Some(FromEnum(1)), through: TransparentFrom { inner: FromStruct { total: 9 }, cache: None },
        lists: TransparentGeneric(vec![Percent(5)]), half: Majority(Percent(60)),
    }];
}

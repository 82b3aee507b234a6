//! Tagged enums: renamed tags, defaults, closed contents, and enums within enums.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// A struct to put into variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Point {
    x: i8,
    y: i8,
}

/// The same, closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClosedPoint {
    x: i8,
    #[serde(default)]
    y: i8,
}

/// A tag with an odd name, variants by a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "@type", rename_all = "SCREAMING-KEBAB-CASE")]
pub enum OddTag {
    FirstOne { id: u8 },
    SecondOne(Point),
    ThirdOne,
}

/// An adjacent tag whose content may be missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum AdjacentOption {
    Maybe(Option<u8>),
    Unit,
    Nothing(()),
    Both(u8, Option<String>),
}

/// Adjacent and closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c", deny_unknown_fields)]
pub enum AdjacentClosed {
    Point { x: u8, y: Option<u8> },
    Name(String),
}

/// Each tagging as the content of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum External {
    Odd(OddTag),
    Adjacent(AdjacentOption),
    Boxed(Box<External>),
    List(Vec<External>),
}

/// Inside tags around other objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "op")]
pub enum Internal {
    Point(Point),
    Map(BTreeMap<String, i8>),
    Deep(Level),
}

/// A tag of another name below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "level")]
pub enum Level {
    Low { n: u8 },
    High(Point),
}

/// Aliases of variants under each tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "cmd", rename_all = "lowercase")]
pub enum AliasedVariants {
    #[serde(alias = "rm", alias = "del")]
    Remove { path: String },
    #[serde(rename = "mv", alias = "move")]
    Rename { from: String, to: String },
}

/// Variants that are only written, or neither written nor read.
#[allow(dead_code)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c")]
pub enum HalfVariants {
    Both(u8),
    #[serde(skip_deserializing)]
    WriteOnly(u8),
    #[serde(skip)]
    Never(NoSchema),
}

/// Neither read nor described.
#[derive(Clone, Debug, PartialEq)]
pub struct NoSchema;

/// A catch-all beside an alias, outside tagged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnitsWithOther {
    #[serde(alias = "warn")]
    Warning,
    Error,
    #[serde(other)]
    Unknown,
}

/// Keys of a map from an enum with another name for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ByUnit {
    counts: BTreeMap<UnitsWithOther, u8>,
    lists: BTreeMap<UnitsWithOther, Vec<Level>>,
}

/// A generic enum, each tagging once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "data")]
pub enum Message<T, E> {
    Ok(T),
    Err { error: E, code: Option<u8> },
}

/// Tuples in variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Tuples {
    One(u8),
    Two(u8, String),
    Same(u8, u8, u8),
    #[serde(rename = "list")]
    List(Vec<(u8, bool)>),
}

/// One variant alone, in each tagging.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Lonely {
    external: OnlyExternal,
    internal: OnlyInternal,
    adjacent: OnlyAdjacent,
    unit: OnlyUnit,
}

/// One.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum OnlyExternal {
    Only { a: u8 },
}

/// One.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t")]
pub enum OnlyInternal {
    Only { a: Option<u8> },
}

/// One.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "t", content = "c")]
pub enum OnlyAdjacent {
    Only(u8),
}

/// One.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum OnlyUnit {
    Only,
}

/// Variants whose objects look alike but for the tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type")]
pub enum Alike {
    Meters {
        value: f64,
    },
    Feet {
        value: f64,
    },
    #[serde(rename = "furlongs")]
    Furlongs {
        value: f64,
    },
}

super::super::specimens! {
    OddTag = [OddTag::FirstOne { id: 1 }, OddTag::SecondOne(Point { x: -1, y: 1 }), OddTag::ThirdOne];
    ClosedPoint = [ClosedPoint { x: 1, y: 0 }];
    AdjacentOption = [
        AdjacentOption::Maybe(None), AdjacentOption::Maybe(Some(1)), AdjacentOption::Unit, AdjacentOption::Nothing(()),
        AdjacentOption::Both(1, None), AdjacentOption::Both(1, Some("s".into())),
    ];
    AdjacentClosed = [AdjacentClosed::Point { x: 1, y: None }, AdjacentClosed::Name("n".into())];
    External = [
        External::Odd(OddTag::ThirdOne), External::Adjacent(AdjacentOption::Unit),
        External::Boxed(Box::new(External::List(vec![External::Odd(OddTag::FirstOne { id: 1 })]))),
    ];
    Internal = [
        Internal::Point(Point { x: 0, y: 0 }), Internal::Map([("k".into(), -1)].into()), Internal::Deep(Level::Low { n: 1 }), Internal::Deep(Level::High(Point { x: 1, y: 2 })),
    ];
    AliasedVariants = [AliasedVariants::Remove { path: "p".into() }, AliasedVariants::Rename { from: "a".into(), to: "b".into() }];
    HalfVariants = [HalfVariants::Both(1)];
    UnitsWithOther = [UnitsWithOther::Warning, UnitsWithOther::Error, UnitsWithOther::Unknown];
    ByUnit = [ByUnit { counts: [(UnitsWithOther::Error, 1)].into(), lists: [(UnitsWithOther::Warning, vec![Level::Low { n: 1 }])].into() }];
    /// A generic enum of scalars.
    Message<u8, String> = [Message::Ok(1), Message::Err { error: "e".into(), code: None }];
    /// A generic enum of lists and of an option.
    Message<Vec<Point>, Option<Level>> = [Message::Ok(vec![Point { x: 1, y: 2 }]), Message::Err { error: None, code: Some(1) }];
    Tuples = [Tuples::One(1), Tuples::Two(1, "x".into()), Tuples::Same(1, 2, 3), Tuples::List(vec![(1, true)])];
    Lonely = [Lonely { external: OnlyExternal::Only { a: 1 }, internal: OnlyInternal::Only { a: None }, adjacent: OnlyAdjacent::Only(1), unit: OnlyUnit::Only }];
    Alike = [Alike::Meters { value: 1.0 }, Alike::Feet { value: 0.5 }, Alike::Furlongs { value: -2.0 }];
}

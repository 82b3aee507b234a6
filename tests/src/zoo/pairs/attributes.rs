//! Attributes on types, variants and fields that no other type of the zoo uses.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use toolcast::ToolSchema;

/// A number in text, for fields and for the content of variants.
mod as_text {
    use super::{Deserialize, Deserializer, Display, Serializer, de};
    use std::str::FromStr;

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom("no number"))
    }
}

/// `with`, `serialize_with` and `deserialize_with` on variants, under an outside tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub enum WithVariants {
    #[serde(with = "as_text")]
    #[tool(as = "Digits")]
    Text(u8),
    #[serde(
        serialize_with = "as_text::serialize",
        deserialize_with = "as_text::deserialize"
    )]
    #[tool(as = "Digits")]
    Halves(u8),
    Plain(u8),
}

/// Text of one or two digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Digits(
    #[tool(pattern = "^[0-9]{1,2}$")]
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = "^[0-9]{1,2}$")))]
    String,
);

/// One function for each side of a field, whose bounds are its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EachSide<T> {
    #[serde(
        serialize_with = "as_text::serialize",
        deserialize_with = "as_text::deserialize"
    )]
    #[tool(as = "Digits")]
    #[cfg_attr(feature = "schemars", schemars(with = "Digits"))]
    number: u8,
    #[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
    items: Vec<T>,
}

/// The path to serde is given, and the expected value has another description.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(crate = "::serde", expecting = "a pair of numbers", rename = "pair")]
pub struct Given {
    left: u8,
    right: u8,
}

/// Variants with a name for each side, with a rule for their own fields, and one that is read and
/// never written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(
    tag = "kind",
    rename_all(deserialize = "camelCase", serialize = "UPPERCASE")
)]
pub enum SplitVariants {
    FirstOne {
        id: u8,
    },
    #[serde(rename(deserialize = "in", serialize = "out"))]
    Second {
        id: u8,
    },
    #[serde(rename_all = "kebab-case")]
    OwnRule {
        two_words: bool,
    },
    #[serde(skip_serializing)]
    ReadOnly {
        id: u8,
    },
}

/// Variants that borrow, with bounds of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Borrowing<'a, T> {
    #[serde(borrow)]
    Text(Cow<'a, str>),
    #[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
    List(Vec<T>),
    Named {
        #[serde(borrow, alias = "label")]
        name: Cow<'a, str>,
    },
}

/// A default for the whole type by a function, beside fields with their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default = "Preset::new", deny_unknown_fields)]
pub struct Preset {
    level: u8,
    #[serde(alias = "label", skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default)]
    list: Vec<u8>,
    #[serde(skip)]
    hidden: u8,
}

impl Preset {
    fn new() -> Self {
        Preset {
            level: 7,
            name: "preset".into(),
            list: vec![1],
            hidden: 0,
        }
    }
}

impl Default for Preset {
    fn default() -> Self {
        Preset::new()
    }
}

/// An untagged enum whose variants have rules, aliases and defaults of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged, rename_all_fields = "camelCase")]
#[allow(dead_code)] // Skipped variants are never constructed.
pub enum Guessed {
    Range {
        lower_end: i32,
        upper_end: i32,
    },
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    Exact {
        exact_value: i32,
        #[serde(default, alias = "TOL")]
        tolerance: u8,
    },
    #[serde(skip)]
    Never,
    Wrapped(Option<Vec<u8>>),
}

/// A type that is read through an untagged one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "OneOrMany", into = "OneOrMany")]
pub struct List(Vec<u8>);

/// The type that [`List`] is read through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OneOrMany {
    One(u8),
    Many(Vec<u8>),
}

impl From<OneOrMany> for List {
    fn from(from: OneOrMany) -> Self {
        match from {
            OneOrMany::One(one) => List(vec![one]),
            OneOrMany::Many(many) => List(many),
        }
    }
}

impl From<List> for OneOrMany {
    fn from(from: List) -> Self {
        OneOrMany::Many(from.0)
    }
}

/// Flattened: a transparent type, one with defaults, and a map for the rest, with names by a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase")]
pub struct Flattened {
    own_name: u8,
    #[serde(flatten)]
    through: Through,
    #[serde(flatten, skip_serializing_if = "BTreeMap::is_empty")]
    rest: BTreeMap<String, String>,
}

/// Transparent around an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Through {
    given: Given,
}

/// Flattened: a type whose fields all have a default, and a generic one; next to them a transparent
/// type, and text with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Mixture<T> {
    #[serde(flatten)]
    options: Options,
    #[serde(flatten)]
    numbered: Numbered<T>,
    through: Option<Through>,
    #[serde(with = "as_text", default)]
    #[tool(as = "Digits")]
    #[cfg_attr(feature = "schemars", schemars(with = "Digits"))]
    number: u8,
}

/// A part of [`Mixture`] that may be missing as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Options {
    verbose: bool,
    depth: u16,
}

/// A part of [`Mixture`] that has to be there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Numbered<T> {
    index: u8,
    value: T,
}

super::super::specimens! {
    Mixture<String> = [
        Mixture { options: Options::default(), numbered: Numbered { index: 1, value: "v".into() }, through: None, number: 7 },
        Mixture {
            options: Options { verbose: true, depth: 2 }, numbered: Numbered { index: 0, value: String::new() },
            through: Some(Through { given: Given { left: 1, right: 2 } }), number: 42,
        },
    ];
    WithVariants = [WithVariants::Text(12), WithVariants::Halves(3), WithVariants::Plain(255)];
    EachSide<bool> = [EachSide { number: 42, items: vec![true] }];
    Given = [Given { left: 1, right: 2 }];
    @one_way SplitVariants = [SplitVariants::FirstOne { id: 1 }, SplitVariants::Second { id: 2 }, SplitVariants::OwnRule { two_words: true }];
    Borrowing<'_, u8> = [Borrowing::Text("t".into()), Borrowing::List(vec![1]), Borrowing::Named { name: "\n".into() }];
    Preset = [Preset::new(), Preset { level: 0, name: "n".into(), list: vec![], hidden: 0 }];
    Guessed = [
        Guessed::Range { lower_end: -1, upper_end: 1 }, Guessed::Exact { exact_value: 5, tolerance: 0 },
        Guessed::Wrapped(None), Guessed::Wrapped(Some(vec![1])),
    ];
    List = [List(vec![1, 2]), List(vec![])];
    Flattened = [
        Flattened { own_name: 1, through: Through { given: Given { left: 1, right: 2 } }, rest: BTreeMap::new() },
        Flattened { own_name: 1, through: Through { given: Given { left: 1, right: 2 } }, rest: [("x".into(), "y".into())].into() },
    ];
}

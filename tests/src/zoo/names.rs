//! Names that some provider rejects or that are hard to render.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// Names that are not identifiers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OddNames {
    #[serde(rename = "größe")]
    umlaut: u8,
    #[serde(rename = "名前")]
    japanese: String,
    #[serde(rename = "with space")]
    space: Option<bool>,
    #[serde(rename = "dotted.name")]
    dotted: u8,
    #[serde(rename = "dashed-name")]
    dashed: u8,
    #[serde(rename = "2fa")]
    digit_first: Option<String>,
    #[serde(rename = "$filter")]
    dollar: Option<String>,
    #[serde(rename = "a/b~c")]
    pointer: Option<u8>,
    #[serde(rename = "<angle>")]
    angle: Option<u8>,
}

/// Names that need escaping, and none at all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EscapedNames {
    #[serde(rename = "quote\"")]
    quote: u8,
    #[serde(rename = "back\\slash")]
    backslash: u8,
    #[serde(rename = "line\nbreak")]
    line: u8,
    #[serde(rename = "")]
    empty: u8,
    #[serde(rename = "\u{1}")]
    control: u8,
}

/// Longer than 64 characters, twice, with the difference at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LongNames {
    an_identifier_that_goes_on_for_longer_than_any_provider_takes_which_is_64_one: u8,
    an_identifier_that_goes_on_for_longer_than_any_provider_takes_which_is_64_two: u8,
    exactly_sixty_four_characters_long_which_every_provider_accepts__: u8,
}

/// Names that are the same once odd characters are replaced.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CollidingNames {
    #[serde(rename = "a b")]
    space: u8,
    #[serde(rename = "a-b")]
    dash: u8,
    #[serde(rename = "a.b")]
    dot: u8,
    #[serde(rename = "a_b")]
    underscore: u8,
    #[serde(rename = "a:b")]
    colon: Option<u8>,
    #[serde(rename = "_0")]
    tuple_like: u8,
}

/// Words of JSON Schema, and of Rust.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Keywords {
    r#type: String,
    properties: Option<BTreeMap<String, u8>>,
    required: Vec<String>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    #[serde(rename = "$defs")]
    definitions: Option<u8>,
    r#enum: Option<String>,
    items: Option<Vec<u8>>,
    #[serde(rename = "anyOf")]
    any_of: Option<u8>,
    default: Option<bool>,
    nullable: bool,
    description: String,
    title: String,
    #[serde(rename = "additionalProperties")]
    additional: Option<bool>,
    #[serde(rename = "__proto__")]
    proto: Option<u8>,
}

/// Names that our own rewrites use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct RewriteNames {
    key: String,
    value: Option<Box<RewriteNames>>,
    input: u8,
    pairs: BTreeMap<String, Vec<u8>>,
}

/// Enum values that are not identifiers, one of them empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum OddValues {
    #[default]
    #[serde(rename = "")]
    Empty,
    #[serde(rename = "with space")]
    Space,
    #[serde(rename = "größer")]
    Umlaut,
    #[serde(rename = "quote\"back\\slash")]
    Escaped,
    #[serde(rename = "null")]
    Null,
    #[serde(rename = "1")]
    One,
}

/// Variants with odd names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum OddVariants {
    #[serde(rename = "naïve name")]
    Naive(u8),
    #[serde(rename = "x\ty")]
    Tab {
        #[serde(rename = "ö")]
        o: u8,
    },
    #[serde(rename = "plain text")]
    Unit,
}

/// A tag and a content that are not identifiers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "@type", content = "the content")]
pub enum OddTag {
    A(u8),
    B {
        #[serde(rename = "c d")]
        c: u8,
    },
}

/// Odd names at several depths at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DeepOddNames {
    #[serde(rename = "die Liste")]
    list: Vec<OddNames>,
    #[serde(rename = "die Karte")]
    map: BTreeMap<String, CollidingNames>,
    #[serde(flatten)]
    flat: EscapedNames,
    value: OddValues,
    values: Vec<OddValues>,
    variants: Vec<OddVariants>,
    tag: Option<OddTag>,
}

super::specimens! {
    OddNames = [
        OddNames::default(),
        OddNames {
            umlaut: 1, japanese: "名".into(), space: Some(true), dotted: 2, dashed: 3, digit_first: Some("x".into()),
            dollar: Some("y".into()), pointer: Some(4), angle: Some(5),
        },
    ];
    EscapedNames = [EscapedNames { quote: 1, backslash: 2, line: 3, empty: 4, control: 5 }];
    LongNames = [LongNames::default()];
    CollidingNames = [
        CollidingNames { space: 1, dash: 2, dot: 3, underscore: 4, colon: Some(5), tuple_like: 6 },
    ];
    Keywords = [
        Keywords::default(),
        Keywords {
            r#type: "object".into(), properties: Some([("x".into(), 1)].into()), required: vec!["y".into()],
            reference: Some("#".into()), definitions: Some(1), r#enum: Some("e".into()), items: Some(vec![1]),
            any_of: Some(2), default: Some(true), nullable: true, description: "d".into(), title: "t".into(),
            additional: Some(false), proto: Some(3),
        },
    ];
    RewriteNames = [
        RewriteNames::default(),
        RewriteNames {
            key: "k".into(), value: Some(Box::default()), input: 1, pairs: [("key".into(), vec![1])].into(),
        },
    ];
    OddValues = [OddValues::Empty, OddValues::Space, OddValues::Umlaut, OddValues::Escaped, OddValues::Null, OddValues::One];
    OddVariants = [OddVariants::Naive(1), OddVariants::Tab { o: 2 }, OddVariants::Unit];
    OddTag = [OddTag::A(1), OddTag::B { c: 2 }];
    DeepOddNames = [DeepOddNames {
        list: vec![OddNames::default()],
        map: [("ü".into(), CollidingNames::default())].into(),
        flat: EscapedNames::default(),
        value: OddValues::Umlaut,
        values: vec![OddValues::Empty, OddValues::One],
        variants: vec![OddVariants::Naive(0), OddVariants::Unit],
        tag: Some(OddTag::B { c: 1 }),
    }];
}

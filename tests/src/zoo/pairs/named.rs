//! Names: rename rules, aliases, and other attributes that change them.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// A name of its own takes precedence over a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct RuleAndRename {
    first_name: String,
    #[serde(rename = "last_name")]
    surname: String,
}

/// A rule, an alias in Rust's spelling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleAndAlias {
    #[serde(alias = "page_size", alias = "size")]
    page_size: u8,
}

/// An alias that is another field's rule-made name would clash; this one doesn't.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub struct AliasBeside {
    #[serde(alias = "b")]
    a: u8,
    b: u8,
}

/// Closed, and read by other names too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClosedAlias {
    #[serde(alias = "q")]
    query: String,
    #[serde(default, alias = "n")]
    count: u8,
}

/// A default for what has other names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct AliasDefault {
    #[serde(alias = "limit", alias = "top", default = "ten")]
    max: u8,
}

fn ten() -> u8 {
    10
}

/// Names with a meaning in JSON Schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Reserved {
    r#type: String,
    properties: Vec<String>,
    required: bool,
    #[serde(rename = "enum")]
    values: Vec<u8>,
    #[serde(rename = "$defs")]
    defs: Option<u8>,
    #[serde(rename = "additionalProperties")]
    more: bool,
    items: u8,
    description: String,
    nullable: Option<bool>,
    default: Option<u8>,
}

/// Names outside of ASCII.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Foreign {
    größe: u8,
    #[serde(rename = "名前")]
    name: String,
    #[serde(rename = "emoji 🦀")]
    crab: Option<bool>,
}

/// Variants of such names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum ForeignVariants {
    Größe,
    #[serde(rename = "名前")]
    Name(String),
    #[serde(rename = "a b")]
    Spaced {
        #[serde(rename = "ключ")]
        key: u8,
    },
}

/// Fields that differ in case alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[allow(non_snake_case)]
pub struct CaseOnly {
    id: u8,
    Id: u8,
    ID: u8,
}

/// Names that a rewrite makes: these must not be taken for one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LikeRewrites {
    key: String,
    value: u8,
    input: Option<Box<LikeRewrites>>,
    #[serde(rename = "_0")]
    first: u8,
}

/// A rule for variants, another for their fields, a name on top of each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", rename_all_fields = "UPPERCASE")]
pub enum ThreeRules {
    ByRules {
        some_field: u8,
    },
    #[serde(rename_all = "camelCase")]
    OwnRule {
        some_field: u8,
    },
    #[serde(rename = "Named")]
    WithName {
        #[serde(rename = "own")]
        some_field: u8,
    },
}

/// One direction's name, the other's rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all(serialize = "camelCase"))]
pub struct RuleOneWay {
    some_field: u8,
    #[serde(rename(deserialize = "in"))]
    other_field: u8,
}

/// Units by names, aliases among them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AliasedUnits {
    #[serde(alias = "ascending", alias = "up")]
    Asc,
    #[serde(rename = "descending")]
    Desc,
}

super::super::specimens! {
    RuleAndRename = [RuleAndRename { first_name: "a".into(), surname: "b".into() }];
    RuleAndAlias = [RuleAndAlias { page_size: 3 }];
    AliasBeside = [AliasBeside { a: 1, b: 2 }];
    ClosedAlias = [ClosedAlias { query: "x".into(), count: 0 }];
    AliasDefault = [AliasDefault { max: 10 }, AliasDefault { max: 0 }];
    Reserved = [
        Reserved {
            r#type: "object".into(), properties: vec!["a".into()], required: true, values: vec![1], defs: None, more: false, items: 0,
            description: String::new(), nullable: Some(false), default: Some(1),
        },
    ];
    Foreign = [Foreign { größe: 1, name: "é".into(), crab: Some(true) }, Foreign { größe: 0, name: String::new(), crab: None }];
    ForeignVariants = [ForeignVariants::Größe, ForeignVariants::Name("x".into()), ForeignVariants::Spaced { key: 2 }];
    CaseOnly = [CaseOnly { id: 1, Id: 2, ID: 3 }];
    LikeRewrites = [
        LikeRewrites { key: "k".into(), value: 1, input: None, first: 0 },
        LikeRewrites { key: "k".into(), value: 1, input: Some(Box::new(LikeRewrites { key: String::new(), value: 0, input: None, first: 9 })), first: 0 },
    ];
    ThreeRules = [ThreeRules::ByRules { some_field: 1 }, ThreeRules::OwnRule { some_field: 2 }, ThreeRules::WithName { some_field: 3 }];
    @one_way RuleOneWay = [RuleOneWay { some_field: 1, other_field: 2 }];
    AliasedUnits = [AliasedUnits::Asc, AliasedUnits::Desc];
}

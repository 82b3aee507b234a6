//! Serde's attributes on fields, alone and in pairs.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// A name that is another one in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Renamed {
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "maxCount")]
    max: Option<u8>,
    r#match: bool,
}

macro_rules! cases {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        /// A rule for all names.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        $(#[$attr])*
        pub struct $name {
            one: u8,
            two_words: bool,
            a_b_c: Option<String>,
            #[serde(rename = "Own")]
            has_its_own: u8,
        }
    )*};
}

cases! {
    #[serde(rename_all = "lowercase")] LowerCase;
    #[serde(rename_all = "UPPERCASE")] UpperCase;
    #[serde(rename_all = "PascalCase")] PascalCase;
    #[serde(rename_all = "camelCase")] CamelCase;
    #[serde(rename_all = "snake_case")] SnakeCase;
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")] ScreamingSnakeCase;
    #[serde(rename_all = "kebab-case")] KebabCase;
    #[serde(rename_all = "SCREAMING-KEBAB-CASE")] ScreamingKebabCase;
}

/// All cases at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Cases {
    lower: LowerCase,
    upper: UpperCase,
    pascal: PascalCase,
    camel: CamelCase,
    snake: SnakeCase,
    screaming_snake: ScreamingSnakeCase,
    kebab: KebabCase,
    screaming_kebab: ScreamingKebabCase,
}

/// Other names that are read too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Aliased {
    #[serde(alias = "q", alias = "search")]
    query_text: String,
    #[serde(alias = "count")]
    max_count: Option<u8>,
    #[serde(rename = "order", alias = "sort")]
    sort_order: Option<String>,
}

/// A name for each direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all(serialize = "UPPERCASE", deserialize = "camelCase"))]
pub struct TwoNames {
    user_name: String,
    #[serde(rename(deserialize = "in", serialize = "out"))]
    direction: u8,
    #[serde(rename(serialize = "written"))]
    only_output: Option<u8>,
}

/// Fields that one side leaves out; what is only read has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Skipped {
    kept: u8,
    #[serde(skip)]
    never: u8,
    #[serde(skip_deserializing)]
    written_only: Option<String>,
    #[serde(skip_serializing, default)]
    read_only: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe_written: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    list: Vec<u8>,
}

/// A field that is read and never written is still required.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Secret {
    user: String,
    #[serde(skip_serializing)]
    password: String,
}

/// Fields without a schema are skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SkipsForeign {
    name: String,
    #[serde(skip)]
    foreign: Option<std::ffi::OsString>,
}

macro_rules! case {
    ($name:ident) => {
        $name {
            one: 1,
            two_words: true,
            a_b_c: Some("x".into()),
            has_its_own: 2,
        }
    };
}

super::specimens! {
    Renamed = [Renamed { kind: "a".into(), max: None, r#match: true }];
    Cases = [Cases {
        lower: case!(LowerCase),
        upper: case!(UpperCase),
        pascal: case!(PascalCase),
        camel: case!(CamelCase),
        snake: case!(SnakeCase),
        screaming_snake: case!(ScreamingSnakeCase),
        kebab: case!(KebabCase),
        screaming_kebab: case!(ScreamingKebabCase),
    }];
    /// The commonest rule for names, by itself.
    CamelCase = [case!(CamelCase)];
    /// A rule that makes names which are not identifiers.
    KebabCase = [case!(KebabCase)];
    Aliased = [
        Aliased { query_text: "x".into(), max_count: Some(1), sort_order: None },
        Aliased { query_text: String::new(), max_count: None, sort_order: Some("up".into()) },
    ];
    @one_way TwoNames = [TwoNames { user_name: "u".into(), direction: 1, only_output: Some(2) }];
    @one_way Skipped = [Skipped {
        kept: 1, never: 0, written_only: None, read_only: Some("r".into()), maybe_written: None, list: vec![],
    }];
    @one_way Secret = [Secret { user: "u".into(), password: "p".into() }];
    SkipsForeign = [SkipsForeign { name: "n".into(), foreign: None }];
}

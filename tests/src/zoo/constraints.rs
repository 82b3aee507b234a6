//! Constraints beyond the type.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// Bounds of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Bounds {
    #[tool(range(1..=50))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 50)))]
    limit: u8,
    #[tool(range(-5..))]
    #[cfg_attr(feature = "schemars", schemars(range(min = -5)))]
    low: i32,
    #[tool(range(..=1_000))]
    #[cfg_attr(feature = "schemars", schemars(range(max = 1_000)))]
    high: u64,
    #[tool(range(0.0..1.0))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 0.0), extend("exclusiveMaximum" = 1.0)))]
    ratio: f64,
    #[tool(multiple_of = 5)]
    #[cfg_attr(feature = "schemars", schemars(extend("multipleOf" = 5)))]
    step: u16,
    #[tool(range(1..=10))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 10)))]
    maybe: Option<u32>,
    #[tool(range(-1.5..=1.5))]
    #[cfg_attr(feature = "schemars", schemars(range(min = -1.5, max = 1.5)))]
    signed: f64,
}

/// Lengths of strings, lists and maps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Lengths {
    #[tool(length(1..=10))]
    #[cfg_attr(feature = "schemars", schemars(length(min = 1, max = 10)))]
    name: String,
    #[tool(length(2..))]
    #[cfg_attr(feature = "schemars", schemars(length(min = 2)))]
    list: Vec<u8>,
    #[tool(length(..=2))]
    #[cfg_attr(feature = "schemars", schemars(length(max = 2)))]
    short: Vec<String>,
    #[tool(length(1..=3))]
    #[cfg_attr(feature = "schemars", schemars(extend("minProperties" = 1, "maxProperties" = 3)))]
    map: BTreeMap<String, u8>,
    #[tool(length(3))]
    #[cfg_attr(feature = "schemars", schemars(length(equal = 3)))]
    exact: String,
    #[tool(length(1..))]
    #[cfg_attr(feature = "schemars", schemars(length(min = 1)))]
    maybe: Option<Vec<bool>>,
}

/// Patterns, from plain ones to those that some providers refuse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Patterns {
    #[tool(pattern = "^[a-z]+$")]
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = "^[a-z]+$")))]
    anchored: String,
    #[tool(pattern = "[0-9]{2}")]
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = "[0-9]{2}")))]
    free: String,
    #[tool(pattern = r"^\d{3}-\d{4}$")]
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = r"^\d{3}-\d{4}$")))]
    escaped: String,
    #[tool(pattern = r#"^"quoted\\"$"#)]
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = r#"^"quoted\\"$"#)))]
    quoted: Option<String>,
    #[tool(pattern = "^(a|b){1,200}$")]
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = "^(a|b){1,200}$")))]
    repeated: Option<String>,
}

/// Formats: those that JSON Schema names, and another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Formats {
    #[tool(format = "date-time")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "date-time")))]
    at: String,
    #[tool(format = "date")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "date")))]
    day: String,
    #[tool(format = "email")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "email")))]
    mail: Option<String>,
    #[tool(format = "uri")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "uri")))]
    link: Option<String>,
    #[tool(format = "uuid")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "uuid")))]
    id: String,
    #[tool(format = "hostname")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "hostname")))]
    host: Option<String>,
    #[tool(format = "phone")]
    phone: Option<String>,
    #[tool(format = "time")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "time")))]
    time: Option<String>,
    #[tool(format = "duration")]
    #[cfg_attr(feature = "schemars", schemars(extend("format" = "duration")))]
    duration: Option<String>,
}

/// On newtypes, and a newtype's under a field's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Percent(
    #[tool(range(0..=100))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 0, max = 100)))]
    u8,
);

/// A newtype of a string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Name(
    #[tool(length(1..=20))]
    #[cfg_attr(feature = "schemars", schemars(length(min = 1, max = 20)))]
    String,
);

/// Newtypes with constraints, in lists, maps and options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Constrained {
    percent: Percent,
    name: Name,
    maybe: Option<Percent>,
    names: Vec<Name>,
    by_name: BTreeMap<String, Percent>,
}

super::specimens! {
    Bounds = [
        Bounds { limit: 1, low: -5, high: 1000, ratio: 0.0, step: 10, maybe: None, signed: -1.5 },
        Bounds { limit: 50, low: i32::MAX, high: 0, ratio: 0.999, step: 65535, maybe: Some(10), signed: 1.5 },
    ];
    Lengths = [Lengths {
        name: "x".into(), list: vec![1, 2], short: vec![], map: [("a".into(), 1)].into(), exact: "äöü".into(),
        maybe: None,
    }];
    Patterns = [
        Patterns { anchored: "abc".into(), free: "x12y".into(), escaped: "555-1234".into(), quoted: None, repeated: None },
        Patterns {
            anchored: "z".into(), free: "00".into(), escaped: "000-0000".into(), quoted: Some(r#""quoted\""#.into()),
            repeated: Some("abba".into()),
        },
    ];
    Formats = [
        Formats {
            at: "2026-11-21T10:00:00Z".into(), day: "2026-11-21".into(), mail: None, link: None,
            id: "6f1b0b4e-31e3-4b9b-9d53-0a8d6f0f3a11".into(), host: None, phone: None, time: None, duration: None,
        },
        Formats {
            at: "2026-11-21T10:00:00.5+01:00".into(), day: "2024-02-29".into(), mail: Some("a@example.com".into()),
            link: Some("https://example.com/x?y=1".into()), id: "6f1b0b4e-31e3-4b9b-9d53-0a8d6f0f3a11".into(),
            host: Some("example.com".into()), phone: Some("+49 30 1234".into()), time: Some("10:00:00Z".into()),
            duration: Some("PT5M".into()),
        },
    ];
    Constrained = [
        Constrained {
            percent: Percent(0), name: Name("n".into()), maybe: None, names: vec![], by_name: BTreeMap::new(),
        },
        Constrained {
            percent: Percent(100), name: Name("m".into()), maybe: Some(Percent(5)), names: vec![Name("o".into())],
            by_name: [("x".into(), Percent(7))].into(),
        },
    ];
}

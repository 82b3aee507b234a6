//! Defaults: serde's, a container's, and those in the schema.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

fn forty_two() -> u8 {
    42
}

fn some_text() -> Option<String> {
    Some("preset".into())
}

/// Serde's `default` on fields: absent is a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Defaulted {
    #[serde(default)]
    zero: u8,
    #[serde(default = "forty_two")]
    answer: u8,
    #[serde(default)]
    list: Vec<String>,
    #[serde(default)]
    flag: bool,
    required: u8,
}

/// An option whose default is a value: `null` and absent are two things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DefaultedOption {
    #[serde(default = "some_text")]
    preset: Option<String>,
    #[serde(default)]
    plain: Option<String>,
    usual: Option<String>,
}

/// The whole type has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Settings {
    name: String,
    level: u8,
    note: Option<String>,
    nested: Inner,
}

/// A part of [`Settings`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct Inner {
    is_on: bool,
    max_size: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            name: "standard".into(),
            level: 3,
            note: Some("by default".into()),
            nested: Inner {
                is_on: true,
                max_size: 10,
            },
        }
    }
}

/// Defaults and examples that a model sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Shown {
    #[serde(default = "forty_two")]
    #[tool(default = 42)]
    answer: u8,
    #[serde(default)]
    #[tool(default = false)]
    verbose: bool,
    #[tool(example = "rust lang:en")]
    query: String,
    #[serde(default)]
    #[tool(default = 0.0, example = 0.5)]
    ratio: f64,
    #[serde(default)]
    #[tool(default = Order::Newest)]
    order: Order,
}

/// A default that only our decoder knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Filled {
    #[tool(default = 10)]
    limit: u8,
    #[tool(default = "en")]
    language: String,
    #[tool(default = true)]
    safe: bool,
    query: String,
}

/// An enum with a default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Newest first
    #[default]
    Newest,
    /// Oldest first
    Oldest,
}

super::specimens! {
    Defaulted = [
        Defaulted { zero: 0, answer: 42, list: vec![], flag: false, required: 1 },
        Defaulted { zero: 1, answer: 0, list: vec!["x".into()], flag: true, required: 0 },
    ];
    DefaultedOption = [
        DefaultedOption { preset: None, plain: None, usual: None },
        DefaultedOption { preset: some_text(), plain: Some("p".into()), usual: Some("u".into()) },
    ];
    Settings = [
        Settings::default(),
        Settings { name: String::new(), level: 0, note: None, nested: Inner::default() },
    ];
    /// Defaults of the whole type inside of a list.
    Vec<Settings> = [vec![Settings::default()]];
    Shown = [
        Shown { answer: 42, verbose: false, query: "q".into(), ratio: 0.0, order: Order::Newest },
        Shown { answer: 1, verbose: true, query: String::new(), ratio: 0.5, order: Order::Oldest },
    ];
    Filled = [Filled { limit: 1, language: "de".into(), safe: false, query: "q".into() }];
}

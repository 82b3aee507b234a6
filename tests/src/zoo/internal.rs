//! Internally tagged enums.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// The content of a newtype variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Email {
    /// Who gets it
    to: String,
    cc: Option<Vec<String>>,
}

/// Every shape that an inside tag allows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Do nothing
    Noop,
    /// Write a file
    Write {
        path: String,
        mode: Option<u32>,
    },
    /// Send mail
    Mail(Email),
    Empty {},
}

/// A variant for every name that isn't known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind")]
pub enum WithOther {
    Known {
        id: u8,
    },
    #[serde(other)]
    Other,
}

/// Renamed everywhere, with other names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(
    tag = "t",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase"
)]
pub enum Renamed {
    FirstThing {
        some_field: u8,
        #[serde(rename = "x-y")]
        other_field: Option<bool>,
    },
    #[serde(rename = "second", alias = "2nd")]
    SecondThing {
        #[serde(alias = "n")]
        count_of: u8,
    },
}

/// Closed variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "op", deny_unknown_fields)]
pub enum Closed {
    Add { value: i32 },
    Clear,
}

/// An inside tag in an inside tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "outer")]
pub enum Nested {
    Inner(Action),
    Map(BTreeMap<String, u8>),
    Plain,
}

/// The same field in every variant, of another type in each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type")]
pub enum SameField {
    Text { value: String },
    Number { value: f64 },
    Texts { value: Vec<String> },
    Nothing { value: Option<()> },
}

/// Read without the tag, so it refuses other names in a variant too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Strictly {
    id: u8,
    note: Option<String>,
}

/// Exactly one name, beside the tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Either {
    Left(u8),
    Right { id: u8 },
}

/// Newtype variants of closed types, and a struct variant that flattens one, which serde leaves
/// open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type")]
pub enum Refusing {
    /// Closed
    Strictly(Strictly),
    /// Closed, behind a pointer
    Boxed(Box<Strictly>),
    /// One name of two
    Either(Either),
    /// The tag alone
    Unit(()),
    /// Open
    Open {
        /// Its names alone
        #[serde(flatten)]
        inner: Strictly,
    },
    /// Open too
    Nothing,
}

/// A struct that writes a tag and doesn't read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind")]
pub struct Tagged {
    id: u8,
}

/// Tagged structs as variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    action: Action,
    maybe: Option<Action>,
    list: Vec<Action>,
    by_name: BTreeMap<String, Action>,
}

fn mail(cc: Option<Vec<String>>) -> Action {
    Action::Mail(Email {
        to: "a@b.c".into(),
        cc,
    })
}

super::specimens! {
    Refusing = [
        Refusing::Strictly(Strictly { id: 1, note: None }),
        Refusing::Unit(()),
        Refusing::Boxed(Box::new(Strictly { id: 2, note: Some("n".into()) })),
        Refusing::Either(Either::Left(3)),
        Refusing::Either(Either::Right { id: 4 }),
        Refusing::Open { inner: Strictly { id: 5, note: None } },
        Refusing::Nothing,
    ];
    Action = [
        Action::Noop,
        Action::Write { path: "/x".into(), mode: None },
        Action::Write { path: String::new(), mode: Some(0o644) },
        mail(None), mail(Some(vec!["x".into()])), Action::Empty {},
    ];
    WithOther = [WithOther::Known { id: 1 }, WithOther::Other];
    Renamed = [
        Renamed::FirstThing { some_field: 1, other_field: Some(true) },
        Renamed::FirstThing { some_field: 2, other_field: None },
        Renamed::SecondThing { count_of: 3 },
    ];
    Closed = [Closed::Add { value: -1 }, Closed::Clear];
    Nested = [
        Nested::Inner(Action::Noop), Nested::Inner(mail(None)), Nested::Plain,
        Nested::Map([("k".into(), 1)].into()), Nested::Map(BTreeMap::new()),
    ];
    SameField = [
        SameField::Text { value: "x".into() }, SameField::Number { value: 0.5 },
        SameField::Texts { value: vec![] }, SameField::Nothing { value: None },
    ];
    @one_way Tagged = [Tagged { id: 1 }];
    Holder = [Holder {
        action: Action::Noop,
        maybe: Some(mail(None)),
        list: vec![Action::Write { path: "p".into(), mode: None }, Action::Noop],
        by_name: [("m".into(), mail(Some(vec![])))].into(),
    }];
}

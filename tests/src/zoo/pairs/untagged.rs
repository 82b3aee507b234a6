//! Untagged enums and variants: serde picks the first that fits.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// Newtypes of scalars, from the narrow to the wide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Narrowing {
    Bool(bool),
    Small(u8),
    Int(i64),
    Float(f64),
    Text(String),
}

/// Structs distinguished by their fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ByFields {
    Full {
        id: u8,
        name: String,
    },
    Id {
        id: u8,
    },
    #[serde(rename_all = "camelCase")]
    ByName {
        display_name: String,
    },
}

/// Closed structs distinguished by the fields that they lack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged, deny_unknown_fields)]
pub enum ClosedByFields {
    A { a: u8, both: Option<bool> },
    B { b: u8, both: Option<bool> },
}

/// Unit, newtype, tuple and struct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Shapes {
    Nothing,
    One(bool),
    Two(u8, String),
    Named {
        #[serde(alias = "n")]
        number: u8,
    },
}

/// Newtypes of structs with defaults: the first would take everything if it came first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Defaults {
    Strict(NeedsId),
    Lax(AllOptional),
}

/// Has to have an id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NeedsId {
    id: u8,
    #[serde(default)]
    tags: Vec<String>,
}

/// Needs nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AllOptional {
    tags: Vec<String>,
    note: Option<String>,
}

/// Tagged enums in an untagged one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OfTagged {
    Event(Event),
    Unit(Level),
    Text(String),
}

/// An inside tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    Start { at: u8 },
    Stop,
}

/// Units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    Low,
    High,
}

/// One untagged variant after tagged ones, in each tagging.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TaggedOrNot {
    Known {
        id: u8,
    },
    Other,
    #[serde(untagged)]
    Raw(BTreeMap<String, u8>),
}

/// Units, and any other text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum UnitOrText {
    Red,
    Green,
    #[serde(untagged)]
    Custom(String),
}

/// Lists and single values, nested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Nested {
    One(u8),
    Many(Vec<Nested>),
    Named { of: Box<Nested> },
}

/// Anything at all, after what is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OrAny {
    Known { command: String },
    Any(Value),
}

/// An `Option` of an untagged enum that takes null itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NullTwice {
    maybe: Option<Shapes>,
    list: Vec<Shapes>,
    #[serde(default)]
    defaulted: Option<UnitOrText>,
}

/// In each place that a type can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Holder {
    narrow: Vec<Narrowing>,
    by_name: BTreeMap<String, ByFields>,
    tuple: (OfTagged, Option<UnitOrText>),
    #[serde(flatten)]
    flat: ClosedOrNot,
}

/// Flattened: objects only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ClosedOrNot {
    Pair { left: u8, right: u8 },
    Single { only: u8 },
}

super::super::specimens! {
    Narrowing = [Narrowing::Bool(true), Narrowing::Small(1), Narrowing::Int(-1), Narrowing::Float(0.5), Narrowing::Text("x".into())];
    ByFields = [ByFields::Full { id: 1, name: "n".into() }, ByFields::Id { id: 1 }, ByFields::ByName { display_name: "d".into() }];
    ClosedByFields = [ClosedByFields::A { a: 1, both: None }, ClosedByFields::B { b: 2, both: Some(true) }];
    Shapes = [Shapes::Nothing, Shapes::One(true), Shapes::Two(1, "x".into()), Shapes::Named { number: 1 }];
    Defaults = [Defaults::Strict(NeedsId { id: 1, tags: vec![] }), Defaults::Lax(AllOptional { tags: vec!["t".into()], note: None })];
    OfTagged = [OfTagged::Event(Event::Start { at: 1 }), OfTagged::Event(Event::Stop), OfTagged::Unit(Level::High), OfTagged::Text("x".into())];
    TaggedOrNot = [TaggedOrNot::Known { id: 1 }, TaggedOrNot::Other, TaggedOrNot::Raw([("a".into(), 1)].into())];
    UnitOrText = [UnitOrText::Red, UnitOrText::Green, UnitOrText::Custom("mauve".into())];
    Nested = [Nested::One(1), Nested::Many(vec![Nested::One(1), Nested::Many(vec![])]), Nested::Named { of: Box::new(Nested::One(2)) }];
    OrAny = [OrAny::Known { command: "go".into() }, OrAny::Any(Value::Bool(true))];
    NullTwice = [
        NullTwice { maybe: None, list: vec![Shapes::Nothing, Shapes::One(false)], defaulted: None },
        NullTwice { maybe: Some(Shapes::Two(1, "x".into())), list: vec![], defaulted: Some(UnitOrText::Red) },
    ];
    Holder = [Holder {
        narrow: vec![Narrowing::Small(1)], by_name: [("k".into(), ByFields::Id { id: 1 })].into(), tuple: (OfTagged::Event(Event::Stop), None),
        flat: ClosedOrNot::Single { only: 1 },
    }];
}

//! Externally tagged enums, and integer enums.

use serde::{Deserialize, Serialize};
use serde_repr::{Deserialize_repr, Serialize_repr};
use toolcast::ToolSchema;

/// Units only: one of some strings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Most stars first
    MostStars,
    /// Newest first
    Updated,
    Name,
}

/// Names of their own, other names, and variants that are never read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    TwoWords,
    #[serde(rename = "THREE")]
    Three,
    #[serde(alias = "quatre", alias = "vier")]
    Four,
    #[serde(skip)]
    #[allow(dead_code)] // Exists only to be skipped.
    Hidden,
}

/// Every shape of variant in one enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Shape {
    /// Nothing
    Nothing,
    /// A number
    Radius(f64),
    /// Two numbers
    Rect(u32, u32),
    /// Named ones
    Polygon {
        side_count: u8,
        side_length: Option<f64>,
    },
    AlsoNothing,
    /// No fields, with braces. (With parentheses serde reads it from text and not from a
    /// `serde_json::Value`.)
    Braces {},
}

/// Newtype variants of what needs care.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Newtypes {
    Maybe(Option<u8>),
    Unit(()),
    Nested(Sort),
    List(Vec<Sort>),
    Boxed(Box<Newtypes>),
}

/// One variant only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Single {
    Only { id: u8 },
}

/// Struct variants that refuse other names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub enum ClosedVariants {
    A { x: u8 },
    B { y: Option<u8> },
    C(u8),
}

/// A last variant that serde tries when no name fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum WithUntagged {
    Named(u8),
    Unit,
    #[serde(untagged)]
    Anything {
        any: String,
    },
    #[serde(untagged)]
    Number(i32),
}

/// Integers for variants.
#[derive(Clone, Copy, Debug, PartialEq, Serialize_repr, Deserialize_repr, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema_repr))]
#[repr(u8)]
#[tool(repr)]
pub enum Priority {
    /// Can wait
    Low = 1,
    Normal,
    /// Now
    High = 10,
}

/// Integers below zero.
#[derive(Clone, Copy, Debug, PartialEq, Serialize_repr, Deserialize_repr, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema_repr))]
#[repr(i16)]
#[tool(repr)]
pub enum Direction {
    Back = -1,
    Stay,
    Forward,
}

/// Enums in all places that a property can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Enums {
    sort: Sort,
    maybe_sort: Option<Sort>,
    sorts: Vec<Option<Sort>>,
    names: Names,
    shape: Shape,
    maybe_shape: Option<Shape>,
    shapes: Vec<Shape>,
    single: Single,
    priority: Priority,
    maybe_priority: Option<Priority>,
    directions: Vec<Direction>,
}

fn enums(shape: Shape, full: bool) -> Enums {
    Enums {
        sort: Sort::MostStars,
        maybe_sort: full.then_some(Sort::Name),
        sorts: vec![None, Some(Sort::Updated)],
        names: Names::Three,
        shape: shape.clone(),
        maybe_shape: full.then(|| shape.clone()),
        shapes: vec![shape, Shape::Nothing],
        single: Single::Only { id: 1 },
        priority: Priority::High,
        maybe_priority: full.then_some(Priority::Low),
        directions: vec![Direction::Back, Direction::Stay, Direction::Forward],
    }
}

super::specimens! {
    Sort = [Sort::MostStars, Sort::Updated, Sort::Name];
    Names = [Names::TwoWords, Names::Three, Names::Four];
    Shape = [
        Shape::Nothing, Shape::Radius(0.5), Shape::Rect(1, 2), Shape::AlsoNothing, Shape::Braces {},
        Shape::Polygon { side_count: 3, side_length: None },
        Shape::Polygon { side_count: 4, side_length: Some(1.5) },
    ];
    Newtypes = [
        Newtypes::Maybe(None), Newtypes::Maybe(Some(1)), Newtypes::Unit(()), Newtypes::Nested(Sort::Name),
        Newtypes::List(vec![Sort::Updated]), Newtypes::Boxed(Box::new(Newtypes::Boxed(Box::new(Newtypes::Unit(()))))),
    ];
    ClosedVariants = [ClosedVariants::A { x: 1 }, ClosedVariants::B { y: None }, ClosedVariants::C(2)];
    WithUntagged = [
        WithUntagged::Named(1), WithUntagged::Unit, WithUntagged::Anything { any: "x".into() }, WithUntagged::Number(-5),
    ];
    Priority = [Priority::Low, Priority::Normal, Priority::High];
    Direction = [Direction::Back, Direction::Stay, Direction::Forward];
    Enums = [
        enums(Shape::Radius(2.0), false),
        enums(Shape::Polygon { side_count: 5, side_length: None }, true),
        enums(Shape::Rect(3, 4), true),
    ];
}

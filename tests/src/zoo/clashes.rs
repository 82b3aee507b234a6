//! Names that equal, or nearly equal, another name.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// One type of a name.
pub mod left {
    use super::{Deserialize, Serialize, ToolSchema};

    /// A chain of numbers.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
    pub struct Node {
        pub number: u8,
        pub next: Option<Box<Node>>,
    }
}

/// Another type of that name.
pub mod right {
    use super::{Deserialize, Serialize, ToolSchema};

    /// A tree of texts.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
    pub struct Node {
        pub text: String,
        pub below: Vec<Node>,
    }
}

/// Two recursive types with one name, whose definitions must not clash; and properties with the
/// same name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TwoNodes {
    first: left::Node,
    second: right::Node,
    others: Vec<right::Node>,
    #[serde(rename = "Node")]
    node: Option<left::Node>,
    #[serde(rename = "Node2")]
    node_2: Option<right::Node>,
}

/// The type itself is called like a type below it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Node {
    own: u8,
    below: Vec<left::Node>,
    again: Option<Box<Node>>,
}

/// Types that serde and schemars call the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename = "Node", expecting = "a node by another name")]
pub struct Disguised {
    real: Option<Box<Disguised>>,
    other: left::Node,
}

/// Names that differ only by case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[allow(non_snake_case)]
pub struct ByCase {
    id: u8,
    ID: Option<u8>,
    Id: bool,
}

/// Names that look the same but differ: composed and decomposed, with a character without width, of
/// another alphabet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Lookalikes {
    #[serde(rename = "caf\u{e9}")]
    composed: u8,
    #[serde(rename = "cafe\u{301}")]
    decomposed: u8,
    #[serde(rename = "cafe")]
    plain: u8,
    #[serde(rename = "cafe\u{200b}")]
    no_width: Option<u8>,
    #[serde(rename = "c\u{430}fe")]
    cyrillic: Option<u8>,
}

/// Values that differ only by case, by blanks and by being numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum AlikeValues {
    #[serde(rename = "on")]
    Lower,
    #[serde(rename = "ON")]
    Upper,
    #[serde(rename = " on")]
    Blank,
    #[serde(rename = "true")]
    True,
    #[serde(rename = "0")]
    Zero,
    #[serde(rename = "-0")]
    MinusZero,
}

/// Right-to-left scripts, scripts with marks, and characters outside of the first plane.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Scripts {
    #[serde(rename = "اسم")]
    arabic: String,
    #[serde(rename = "שם")]
    hebrew: Option<String>,
    #[serde(rename = "ชื่อ")]
    thai: Option<String>,
    #[serde(rename = "이름")]
    korean: Option<String>,
    #[serde(rename = "имя")]
    russian: Option<String>,
    #[serde(rename = "👩‍💻")]
    joined: Option<u8>,
    #[serde(rename = "𝛼")]
    second_plane: Option<u8>,
    ähnlich: u8,
}

/// Words that JavaScript, Python, JSON Schema and the providers' own envelopes keep for themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Reserved {
    constructor: u8,
    #[serde(rename = "toString")]
    to_string: Option<String>,
    #[serde(rename = "hasOwnProperty")]
    has: Option<bool>,
    prototype: Option<u8>,
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(rename = "$id")]
    id: Option<String>,
    #[serde(rename = "$anchor")]
    anchor: Option<String>,
    r#const: Option<u8>,
    not: Option<bool>,
    r#if: Option<bool>,
    #[serde(rename = "oneOf")]
    one_of: Option<Vec<u8>>,
    null: Option<bool>,
    r#true: bool,
    #[serde(rename = "self")]
    this: u8,
    r#async: u8,
    lambda: Option<u8>,
    name: String,
    arguments: Option<u8>,
    parameters: Option<u8>,
    input: Option<u8>,
    strict: Option<bool>,
    #[serde(rename = "_meta")]
    meta: Option<u8>,
}

fn chain(length: u8) -> left::Node {
    let next = (length > 0).then(|| Box::new(chain(length - 1)));
    left::Node {
        number: length,
        next,
    }
}

super::specimens! {
    TwoNodes = [
        TwoNodes::default(),
        TwoNodes {
            first: chain(2), second: right::Node { text: "t".into(), below: vec![right::Node::default()] },
            others: vec![right::Node::default()], node: Some(chain(1)), node_2: Some(right::Node::default()),
        },
    ];
    Node = [Node::default(), Node { own: 1, below: vec![chain(1)], again: Some(Box::new(Node { own: 2, below: vec![], again: Some(Box::default()) })) }];
    Disguised = [Disguised::default(), Disguised { real: Some(Box::default()), other: chain(1) }];
    ByCase = [ByCase::default(), ByCase { id: 1, ID: Some(2), Id: true }];
    Lookalikes = [Lookalikes::default(), Lookalikes { composed: 1, decomposed: 2, plain: 3, no_width: Some(4), cyrillic: Some(5) }];
    AlikeValues = [
        AlikeValues::Lower, AlikeValues::Upper, AlikeValues::Blank, AlikeValues::True, AlikeValues::Zero, AlikeValues::MinusZero,
    ];
    Scripts = [Scripts::default(), Scripts { hebrew: Some("x".into()), joined: Some(1), second_plane: Some(2), ähnlich: 3, ..Scripts::default() }];
    Reserved = [Reserved::default(), Reserved { to_string: Some("s".into()), not: Some(true), this: 1, input: Some(2), ..Reserved::default() }];
}

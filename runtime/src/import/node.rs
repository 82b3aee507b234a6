//! An imported schema as owned data: a list of nodes, each after its children.

use crate::schema::{EscapedString, FloatType, Integer, Tagging};

/// The index of a node in the list.
pub(super) type NodeId = usize;

#[derive(Clone, Debug)]
pub(super) struct OwnedNode {
    pub(super) kind: NodeKind,
    /// The description.
    pub(super) docs: String,
    /// The number of the definition whose root this node is.
    pub(super) name: Option<usize>,
}

impl OwnedNode {
    pub(super) fn of(kind: NodeKind) -> Self {
        OwnedNode {
            kind,
            docs: String::new(),
            name: None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Any,
    Null,
    Boolean,
    Integer(Integer<'static>),
    Number(FloatType),
    String,
    Enum(Vec<NodeEnumValue>),
    Array {
        items: NodeId,
        exactly: Option<String>,
        unique: bool,
    },
    Tuple(Vec<NodeId>),
    Object {
        fields: Vec<NodeField>,
        closed: bool,
    },
    Map {
        key: NodeId,
        value: NodeId,
    },
    Union {
        variants: Vec<NodeId>,
        tagging: Tagging,
    },
    Option(NodeId),
    /// Another node with a description or rules.
    Ruled(NodeId, NodeRules),
    /// A reference to an enclosing definition, by number.
    Back(usize),
    Never,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct NodePattern {
    pub(super) text: EscapedString,
    pub(super) facts: u16,
    pub(super) largest_repeat: u32,
}

/// A value of an enum.
#[derive(Clone, Debug)]
pub(super) struct NodeEnumValue {
    pub(super) value: NodeLiteral,
    pub(super) docs: String,
}

#[derive(Clone, Debug)]
pub(super) enum NodeLiteral {
    Null,
    Bool(bool),
    Number(String),
    String(EscapedString),
    Array(Vec<NodeLiteral>),
}

impl NodeLiteral {
    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            NodeLiteral::String(text) => Some(text.raw()),
            _ => None,
        }
    }
}

/// Numbers are kept as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeRules {
    pub(super) minimum: Option<String>,
    pub(super) maximum: Option<String>,
    pub(super) exclusive_minimum: Option<String>,
    pub(super) exclusive_maximum: Option<String>,
    pub(super) multiple_of: Option<String>,
    pub(super) min_length: Option<String>,
    pub(super) max_length: Option<String>,
    pub(super) pattern: Option<NodePattern>,
    pub(super) format: Option<EscapedString>,
}

#[derive(Clone, Debug)]
pub(super) struct NodeField {
    pub(super) name: String,
    pub(super) ty: NodeId,
    pub(super) docs: String,
    pub(super) default: Option<NodeLiteral>,
    pub(super) examples: Vec<NodeLiteral>,
    pub(super) flags: u16,
}

impl NodeField {
    pub(super) fn of(name: impl Into<String>, ty: NodeId, flags: u16) -> Self {
        NodeField {
            name: name.into(),
            ty,
            docs: String::new(),
            default: None,
            examples: Vec::new(),
            flags,
        }
    }
}

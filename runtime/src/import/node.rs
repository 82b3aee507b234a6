//! An imported schema as owned data: a list of nodes, each after its children.

use alloc::string::String;
use alloc::vec::Vec;

use crate::schema::{EscapedString, FloatType, Integer, Tagging};

/// The index of a node in the list.
pub(super) type Id = usize;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The description.
    pub(super) docs: String,
    /// The number of the definition whose root this node is.
    pub(super) name: Option<usize>,
}

impl Node {
    pub(super) fn of(kind: Kind) -> Self {
        Node {
            kind,
            docs: String::new(),
            name: None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Any,
    Null,
    Boolean,
    Integer(Integer<'static>),
    Number(FloatType),
    String(Text),
    Enum(Vec<Value>),
    Array {
        items: Id,
        exactly: Option<String>,
        unique: bool,
    },
    Tuple(Vec<Id>),
    Object {
        fields: Vec<Field>,
        closed: bool,
    },
    Map {
        key: Id,
        value: Id,
    },
    Union {
        variants: Vec<Id>,
        tagging: Tagging,
    },
    Option(Id),
    /// Another node with a description or rules.
    Ruled(Id, Rules),
    /// A reference to an enclosing definition, by number.
    Back(usize),
    Never,
}

/// Format and pattern of the names of a map. For other strings they are rules, which are checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) format: Option<EscapedString>,
    pub(super) pattern: Option<Pattern>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) text: EscapedString,
    pub(super) facts: u16,
    pub(super) largest_repeat: u32,
}

/// A value of an enum.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) value: Literal,
    pub(super) docs: String,
}

#[derive(Clone, Debug)]
pub(super) enum Literal {
    Null,
    Bool(bool),
    Number(String),
    String(EscapedString),
    Array(Vec<Literal>),
}

/// Numbers are kept as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rules {
    pub(super) minimum: Option<String>,
    pub(super) maximum: Option<String>,
    pub(super) exclusive_minimum: Option<String>,
    pub(super) exclusive_maximum: Option<String>,
    pub(super) multiple_of: Option<String>,
    pub(super) min_length: Option<String>,
    pub(super) max_length: Option<String>,
    pub(super) pattern: Option<Pattern>,
    pub(super) format: Option<EscapedString>,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: Id,
    pub(super) docs: String,
    pub(super) default: Option<Literal>,
    pub(super) examples: Vec<Literal>,
    pub(super) flags: u16,
}

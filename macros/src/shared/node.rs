//! The schema nodes that the attributes and the derive build, as plain data. `emit` converts them
//! to tokens.

use super::literal::Literal;
use super::rules::Rules;
use super::text::Text;
use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Path, Type};

/// A reference from one schema to another.
#[derive(Clone)]
pub(crate) enum Node {
    /// A type's own schema.
    Type(Box<Type>),
    /// The const `SCHEMA` at a path.
    Path(Path),
    /// A schema written in place.
    Inline(Box<Inline>),
    /// The enclosing type, by name: the schema of a generic type that names itself would otherwise
    /// be a cycle.
    ThisType,
}

/// A schema without a name.
#[derive(Clone)]
pub(crate) struct Inline {
    pub(crate) docs: Text,
    pub(crate) shape: Shape,
}

impl Node {
    /// Returns a schema written in place, without a description.
    pub(crate) fn of(shape: Shape) -> Self {
        Node::Inline(Box::new(Inline::of(shape)))
    }
}

impl Inline {
    pub(crate) fn of(shape: Shape) -> Self {
        let docs = Text::default();
        Inline { docs, shape }
    }
}

/// The content of a schema.
#[derive(Clone)]
pub(crate) enum Shape {
    Null,
    Never,
    /// An array without items.
    NoItems,
    Array {
        items: Node,
        exactly: Option<u128>,
        unique: bool,
    },
    Map {
        key: Node,
        value: Node,
    },
    Option(Node),
    Newtype {
        ty: Node,
        rules: Option<Box<Rules>>,
        transparent: bool,
    },
    Tuple(Vec<Node>),
    Object {
        fields: Vec<Field>,
        closed: bool,
    },
    Enum(Vec<Value>),
    Union {
        tagging: Tagging,
        variants: Vec<Inline>,
    },
}

/// A schema directly inside another one.
pub(crate) enum Part<'a> {
    Node(&'a Node),
    Variant(&'a Shape),
}

impl<'a> Part<'a> {
    /// Returns the shape, if it is written in place.
    pub(crate) fn shape(self) -> Option<&'a Shape> {
        match self {
            Part::Variant(shape) => Some(shape),
            Part::Node(Node::Inline(inline)) => Some(&inline.shape),
            Part::Node(_) => None,
        }
    }
}

impl Shape {
    /// Returns the shape of a type with another type's JSON. It is absent like the other type.
    pub(crate) fn same_json(ty: Node) -> Self {
        Shape::Newtype {
            ty,
            rules: None,
            transparent: true,
        }
    }

    /// Returns the schemas directly inside, in the order by which the runtime numbers them.
    pub(crate) fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Shape::Array { items: node, .. }
            | Shape::Option(node)
            | Shape::Newtype { ty: node, .. } => vec![Part::Node(node)],
            Shape::Map { key, value } => vec![Part::Node(value), Part::Node(key)],
            Shape::Tuple(items) => items.iter().map(Part::Node).collect(),
            Shape::Object { fields, .. } => fields.iter().map(|it| Part::Node(&it.ty)).collect(),
            Shape::Union { variants, .. } => {
                variants.iter().map(|it| Part::Variant(&it.shape)).collect()
            }
            Shape::Null | Shape::Never | Shape::NoItems | Shape::Enum(_) => Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tagging {
    External,
    Internal,
    Adjacent,
    Untagged,
}

/// One value of an enum.
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) ident: String,
    /// The value in JSON.
    pub(crate) json: Literal,
    /// The string that serde writes, if it differs.
    pub(crate) output: Option<String>,
    pub(crate) aliases: Vec<String>,
    /// The values that are read as this one too.
    pub(crate) other: Option<Other>,
    pub(crate) docs: Text,
    pub(crate) flags: Flags,
    /// The span at which a wrong name is reported.
    pub(crate) span: Span,
}

impl Value {
    pub(crate) fn new(ident: String, json: Literal, span: Span) -> Self {
        Value {
            ident,
            json,
            output: None,
            aliases: Vec::new(),
            other: None,
            docs: Text::default(),
            flags: Flags::NONE,
            span,
        }
    }
}

/// The values of a variant with `#[serde(other)]`.
#[derive(Clone)]
pub(crate) enum Other {
    /// Every string except these.
    Names(Vec<String>),
    /// Every number of an integer type that is not another variant's.
    Numbers(&'static str),
}

/// A property.
#[derive(Clone)]
pub(crate) struct Field {
    /// The field's or parameter's name in Rust, for messages.
    pub(crate) ident: String,
    pub(crate) key: String,
    /// The name that serde writes, if it differs.
    pub(crate) output: Option<String>,
    pub(crate) ty: Node,
    pub(crate) docs: Text,
    pub(crate) rules: Option<Box<Rules>>,
    pub(crate) default: Option<Literal>,
    /// Each with the span at which it is reported.
    pub(crate) examples: Vec<(Literal, Span)>,
    pub(crate) aliases: Vec<String>,
    /// The name of a unit variant's content, if this is the tag of an adjacently tagged enum.
    pub(crate) unit_content: Option<String>,
    /// The Rust type of a flattened field that serde reads itself.
    pub(crate) flattened: Option<TokenStream>,
    pub(crate) flags: Flags,
    /// `#[cfg(..)]` of a parameter, copied to all code generated for it.
    pub(crate) cfg: Vec<Attribute>,
    /// The span at which a wrong name is reported.
    pub(crate) span: Span,
    /// The span at which a wrong default is reported.
    pub(crate) default_span: Span,
}

impl Field {
    pub(crate) fn new(key: String, ty: Node, span: Span) -> Self {
        Field {
            ident: key.clone(),
            key,
            output: None,
            ty,
            docs: Text::default(),
            rules: None,
            default: None,
            examples: Vec::new(),
            aliases: Vec::new(),
            unit_content: None,
            flattened: None,
            flags: Flags::NONE,
            cfg: Vec::new(),
            span,
            default_span: span,
        }
    }

    /// Returns the tag of an enum or a struct, which has one value.
    pub(crate) fn tag(name: &str, value: Value) -> Self {
        let span = value.span;
        let mut field = Field::new(name.to_owned(), Node::of(Shape::Enum(vec![value])), span);
        field.flags.set(Flags::TAG);
        field
    }

    /// Returns the spans of the constraint, the default and the examples that there are, each with
    /// its number in the runtime's `fault_of`.
    pub(crate) fn checked(&self) -> impl Iterator<Item = (usize, Span)> {
        let rules = self.rules.as_ref().map(|rules| (0, rules.span));
        let default = self.default.as_ref().map(|_| (1, self.default_span));
        let examples = (2..).zip(self.examples.iter().map(|it| it.1));
        rules.into_iter().chain(default).chain(examples)
    }

    /// Returns whether the field is flattened, so that its members are siblings of the other
    /// properties.
    pub(crate) fn is_flat(&self) -> bool {
        self.flags.has(Flags::FLATTEN)
    }
}

/// A set of the runtime's field flags.
#[derive(Clone, Copy)]
pub(crate) struct Flags(u16);

/// Declares the flags by the runtime's names.
macro_rules! flags {
    ($($name:ident = $bit:literal,)*) => {
        impl Flags {
            pub(crate) const NONE: Self = Flags(0);
            $(pub(crate) const $name: Self = Flags(1 << $bit);)*
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }
    };
}

flags! {
    FLATTEN = 0,
    DEFAULTED = 1,
    NULL_IS_VALUE = 2,
    REQUIRED = 3,
    OUTPUT_ONLY = 4,
    INPUT_ONLY = 5,
    TAG = 6,
    INLINE = 7,
    FILL_DEFAULT = 8,
    MAYBE_OUTPUT = 9,
    HIDDEN_DEFAULT = 10,
    CHECKED = 11,
    WHOLE = 12,
    TYPED = 13,
    BY_NAME = 14,
}

impl Flags {
    pub(crate) const HIDDEN: Self = Flags(Self::OUTPUT_ONLY.0 | Self::INPUT_ONLY.0);

    pub(crate) fn set(&mut self, other: Flags) {
        self.0 |= other.0;
    }

    pub(crate) fn set_if(&mut self, condition: bool, other: Flags) {
        if condition {
            self.set(other);
        }
    }

    pub(crate) fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the names of the flags that are set. Generated code uses the names, so that only the
    /// runtime depends on the bits.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        let set = move |bit: &usize| self.0 & (1 << bit) != 0;
        (0..Self::NAMES.len())
            .filter(set)
            .map(|bit| Self::NAMES[bit])
    }
}

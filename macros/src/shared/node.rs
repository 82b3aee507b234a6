//! The schema nodes that the attributes and the derive build, as plain data. `emit` converts them
//! to tokens.

use super::literal::Literal;
use super::rules::Rules;
use super::text::Text;
use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Path, Type};

/// A reference from one schema to another.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub(crate) struct Inline {
    pub(crate) docs: Text,
    pub(crate) shape: Shape,
}

/// The content of a schema.
#[derive(Clone, Debug)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tagging {
    External,
    Internal,
    Adjacent,
    Untagged,
}

/// One value of an enum.
#[derive(Clone, Debug)]
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

/// The values of a variant with `#[serde(other)]`.
#[derive(Clone, Debug)]
pub(crate) enum Other {
    /// Every string except these.
    Names(Vec<String>),
    /// Every number of an integer type that is not another variant's.
    Numbers(&'static str),
}

/// A property.
#[derive(Clone, Debug)]
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
    pub(crate) examples: Vec<Literal>,
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
    /// The span at which a wrong default or example is reported.
    pub(crate) value_span: Span,
}

impl Field {
    pub(crate) fn new(key: String, ty: Node, span: Span) -> Self {
        Field {
            ident: key.clone(),
            key,
            output: None,
            ty,
            docs: Text::Empty,
            rules: None,
            default: None,
            examples: Vec::new(),
            aliases: Vec::new(),
            unit_content: None,
            flattened: None,
            flags: Flags::NONE,
            cfg: Vec::new(),
            span,
            value_span: span,
        }
    }

    /// Returns whether the field is flattened, so that its members are siblings of the other
    /// properties.
    pub(crate) fn is_flat(&self) -> bool {
        self.flags.has(Flags::FLATTEN)
    }
}

/// A set of the runtime's field flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    pub(crate) const NONE: Self = Flags(0);
    pub(crate) const FLATTEN: Self = Flags(1);
    pub(crate) const DEFAULTED: Self = Flags(1 << 1);
    pub(crate) const NULL_IS_VALUE: Self = Flags(1 << 2);
    pub(crate) const REQUIRED: Self = Flags(1 << 3);
    pub(crate) const OUTPUT_ONLY: Self = Flags(1 << 4);
    pub(crate) const INPUT_ONLY: Self = Flags(1 << 5);
    pub(crate) const HIDDEN: Self = Flags(Self::OUTPUT_ONLY.0 | Self::INPUT_ONLY.0);
    pub(crate) const TAG: Self = Flags(1 << 6);
    pub(crate) const INLINE: Self = Flags(1 << 7);
    pub(crate) const FILL_DEFAULT: Self = Flags(1 << 8);
    pub(crate) const MAYBE_OUTPUT: Self = Flags(1 << 9);
    pub(crate) const HIDDEN_DEFAULT: Self = Flags(1 << 10);
    pub(crate) const CHECKED: Self = Flags(1 << 11);
    pub(crate) const WHOLE: Self = Flags(1 << 12);
    pub(crate) const TYPED: Self = Flags(1 << 13);
    pub(crate) const BY_NAME: Self = Flags(1 << 14);

    /// The runtime's names, in the order of the bits.
    const NAMES: [&'static str; 15] = [
        "FLATTEN",
        "DEFAULTED",
        "NULL_IS_VALUE",
        "REQUIRED",
        "OUTPUT_ONLY",
        "INPUT_ONLY",
        "TAG",
        "INLINE",
        "FILL_DEFAULT",
        "MAYBE_OUTPUT",
        "HIDDEN_DEFAULT",
        "CHECKED",
        "WHOLE",
        "TYPED",
        "BY_NAME",
    ];

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
        Self::NAMES
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| self.0 & (1 << bit) != 0)
            .map(|(_, name)| name)
    }
}

//! The nodes of the tree.

use super::{Field, Format, Link, Literal, Num, Pattern, Rules, Text, TypeName};

/// One type as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Schema<'a> {
    /// What it is.
    pub kind: Kind<'a>,
    /// Which type it is, for types with a name of their own; set by the derive, read where recursion ends and where definitions are shared.
    pub name: Option<&'a TypeName<'a>>,
    /// The type's description, escaped for a JSON string; a field's own one comes before it.
    pub docs: &'a str,
}

/// What a schema says.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// Any JSON value.
    Any,
    /// `null` alone: `()`, a unit struct.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer(Integer<'a>),
    /// Any number that its type can hold.
    Number(FloatType),
    /// A string.
    String(Str<'a>),
    /// One of some strings, or one of some integers.
    Enum(Enum<'a>),
    /// Items of one type.
    Array(Array<'a>),
    /// A fixed list of items, each of its own type; never empty.
    Tuple(&'a [Link<'a>]),
    /// Named properties.
    Object(Object<'a>),
    /// Any names, values of one type.
    Map(Map<'a>),
    /// One of some schemas.
    Union(Union<'a>),
    /// The type or `null`; as a property, the type or nothing.
    Option(Link<'a>),
    /// Another type's JSON under a name of its own.
    Newtype(Newtype<'a>),
    /// No value at all: an enum without variants.
    Never,
}

impl<'a> Schema<'a> {
    /// A schema without name and description.
    pub const fn of(kind: Kind<'a>) -> Self {
        Schema {
            kind,
            name: None,
            docs: "",
        }
    }
}

/// A whole number and what the type can hold.
#[derive(Clone, Copy, Debug)]
pub struct Integer<'a> {
    /// The least value.
    pub min: Num<'a>,
    /// The greatest value.
    pub max: Num<'a>,
    /// The type has at most 16 bits, so its bounds are worth showing to a model.
    pub small: bool,
    /// Zero is no value, and it is no bound either (a signed `NonZero`).
    pub not_zero: bool,
    /// What a schema says of it where nothing else bounds it.
    pub text: IntegerText<'a>,
}

impl Integer<'_> {
    /// Whether two bounds lie inside the type's own, so that these say nothing more.
    pub(crate) const fn holds(&self, minimum: Option<&Num<'_>>, maximum: Option<&Num<'_>>) -> bool {
        let (Some(least), Some(most)) = (minimum, maximum) else {
            return false;
        };
        !least.less_than(&self.min) && !self.max.less_than(most)
    }

    /// Any whole number: bounds without a text are none.
    pub const UNBOUNDED: Self = Integer {
        min: Num::float(f64::NEG_INFINITY, ""),
        max: Num::float(f64::INFINITY, ""),
        small: false,
        not_zero: false,
        text: IntegerText {
            all: "",
            some: "",
            words: "",
        },
    };
}

/// The bounds of an integer type as they stand in a schema, so that most integers are written at once.
#[derive(Clone, Copy, Debug)]
pub struct IntegerText<'a> {
    /// Every bound: `,"minimum":0,"maximum":4294967295`.
    pub all: &'a str,
    /// Those that tell a model something: `,"minimum":0`.
    pub some: &'a str,
    /// The same in words: `minimum 0`; empty where there is nothing to say.
    pub words: &'a str,
}

/// Which numbers a [`Kind::Number`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatType {
    /// All that 32 bits can hold, as `f32`. Serde reads a larger one as infinity.
    F32,
    /// All that JSON can write, as `f64`.
    F64,
}

impl FloatType {
    /// The least and the greatest number of a type with bounds. `f32::MAX` as serde writes it, which is a little more in 64 bits.
    pub(crate) const fn bounds(self) -> Option<(&'static Num<'static>, &'static Num<'static>)> {
        match self {
            FloatType::F32 => Some((
                const { &Num::float(-3.402_823_5e38, "-3.4028235e+38") },
                const { &Num::float(3.402_823_5e38, "3.4028235e+38") },
            )),
            FloatType::F64 => None,
        }
    }

    /// Whether the type can hold the number.
    #[cfg(feature = "call")]
    pub(crate) const fn holds(self, n: &Num<'_>) -> bool {
        match self.bounds() {
            Some((least, most)) => !n.less_than(least) && !most.less_than(n),
            None => true,
        }
    }
}

/// A string and what the type itself asks of it.
#[derive(Clone, Copy, Debug)]
pub struct Str<'a> {
    /// A format that every value has.
    pub format: Option<Format<'a>>,
    /// A pattern that every value matches.
    pub pattern: Option<Pattern<'a>>,
    /// Exactly one character (`char`).
    pub one_char: bool,
    /// Whether the type reads a text, which it may do although the text has not the format, or refuse where it has. `None`: it reads any, or nobody but
    /// its own `Deserialize` knows.
    pub reads: Option<fn(&str) -> bool>,
}

impl Str<'_> {
    /// Any string.
    pub const ANY: Self = Str {
        format: None,
        pattern: None,
        one_char: false,
        reads: None,
    };

    /// Whether the type asks nothing of it.
    pub const fn is_any(&self) -> bool {
        matches!(
            self,
            Str {
                format: None,
                pattern: None,
                one_char: false,
                ..
            }
        )
    }
}

/// A list of values, all strings or all integers.
#[derive(Clone, Copy, Debug)]
pub struct Enum<'a> {
    /// The values in order of declaration; never empty.
    pub values: &'a [EnumValue<'a>],
}

/// One value of an [`Enum`].
#[derive(Clone, Copy, Debug)]
pub struct EnumValue<'a> {
    /// The variant's name in Rust; empty where there is none.
    pub ident: &'a str,
    /// The value in JSON: [`Literal::String`] or an integer [`Literal::Number`].
    pub value: Literal<'a>,
    /// The variant's description, escaped for a JSON string.
    pub docs: &'a str,
    /// What few values have.
    pub more: Option<&'a ValueMore<'a>>,
    /// The bits of [`Field`]: `OUTPUT_ONLY`, `INPUT_ONLY`.
    pub flags: u16,
}

/// What few values of an [`Enum`] have.
#[derive(Clone, Copy, Debug)]
pub struct ValueMore<'a> {
    /// What serde writes, where it is another string.
    pub output: Option<Text<'a>>,
    /// Other names that serde reads.
    pub aliases: &'a [&'a str],
    /// `#[serde(other)]`: serde reads any string as this value, but these, which are the names of the others. Read, never advertised.
    pub other: Option<&'a [&'a str]>,
}

impl<'a> EnumValue<'a> {
    /// Whether serde reads the string as this value.
    pub fn reads(&self, text: &str) -> bool {
        let name = matches!(&self.value, Literal::String(name) if name.raw() == text);
        name || self.more.is_some_and(|more| {
            let other = more.other.is_some_and(|but| !but.contains(&text));
            other || more.aliases.contains(&text)
        })
    }

    /// What serde writes, where it is another string.
    pub const fn output(&self) -> Option<Text<'a>> {
        match self.more {
            Some(more) => more.output,
            None => None,
        }
    }

    /// Other names that serde reads.
    pub const fn aliases(&self) -> &'a [&'a str] {
        match self.more {
            Some(more) => more.aliases,
            None => &[],
        }
    }
}

/// Items of one type.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// What each item is.
    pub items: Link<'a>,
    /// The exact number of items (`[T; N]`).
    pub exactly: Option<Num<'a>>,
    /// A set: no item twice. An item that comes twice as the same text is a fault.
    pub unique: bool,
}

/// Named properties.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    /// The properties, flattened ones among them, in order of declaration.
    pub fields: &'a [Field<'a>],
    /// Other names are refused (`deny_unknown_fields`).
    pub closed: bool,
}

/// Any names, values of one type.
#[derive(Clone, Copy, Debug)]
pub struct Map<'a> {
    /// What a name is: a string, an integer, a bool or a unit enum, written as a string.
    pub key: Link<'a>,
    /// What each value is.
    pub value: Link<'a>,
}

/// One of some schemas.
#[derive(Clone, Copy, Debug)]
pub struct Union<'a> {
    /// The alternatives in order of declaration. Unit variants of an externally tagged enum are one alternative together.
    pub variants: &'a [Schema<'a>],
    /// How the alternatives are told apart.
    pub tagging: Tagging,
    /// Each of them is an object in which nothing is flattened: one alternative of an object that the union is flattened into. Said by whoever makes it, so that
    /// nobody has to count; `false` is never wrong.
    pub plain: bool,
}

/// How the alternatives of a [`Union`] are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// Each is an object of one property, or a string.
    External,
    /// Each is an object with a [`Field::TAG`] among its properties.
    Internal,
    /// Each is an object of a [`Field::TAG`] and a content.
    Adjacent,
    /// The first that fits.
    Untagged,
}

/// Another type's JSON under a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct Newtype<'a> {
    /// The inner type.
    pub ty: Link<'a>,
    /// Constraints written on the inner field.
    pub rules: Option<&'a Rules<'a>>,
    /// `#[serde(transparent)]`: a missing property is what it is for the inner type. Without it, a missing one is an error even where the inner
    /// type is an `Option`.
    pub transparent: bool,
}

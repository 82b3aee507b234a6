//! The nodes of the tree.

use super::{Field, Format, Link, Literal, Num, Pattern, Rules, SchemaRef, Text, TypeName};

/// A type's JSON form. The derive writes it, and the crate's own code reads it. Its fields may
/// change in any release.
#[derive(Clone, Copy, Debug)]
pub struct Schema<'a> {
    /// The kind of value.
    #[doc(hidden)]
    pub kind: Kind<'a>,
    /// The type's identity, if it is a named type. Set by the derive; ends recursion and identifies
    /// shared definitions.
    #[doc(hidden)]
    pub name: Option<&'a TypeName<'a>>,
    /// The type's description, escaped for a JSON string. A field's own description takes
    /// precedence.
    #[doc(hidden)]
    pub docs: &'a str,
}

/// The kinds of schemas.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// Any JSON value.
    Any,
    /// `null` alone: `()`, a unit struct.
    Null,
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer(Integer<'a>),
    /// Any number that its type can hold.
    Number(FloatType),
    /// A string.
    String(Str<'a>),
    /// One of several strings, or one of several integers.
    Enum(Enum<'a>),
    /// Items of one type.
    Array(Array<'a>),
    /// A fixed list of items, each of its own type; never empty.
    Tuple(&'a [Link<'a>]),
    /// Named properties.
    Object(Object<'a>),
    /// Any names, and values of one type.
    Map(Map<'a>),
    /// One of several schemas.
    Union(Union<'a>),
    /// The type or `null`; as a property, the type or nothing.
    Option(Link<'a>),
    /// Another type's JSON form under a separate name.
    Newtype(Newtype<'a>),
    /// No value: an enum without variants.
    Never,
}

impl<'a> Schema<'a> {
    /// Creates a schema without name and description.
    #[doc(hidden)]
    pub const fn of(kind: Kind<'a>) -> Self {
        Schema {
            kind,
            name: None,
            docs: "",
        }
    }
}

/// An integer and the range of its type.
#[derive(Clone, Copy, Debug)]
pub struct Integer<'a> {
    /// The minimum of the type.
    pub min: Num<'a>,
    /// The maximum of the type.
    pub max: Num<'a>,
    /// The type has at most 16 bits, so its bounds are worth showing to a model.
    pub small: bool,
    /// Zero is neither a value nor a bound (a signed `NonZero`).
    pub not_zero: bool,
    /// The schema text for a type without further bounds.
    pub text: IntegerText<'a>,
}

impl Integer<'_> {
    /// Returns whether two bounds are within the type's own, which then add nothing.
    pub(crate) const fn contains_bounds(
        &self,
        minimum: Option<&Num<'_>>,
        maximum: Option<&Num<'_>>,
    ) -> bool {
        let (Some(least), Some(most)) = (minimum, maximum) else {
            return false;
        };
        !least.less_than(&self.min) && !self.max.less_than(most)
    }

    /// Any integer: bounds without text don't count.
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

/// The bounds of an integer type as schema text, so that most integers are written in one step.
#[derive(Clone, Copy, Debug)]
pub struct IntegerText<'a> {
    /// Every bound: `,"minimum":0,"maximum":4294967295`.
    pub all: &'a str,
    /// Those that are useful to a model: `,"minimum":0`.
    pub some: &'a str,
    /// The same for the description: `minimum 0`; empty if there is none.
    pub words: &'a str,
}

/// The numbers that a [`Kind::Number`] accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatType {
    /// Every `f32`. Serde reads a larger number as infinity.
    F32,
    /// Every number that JSON can represent, as `f64`.
    F64,
}

impl FloatType {
    /// Returns the bounds of a type that has some. `f32::MAX` as serde writes it is slightly larger
    /// in 64 bits.
    pub(crate) const fn bounds(self) -> Option<(&'static Num<'static>, &'static Num<'static>)> {
        match self {
            FloatType::F32 => Some((
                const { &Num::float(-3.402_823_5e38, "-3.4028235e+38") },
                const { &Num::float(3.402_823_5e38, "3.4028235e+38") },
            )),
            FloatType::F64 => None,
        }
    }

    /// Returns whether the number is in the type's range.
    #[cfg(feature = "call")]
    pub(crate) const fn contains(self, n: &Num<'_>) -> bool {
        match self.bounds() {
            Some((least, most)) => !n.less_than(least) && !most.less_than(n),
            None => true,
        }
    }
}

/// A string and its type's own constraints.
#[derive(Clone, Copy, Debug)]
pub struct Str<'a> {
    /// A format that every value has.
    pub format: Option<Format<'a>>,
    /// A pattern that every value matches.
    pub pattern: Option<Pattern<'a>>,
    /// Exactly one character (`char`).
    pub one_char: bool,
    /// Returns whether the type reads a text. It may accept one that breaks the format, or reject
    /// one that satisfies it. `None`: it reads any text, or only its own `Deserialize` can decide.
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

    /// Returns whether the type has no constraints.
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

impl Enum<'_> {
    /// Returns whether serde reads the string as one of the values.
    #[cfg(feature = "call")]
    pub(crate) fn reads(&self, text: &str) -> bool {
        (self.values.iter())
            .filter(|one| one.flags & Field::OUTPUT_ONLY == 0)
            .any(|one| one.reads(text))
    }

    /// Returns whether every provider accepts the values: at least one is both read and written,
    /// and none is the empty string.
    pub(crate) const fn is_accepted(&self) -> bool {
        let n = self.values.len();
        let mut shown = false;
        let mut i = 0;
        while i < n {
            let value = &self.values[i];
            shown = shown || value.flags == 0;
            if let Literal::String(text) = &value.value
                && size_of_val(text.json()) == 0
            {
                return false;
            }
            i += 1;
        }
        shown
    }
}

/// One value of an [`Enum`].
#[derive(Clone, Copy, Debug)]
pub struct EnumValue<'a> {
    /// The variant's name in Rust; empty if there is none.
    pub ident: &'a str,
    /// The value in JSON: [`Literal::String`] or an integer [`Literal::Number`].
    pub value: Literal<'a>,
    /// The variant's description, escaped for a JSON string.
    pub docs: &'a str,
    /// The attributes that few values have.
    pub more: Option<&'a ValueMore<'a>>,
    /// The bits of [`Field`]: `OUTPUT_ONLY`, `INPUT_ONLY`, `FOREIGN`.
    pub flags: u16,
}

/// The attributes that few values of an [`Enum`] have.
#[derive(Clone, Copy, Debug)]
pub struct ValueMore<'a> {
    /// The string that serde writes, if it differs.
    pub output: Option<Text<'a>>,
    /// Other names that serde reads.
    pub aliases: &'a [&'a str],
    /// `#[serde(other)]`: accepted as this value, but not shown.
    pub other: Option<Other<'a>>,
}

/// The values that serde reads as a variant with `#[serde(other)]`.
#[derive(Clone, Copy, Debug)]
pub enum Other<'a> {
    /// Any string except these, the names of the other variants.
    Names(&'a [&'a str]),
    /// Any number of this type that is not another variant's.
    Numbers(SchemaRef),
}

impl<'a> EnumValue<'a> {
    /// Returns whether serde reads the string as this value.
    pub fn reads(&self, text: &str) -> bool {
        let name = matches!(&self.value, Literal::String(name) if name.raw() == text);
        name || self.more.is_some_and(|more| {
            let other = matches!(more.other, Some(Other::Names(but)) if !but.contains(&text));
            other || more.aliases.contains(&text)
        })
    }

    /// The string that serde writes, if it differs.
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
    /// The type of each item.
    pub items: Link<'a>,
    /// The exact number of items (`[T; N]`).
    pub exactly: Option<Num<'a>>,
    /// A set: duplicate items, compared as text, are a fault.
    pub unique: bool,
}

/// Named properties.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    /// The properties, including flattened ones, in order of declaration.
    pub fields: &'a [Field<'a>],
    /// The treatment of other names.
    pub unknown_names: UnknownNames,
}

impl Object<'_> {
    /// Returns true if other names are rejected.
    pub(crate) const fn is_closed(&self) -> bool {
        matches!(self.unknown_names, UnknownNames::Rejected)
    }
}

/// The treatment of names that an [`Object`] doesn't list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownNames {
    /// Serde reads past them.
    Ignored,
    /// They are an error (`deny_unknown_fields`).
    Rejected,
    /// They are part of the value: the arguments of an imported tool keep all their names.
    Kept,
}

/// Any names, and values of one type.
#[derive(Clone, Copy, Debug)]
pub struct Map<'a> {
    /// The type of a name: a string, an integer, a bool or a unit enum, written as a string.
    pub key: Link<'a>,
    /// The type of each value.
    pub value: Link<'a>,
}

/// One of several schemas.
#[derive(Clone, Copy, Debug)]
pub struct Union<'a> {
    /// The alternatives in order of declaration. The unit variants of an externally tagged enum
    /// form one alternative.
    pub variants: &'a [Schema<'a>],
    /// The tagging of the alternatives.
    pub tagging: Tagging,
    /// Each alternative is an object without flattened fields, so it counts as one alternative of
    /// an object that the union is flattened into. Set by the constructor so that it need not be
    /// recomputed; `false` is always a safe value.
    pub plain: bool,
}

/// The distinction between the alternatives of a [`Union`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// Each is an object of one property, or a string.
    External,
    /// Each is an object with a [`Field::TAG`] among its properties.
    Internal,
    /// Each is an object of a [`Field::TAG`] and its content.
    Adjacent,
    /// The first alternative that fits.
    Untagged,
}

/// Another type's JSON form under a separate name.
#[derive(Clone, Copy, Debug)]
pub struct Newtype<'a> {
    /// The inner type.
    pub ty: Link<'a>,
    /// Constraints written on the inner field.
    pub rules: Option<&'a Rules<'a>>,
    /// `#[serde(transparent)]`: an absent property is handled as for the inner type. Without it, an
    /// absent one is an error, even if the inner type is an `Option`.
    pub transparent: bool,
}

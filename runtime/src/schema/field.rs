//! A property of an object: a struct's field or a function's parameter.

use super::{Link, Literal, Rules, Text};

/// A property's name, with the pieces of JSON that it is written in.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The name as it is.
    pub raw: &'a str,
    /// `"name":`, escaped.
    pub member: &'a str,
    /// `"name"`, escaped.
    pub element: &'a str,
    /// What kind of characters are in it: the bits below, 0 for a plain identifier of up to 64 ASCII characters.
    pub facts: u8,
}

impl<'a> Key<'a> {
    /// A character outside `[A-Za-z0-9_.-]`.
    pub const ODD: u8 = 1;
    /// `.` or `-`.
    pub const PUNCTUATED: u8 = 1 << 1;
    /// The first character is no ASCII letter and no `_`.
    pub const LEADING: u8 = 1 << 2;
    /// More than 64 characters, or none.
    pub const LENGTH: u8 = 1 << 3;

    /// A key with all its forms; `facts` are the bits above.
    pub const fn new(raw: &'a str, member: &'a str, element: &'a str, facts: u8) -> Self {
        Key {
            raw,
            member,
            element,
            facts,
        }
    }
}

/// A property. Make one with a struct update over [`Field::new`].
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name that serde reads.
    pub key: Key<'a>,
    /// The name that serde writes, where it is another one.
    pub output: Option<Key<'a>>,
    /// The type's schema.
    pub ty: Link<'a>,
    /// The field's own description; empty: the type's is used.
    pub docs: Text<'a>,
    /// Constraints written on the field.
    pub rules: Option<&'a Rules<'a>>,
    /// The value that stands for an absent one, where it can be shown.
    pub default: Option<&'a Literal<'a>>,
    /// A value to show.
    pub example: Option<&'a Literal<'a>>,
    /// Other names that serde reads; accepted, never advertised.
    pub aliases: &'a [&'a str],
    /// The bits below.
    pub flags: u16,
}

impl<'a> Field<'a> {
    /// The properties of the type stand in this object (`#[serde(flatten)]`). The key is the field's own name, for dialects that have to give the
    /// rest of an open map a place.
    pub const FLATTEN: u16 = 1;
    /// It may be absent: there is a default.
    pub const DEFAULTED: u16 = 1 << 1;
    /// The default of an `Option` is not `None`, so `null` and absent are two things.
    pub const NULL_IS_VALUE: u16 = 1 << 2;
    /// It has to be there, even where the type is an `Option` (`deserialize_with`).
    pub const REQUIRED: u16 = 1 << 3;
    /// Written only (`skip_deserializing`): not in what a model may send.
    pub const OUTPUT_ONLY: u16 = 1 << 4;
    /// Read only (`skip_serializing`): not in what the tool answers.
    pub const INPUT_ONLY: u16 = 1 << 5;
    /// The tag of an internally or adjacently tagged enum: a one-value enum.
    pub const TAG: u16 = 1 << 6;
    /// Written in place even where the type would be a definition (`#[tool(inline)]`).
    pub const INLINE: u16 = 1 << 7;
    /// `default` is a value that `null` and absent stand for, filled in by our decoder, since serde has none.
    pub const FILL_DEFAULT: u16 = 1 << 8;
    /// May be absent in what the tool answers (`skip_serializing_if`).
    pub const MAYBE_OUTPUT: u16 = 1 << 9;
    /// A default exists that can't be shown.
    pub const HIDDEN_DEFAULT: u16 = 1 << 10;

    /// A required property without description; the base of struct updates.
    pub const fn new(key: Key<'a>, ty: Link<'a>) -> Self {
        Field {
            key,
            output: None,
            ty,
            docs: Text::EMPTY,
            rules: None,
            default: None,
            example: None,
            aliases: &[],
            flags: 0,
        }
    }

    /// Constraints written on the field.
    pub const fn rules(&self) -> Option<&'a Rules<'a>> {
        self.rules
    }

    /// The value that stands for an absent one, where it can be shown.
    pub const fn default(&self) -> Option<&'a Literal<'a>> {
        self.default
    }

    /// Other names that serde reads.
    pub const fn aliases(&self) -> &'a [&'a str] {
        self.aliases
    }

    /// Whether all of the bits are set.
    pub const fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }
}

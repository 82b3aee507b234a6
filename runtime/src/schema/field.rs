//! A property of an object: a struct's field or a function's parameter.

use super::{Link, Literal, Rules};

/// A property's name, with the piece of JSON that it is written in.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The name as it is.
    pub raw: &'a str,
    /// `"name":`, escaped.
    pub member: &'a str,
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

    /// A name, `"name":` escaped, and the bits that it has.
    pub const fn new(raw: &'a str, member: &'a str, facts: u8) -> Self {
        Key { raw, member, facts }
    }

    /// The name as it stands between the quotes of a JSON string.
    pub const fn json(&self) -> &'a str {
        if self.facts & Self::ODD == 0 {
            return self.raw;
        }
        let quoted = self.member.split_at(self.member.len() - 2).0;
        quoted.split_at(1).1
    }
}

/// A property. Small, since each value in it costs check time.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name that serde reads.
    pub key: Key<'a>,
    /// The type's schema.
    pub ty: Link<'a>,
    /// The field's own description, escaped for a JSON string; empty: the type's is used.
    pub docs: &'a str,
    /// What few fields have.
    pub more: Option<&'a More<'a>>,
    /// The bits below.
    pub flags: u16,
}

/// What few fields have. Make one with a struct update over [`More::NONE`], or with the methods that add to it.
#[derive(Clone, Copy, Debug)]
pub struct More<'a> {
    /// The name that serde writes, where it is another one.
    pub output: Option<Key<'a>>,
    /// Constraints written on the field.
    pub rules: Option<Rules<'a>>,
    /// The value that stands for an absent one, where it can be shown.
    pub default: Option<&'a Literal<'a>>,
    /// Values to show.
    pub examples: &'a [Literal<'a>],
    /// Other names that serde reads; accepted, never advertised.
    pub aliases: &'a [&'a str],
}

impl<'a> More<'a> {
    /// Nothing more; the base of struct updates.
    pub const NONE: Self = More {
        output: None,
        rules: None,
        default: None,
        examples: &[],
        aliases: &[],
    };

    /// With another name that serde writes.
    #[must_use]
    pub const fn output(mut self, key: Key<'a>) -> Self {
        self.output = Some(key);
        self
    }

    /// With constraints.
    #[must_use]
    pub const fn rules(mut self, rules: Rules<'a>) -> Self {
        self.rules = Some(rules);
        self
    }

    /// With the value that stands for an absent one.
    #[must_use]
    pub const fn default(mut self, value: &'a Literal<'a>) -> Self {
        self.default = Some(value);
        self
    }

    /// With values to show.
    #[must_use]
    pub const fn examples(mut self, values: &'a [Literal<'a>]) -> Self {
        self.examples = values;
        self
    }

    /// With other names that serde reads.
    #[must_use]
    pub const fn aliases(mut self, names: &'a [&'a str]) -> Self {
        self.aliases = names;
        self
    }
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
    /// The type's own derive has checked constraint, default and example, so that a tool's check need not say it again.
    pub const CHECKED: u16 = 1 << 11;
    /// The default is an expression of the parameter's own type, which rustc checks where calls are compiled.
    pub const TYPED: u16 = if cfg!(feature = "call") {
        Self::CHECKED
    } else {
        0
    };
    /// Of a tool that others wrote. A value of an enum is left out where it may not stand, since nobody can rename it; a property that is `null` stays
    /// so wherever absence has another form.
    pub const FOREIGN: u16 = 1 << 12;
    /// Flattened, and the whole object but for the tag before it is read as the type (a newtype variant of an internally tagged enum): what the type refuses
    /// is refused. Other flattened types see their own names only.
    pub const WHOLE: u16 = 1 << 13;

    /// A required property without description.
    pub const fn new(key: Key<'a>, ty: Link<'a>) -> Self {
        Field {
            key,
            ty,
            docs: "",
            more: None,
            flags: 0,
        }
    }

    /// The name that serde writes, where it is another one.
    pub const fn output(&self) -> Option<&'a Key<'a>> {
        match self.more {
            Some(More {
                output: Some(key), ..
            }) => Some(key),
            _ => None,
        }
    }

    /// Constraints written on the field.
    pub const fn rules(&self) -> Option<&'a Rules<'a>> {
        match self.more {
            Some(more) => more.rules.as_ref(),
            None => None,
        }
    }

    /// The value that stands for an absent one, where it can be shown.
    pub const fn default(&self) -> Option<&'a Literal<'a>> {
        match self.more {
            Some(more) => more.default,
            None => None,
        }
    }

    /// Values to show.
    pub const fn examples(&self) -> &'a [Literal<'a>] {
        match self.more {
            Some(more) => more.examples,
            None => &[],
        }
    }

    /// Other names that serde reads.
    pub const fn aliases(&self) -> &'a [&'a str] {
        match self.more {
            Some(more) => more.aliases,
            None => &[],
        }
    }

    /// Whether all of the bits are set.
    pub const fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }
}

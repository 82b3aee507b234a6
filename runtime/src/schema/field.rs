//! A property of an object: a struct's field or a function's parameter.

use super::{Link, Literal, Rules};

/// A property's name, with its JSON member text.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The raw name.
    pub raw: &'a str,
    /// `"name":`, escaped.
    pub member: &'a str,
    /// The properties of its characters: the bits below; 0 for a plain identifier of up to 64 ASCII
    /// characters.
    pub facts: u8,
}

impl<'a> Key<'a> {
    /// A character outside `[A-Za-z0-9_.-]`.
    pub const ODD: u8 = 1;
    /// `.` or `-`.
    pub const PUNCTUATED: u8 = 1 << 1;
    /// The first character is neither an ASCII letter nor `_`.
    pub const LEADING: u8 = 1 << 2;
    /// More than 64 characters, or none.
    pub const LENGTH: u8 = 1 << 3;

    /// Creates a key from a name, its escaped `"name":`, and its bits.
    pub const fn new(raw: &'a str, member: &'a str, facts: u8) -> Self {
        Key { raw, member, facts }
    }

    /// The name, escaped for a JSON string.
    pub const fn json(&self) -> &'a str {
        if self.facts & Self::ODD == 0 {
            return self.raw;
        }
        let quoted = self.member.split_at(self.member.len() - 2).0;
        quoted.split_at(1).1
    }
}

/// A property. Small, because each value in it costs check time.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name that serde reads.
    pub key: Key<'a>,
    /// The type's schema.
    pub ty: Link<'a>,
    /// The field's own description, escaped for a JSON string. If it is empty, the type's applies.
    pub docs: &'a str,
    /// The attributes that few fields have.
    pub more: Option<&'a More<'a>>,
    /// The bits below.
    pub flags: u16,
}

/// The attributes that few fields have. Create one with a struct update of [`More::NONE`], or with
/// the methods that add to it.
#[derive(Clone, Copy, Debug)]
pub struct More<'a> {
    /// The name that serde writes, if it differs.
    pub output: Option<Key<'a>>,
    /// Constraints written on the field.
    pub rules: Option<Rules<'a>>,
    /// The value for an absent property, if it can be shown.
    pub default: Option<&'a Literal<'a>>,
    /// Example values.
    pub examples: &'a [Literal<'a>],
    /// Other names that serde reads. Accepted, but not shown.
    pub aliases: &'a [&'a str],
    /// For the tag of a unit variant of an adjacently tagged enum: the name of the content. Serde
    /// reads only `null` there. Not shown.
    pub unit_content: Option<&'a str>,
    /// For a flattened field: reads its members as its type.
    pub flattened: Option<ReadFlattened>,
}

/// Reads the members of a flattened field, if its type is an `Option`, and returns the message if
/// the type rejects them. Serde would read `None`.
#[cfg(feature = "call")]
pub type ReadFlattened = fn(serde_json::Value) -> Result<(), String>;
/// Without calls there is nothing to read.
#[cfg(not(feature = "call"))]
pub type ReadFlattened = fn();

impl<'a> More<'a> {
    /// No attributes; the base of struct updates.
    pub const NONE: Self = More {
        output: None,
        rules: None,
        default: None,
        examples: &[],
        aliases: &[],
        unit_content: None,
        flattened: None,
    };

    /// Sets another name that serde writes.
    #[must_use]
    pub const fn output(mut self, key: Key<'a>) -> Self {
        self.output = Some(key);
        self
    }

    /// Sets the constraints.
    #[must_use]
    pub const fn rules(mut self, rules: Rules<'a>) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Sets the value for an absent property.
    #[must_use]
    pub const fn default(mut self, value: &'a Literal<'a>) -> Self {
        self.default = Some(value);
        self
    }

    /// Sets the example values.
    #[must_use]
    pub const fn examples(mut self, values: &'a [Literal<'a>]) -> Self {
        self.examples = values;
        self
    }

    /// Sets the other names that serde reads.
    #[must_use]
    pub const fn aliases(mut self, names: &'a [&'a str]) -> Self {
        self.aliases = names;
        self
    }

    /// Sets the name of a unit variant's content.
    #[must_use]
    pub const fn unit_content(mut self, name: &'a str) -> Self {
        self.unit_content = Some(name);
        self
    }

    /// Sets the function that reads a flattened field.
    #[must_use]
    pub const fn flattened(mut self, read: ReadFlattened) -> Self {
        self.flattened = Some(read);
        self
    }
}

impl<'a> Field<'a> {
    /// The properties of the type are part of this object (`#[serde(flatten)]`). The key is the
    /// field's own name, for dialects that need a property for the other names of an open map.
    pub const FLATTEN: u16 = 1;
    /// It may be absent: there is a default.
    pub const DEFAULTED: u16 = 1 << 1;
    /// The default of an `Option` is not `None`, or a function reads it, so `null` and absent
    /// differ.
    pub const NULL_IS_VALUE: u16 = 1 << 2;
    /// Required, even if the type is an `Option` (`deserialize_with`).
    pub const REQUIRED: u16 = 1 << 3;
    /// Only written (`skip_deserializing`): not part of the parameters.
    pub const OUTPUT_ONLY: u16 = 1 << 4;
    /// Only read (`skip_serializing`): not part of the result.
    pub const INPUT_ONLY: u16 = 1 << 5;
    /// In no schema, and read by serde (`#[tool(hidden)]`): a call can't set it.
    pub const HIDDEN: u16 = Self::OUTPUT_ONLY | Self::INPUT_ONLY;
    /// The tag of an internally or adjacently tagged enum: an enum with one value.
    pub const TAG: u16 = 1 << 6;
    /// Written in place, even if the type would be a definition (`#[tool(inline)]`).
    pub const INLINE: u16 = 1 << 7;
    /// `default` applies to `null` and to an absent property. Our decoder fills it in, because
    /// serde has no default.
    pub const FILL_DEFAULT: u16 = 1 << 8;
    /// May be absent in the result (`skip_serializing_if`).
    pub const MAYBE_OUTPUT: u16 = 1 << 9;
    /// The default can't be shown.
    pub const HIDDEN_DEFAULT: u16 = 1 << 10;
    /// The type's own derive has checked constraint, default and example, so that a tool's check
    /// doesn't report them again.
    pub const CHECKED: u16 = 1 << 11;
    /// The default is an expression of the parameter's own type. If calls are compiled, rustc
    /// checks it.
    pub const TYPED: u16 = if cfg!(feature = "call") {
        Self::CHECKED
    } else {
        0
    };
    /// Part of an imported tool. An enum value that a dialect rejects is omitted, because it can't
    /// be renamed. A property that is `null` stays `null`, even if the dialect expresses absence in
    /// another way.
    pub const FOREIGN: u16 = 1 << 12;
    /// Flattened, and the type reads the whole object without the tag before it (a newtype variant
    /// of an internally tagged enum). So names that the type rejects are rejected. Other flattened
    /// types see only their own names.
    pub const WHOLE: u16 = 1 << 13;

    /// An object, for which serde accepts no list: the content of a struct variant of an adjacently
    /// tagged enum.
    pub const BY_NAME: u16 = 1 << 14;

    /// Creates a required property without description.
    pub const fn new(key: Key<'a>, ty: Link<'a>) -> Self {
        Field {
            key,
            ty,
            docs: "",
            more: None,
            flags: 0,
        }
    }

    /// The name that serde writes, if it differs.
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

    /// The value for an absent property, if it can be shown.
    pub const fn default(&self) -> Option<&'a Literal<'a>> {
        match self.more {
            Some(more) => more.default,
            None => None,
        }
    }

    /// The default, and true if our decoder inserts it.
    pub(crate) const fn own_default(&self) -> (Option<&'a Literal<'a>>, bool) {
        (self.default(), self.flags & Self::FILL_DEFAULT != 0)
    }

    /// Example values.
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

    /// The function that reads a flattened field, if it has one.
    #[cfg(feature = "call")]
    pub(crate) fn read_flattened(&self) -> Option<ReadFlattened> {
        match self.more {
            Some(more) => more.flattened,
            None => None,
        }
    }

    /// The name of the content of an adjacently tagged enum's unit variant, if this is its tag.
    pub const fn unit_content(&self) -> Option<&'a str> {
        match self.more {
            Some(more) => more.unit_content,
            None => None,
        }
    }

    /// Returns whether all of the bits are set.
    pub const fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }
}

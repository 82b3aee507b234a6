//! Constraints of a field, a parameter or a newtype.

// In const evaluation a copy of a number costs more than a reference.
#![allow(clippy::ref_option)]

use super::{Num, Text};
use crate::const_str::eq;

/// Constraints beyond the type's own. `None` means no such constraint.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// `minimum`: the smallest number allowed.
    pub minimum: Option<Num<'a>>,
    /// `maximum`: the largest number allowed.
    pub maximum: Option<Num<'a>>,
    /// `exclusiveMinimum`: greater than this.
    pub exclusive_minimum: Option<Num<'a>>,
    /// `exclusiveMaximum`: less than this.
    pub exclusive_maximum: Option<Num<'a>>,
    /// `multipleOf`.
    pub multiple_of: Option<Num<'a>>,
    /// The minimum length: characters of a string, items of an array, entries of a map.
    pub min_length: Option<Num<'a>>,
    /// The maximum length, in the same units.
    pub max_length: Option<Num<'a>>,
    /// `pattern` of a string.
    pub pattern: Option<Pattern<'a>>,
    /// `format` of a string.
    pub format: Option<Format<'a>>,
}

impl Rules<'_> {
    /// No constraints; the base of struct updates and of the methods below.
    pub const NONE: Self = Rules {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
        min_length: None,
        max_length: None,
        pattern: None,
        format: None,
    };

    /// Returns whether the bounds exclude all numbers from `first` to `last`.
    pub(crate) const fn exclude(&self, first: &Option<Num<'_>>, last: &Option<Num<'_>>) -> bool {
        above(&self.minimum, last)
            || above(first, &self.maximum)
            || reaches(&self.exclusive_minimum, last)
            || reaches(first, &self.exclusive_maximum)
    }

    pub(crate) const fn exclude_length(&self, len: &Option<Num<'_>>) -> bool {
        above(&self.min_length, len) || above(len, &self.max_length)
    }
}

pub(crate) const fn above(least: &Option<Num<'_>>, most: &Option<Num<'_>>) -> bool {
    match (least, most) {
        (Some(least), Some(most)) => most.less_than(least),
        _ => false,
    }
}

/// Returns whether an exclusive bound leaves nothing.
pub(crate) const fn reaches(least: &Option<Num<'_>>, most: &Option<Num<'_>>) -> bool {
    match (least, most) {
        (Some(least), Some(most)) => !least.less_than(most),
        _ => false,
    }
}

macro_rules! with {
    ($($rule:ident: $value:ident,)*) => {
        impl<'a> Rules<'a> {
            $(
                #[doc = concat!("With this [`", stringify!($rule), "`](Self#structfield.", stringify!($rule), ").")]
                #[must_use]
                pub const fn $rule(mut self, value: $value<'a>) -> Self {
                    self.$rule = Some(value);
                    self
                }
            )*
        }
    };
}

with! {
    minimum: Num,
    maximum: Num,
    exclusive_minimum: Num,
    exclusive_maximum: Num,
    multiple_of: Num,
    min_length: Num,
    max_length: Num,
    pattern: Pattern,
    format: Format,
}

/// A regular expression with the facts that determine whether a provider accepts it.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// The expression.
    pub text: Text<'a>,
    /// The constructs in it: the bits below.
    pub facts: u16,
    /// The largest number in a counted repeat (`{n,m}`); 0 if there is none.
    pub largest_repeat: u32,
}

impl Pattern<'_> {
    /// Each branch starts with `^`.
    pub const ANCHORED_START: u16 = 1;
    /// Each branch ends with `$`.
    pub const ANCHORED_END: u16 = 1 << 1;
    /// Contains `^` or `$` anywhere.
    pub const ANCHOR: u16 = 1 << 2;
    /// `\b` or `\B`.
    pub const WORD_BOUNDARY: u16 = 1 << 3;
    /// `\p{..}` or `\P{..}`.
    pub const UNICODE_CLASS: u16 = 1 << 4;
    /// `\1`, `(?P=name)`, `\k<name>`.
    pub const BACK_REFERENCE: u16 = 1 << 5;
    /// `(?=`, `(?!`, `(?<=`, `(?<!`.
    pub const LOOKAROUND: u16 = 1 << 6;
    /// Inline flags, named groups in Rust's spelling, `\A`, `\z`, set operations: constructs that
    /// only some engines support.
    pub const DIALECT: u16 = 1 << 7;
    /// A class inside a class, or a set operation between classes: `[a[b]]`, `[\w&&[^_]]`.
    pub const CLASS_OPERATION: u16 = 1 << 8;
    /// Only the crate `regex` reads the pattern. `regex-lite`, the engine without the feature
    /// `regex`, supports neither Unicode classes nor operations between classes.
    pub const FULL_ENGINE: u16 = Self::UNICODE_CLASS | Self::CLASS_OPERATION;
    /// Neither engine compiles the pattern, so no argument can be checked against it. It has a
    /// look-around, a back-reference, syntax of another engine, or too many repeats.
    pub const UNREADABLE: u16 = 1 << 9;
    /// Compiled, the pattern is estimated to have more than 16 MiB. It is
    /// [`UNREADABLE`](Self::UNREADABLE) too.
    pub const TOO_LARGE: u16 = 1 << 11;
    /// An imported schema contains the pattern. If neither engine reads it, only the original
    /// schema checks it, and the report has an entry.
    pub const IMPORTED: u16 = 1 << 10;
}

/// `format` of a string, by its JSON Schema name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format<'a> {
    /// `date-time` of RFC 3339.
    DateTime,
    /// `date` of RFC 3339.
    Date,
    /// `time` of RFC 3339.
    Time,
    /// `duration` of RFC 3339, appendix A.
    Duration,
    /// `email`.
    Email,
    /// `hostname`.
    Hostname,
    /// `uri`.
    Uri,
    /// `ipv4`.
    Ipv4,
    /// `ipv6`.
    Ipv6,
    /// `uuid`.
    Uuid,
    /// Any other name.
    Other(Text<'a>),
}

impl<'a> Format<'a> {
    /// The format's name in a schema.
    pub const fn name(&self) -> Text<'a> {
        Text::plain(match self {
            Format::DateTime => "date-time",
            Format::Date => "date",
            Format::Time => "time",
            Format::Duration => "duration",
            Format::Email => "email",
            Format::Hostname => "hostname",
            Format::Uri => "uri",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Uuid => "uuid",
            Format::Other(text) => return *text,
        })
    }

    /// Returns the format with this name, or `None` for any other name.
    #[cfg(feature = "import")]
    pub(crate) fn known(name: &str) -> Option<Self> {
        Some(match name {
            "date-time" => Format::DateTime,
            "date" => Format::Date,
            "time" => Format::Time,
            "duration" => Format::Duration,
            "email" => Format::Email,
            "hostname" => Format::Hostname,
            "uri" => Format::Uri,
            "ipv4" => Format::Ipv4,
            "ipv6" => Format::Ipv6,
            "uuid" => Format::Uuid,
            _ => return None,
        })
    }

    /// This format's bit in a mask of formats.
    pub const fn bit(&self) -> u16 {
        match self {
            Format::DateTime => 1,
            Format::Date => 1 << 1,
            Format::Time => 1 << 2,
            Format::Duration => 1 << 3,
            Format::Email => 1 << 4,
            Format::Hostname => 1 << 5,
            Format::Uri => 1 << 6,
            Format::Ipv4 => 1 << 7,
            Format::Ipv6 => 1 << 8,
            Format::Uuid => 1 << 9,
            Format::Other(name) if eq(name.raw(), "password") => 1 << 10,
            Format::Other(_) => 1 << 15,
        }
    }
}

//! What each provider accepts, as data.
//!
//! A [`Dialect`] is one provider's way to read schemas, strict or not. A difference between providers is a field here first, and code in the renderer
//! only where data can't say it. Sources for every value: `docs/providers.md`.

mod envelope;
mod forms;
#[cfg(feature = "call")]
mod names;
mod signature;
mod table;

#[cfg(feature = "call")]
pub(crate) use envelope::DECLARATIONS;
pub(crate) use envelope::{DESCRIPTION, Envelope, StrictKey};
pub(crate) use forms::{
    ALL_KEYWORDS, COUNT, FORMS, Forms, LONG, LOWER, NONE, NOT_PLAIN, NULLABLE, Places, Sort, TAILS,
    UPPER, WORDS, alike,
};
#[cfg(feature = "call")]
pub(crate) use names::digits;
pub(crate) use signature::sig;
pub(crate) use table::{AUTO, CANONICAL, DIALECTS, of};

use crate::json::Short;
use crate::provider::Provider;
#[cfg(feature = "call")]
use crate::schema::Field;

/// One provider's way to read schemas, strict or not. What is in it is not public; get one with [`Dialect::of`].
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    pub(crate) provider: Provider,
    /// All that tells one text from another, as a number: see `signature`.
    pub(crate) signature: u64,
    /// Where it stands in [`DIALECTS`].
    pub(crate) place: usize,
    /// The provider's strict mode: it constrains what the model can write.
    pub(crate) strict: bool,
    /// When the strict mode is taken.
    pub(crate) when: StrictWhen,
    /// Type names in upper case, as the names of a proto enum.
    pub(crate) upper: bool,
    /// How a value that may be `null` is written.
    pub(crate) null: NullStyle,
    /// `{"type":"null"}` may stand.
    pub(crate) null_type: bool,
    /// What happens to a property that may be absent.
    pub(crate) optional: OptionalStyle,
    /// Which objects say `additionalProperties: false`.
    pub(crate) closed: Closed,
    /// How a map is written.
    pub(crate) maps: MapStyle,
    /// A map that is an object says `"properties":{}` too.
    pub(crate) map_properties: bool,
    /// A schema without `type` may stand; else any value is a string that holds JSON.
    pub(crate) untyped: bool,
    /// `prefixItems` may stand.
    pub(crate) prefix_items: bool,
    /// An enum may hold integers.
    pub(crate) integer_enums: bool,
    /// An enum may hold the empty string.
    pub(crate) empty_enum: bool,
    /// `const` may stand; else a one-value `enum`.
    pub(crate) constant: bool,
    /// `oneOf` for tagged unions.
    pub(crate) one_of: bool,
    /// `anyOf` must be the only key of its schema.
    pub(crate) alone: bool,
    /// `$defs` and `$ref` may stand for a type that is used more than once.
    pub(crate) refs: bool,
    /// How a type that contains itself is written.
    pub(crate) recursion: Recursion,
    /// An object without properties may stand below the root.
    pub(crate) empty_object: bool,
    /// The parameters' field is left out where there are none.
    pub(crate) omit_empty: bool,
    /// Constraint keywords that may stand: the bits of [`kw`].
    pub(crate) keywords: u32,
    /// `minimum` and `maximum` may be 0. Where they are numbers of a proto without presence, 0 is none.
    pub(crate) zero_bounds: bool,
    /// The same for lengths: `minItems`, `maxLength` and so on.
    pub(crate) zero_lengths: bool,
    /// Formats that may stand: the bits of `Format::bit`.
    pub(crate) formats: u16,
    /// Patterns that may stand.
    pub(crate) patterns: Patterns,
    /// Property names that may stand; others are renamed.
    pub(crate) keys: Keys,
    /// Tool names that may stand.
    pub(crate) names: Names,
    pub(crate) limits: Limits,
    pub(crate) envelope: Envelope,
    /// Every property stands in `required`.
    pub(crate) requires_all: bool,
    /// Which dialects have the same properties in `required`: a bit for the place of each.
    pub(crate) roots: u32,
    /// Which of them write the same before plain properties and after `required`, too. None where that is more than name, description and what the dialect alone
    /// says.
    pub(crate) around: u32,
    /// What follows `required` in a declaration of plain properties, unless the tool has more to say there.
    pub(crate) close: Short,
    /// How many bytes of it follow the parameters.
    pub(crate) end: usize,
}

impl Dialect {
    /// The dialect of a provider. `None` for a strict mode that the provider has not, or that nobody may ask for.
    pub fn of(provider: Provider, strict: bool) -> Option<&'static Dialect> {
        let dialect = of(provider, strict);
        (dialect.strict == strict).then_some(dialect)
    }

    /// Every dialect, those of strict modes last.
    pub fn all() -> &'static [Dialect] {
        &DIALECTS
    }

    /// Whether a property that may be absent is left out by a model that means so, and `null` is a value where the type takes it. Of types of a program,
    /// Groq's models send `null` for both; others' tools get what was sent.
    #[cfg(feature = "call")]
    pub(crate) fn says_absent(&self, field: &Field<'_>) -> bool {
        match self.optional {
            OptionalStyle::Absent => true,
            OptionalStyle::Nullable => field.has(Field::FOREIGN),
            OptionalStyle::RequiredNull | OptionalStyle::Refused => false,
        }
    }

    /// Whose dialect it is.
    pub const fn provider(&self) -> Provider {
        self.provider
    }

    /// Whether it is that of the provider's strict mode.
    pub const fn strict(&self) -> bool {
        self.strict
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NullStyle {
    /// `"type": ["string", "null"]`; `anyOf` where there is no one type.
    TypeArray,
    /// `"anyOf": [{..}, {"type": "null"}]`.
    AnyOf,
    /// `"nullable": true`.
    Keyword,
    /// It can't be said: the value is a string that holds JSON.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionalStyle {
    /// Not in `required`.
    Absent,
    /// In `required`, `null` for absent.
    RequiredNull,
    /// Not in `required`, and `null` is taken for absent.
    Nullable,
    /// There is no way to say it.
    Refused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// `additionalProperties: false` is not written.
    Never,
    /// The tool's root, and types that refuse unknown names.
    Declared,
    /// Every object.
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapStyle {
    /// `additionalProperties` with a schema.
    Schema,
    /// An array of `{key, value}`.
    Entries,
    /// An object; its description says what is in it.
    Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recursion {
    /// `$ref`.
    Ref,
    /// `$ref`, where the way back goes through a property that may be absent; else as [`Text`](Self::Text).
    RefIfOptional,
    /// The edge back is a string that holds JSON.
    Text,
}

/// When a provider's strict mode is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrictWhen {
    /// Without being asked, where nothing is lost by it.
    Auto,
    /// When the tool says `strict`.
    Asked,
    /// When the tool names the provider: `strict(Bedrock)`.
    Named,
}

/// Which property names a provider takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    Any,
    /// `[A-Za-z0-9_.-]{1,64}`
    Dotted,
    /// `[A-Za-z_][A-Za-z0-9_]{0,63}`
    Identifier,
}

/// Which tool names a provider takes. Every one of them is ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// The greatest length; 0: no rule is known.
    pub(crate) most: usize,
    /// `.` may stand in it.
    pub(crate) dot: bool,
    /// `:` may stand in it.
    pub(crate) colon: bool,
    /// The first character must be a letter or `_`.
    pub(crate) leading: bool,
    /// The rule as its source writes it.
    pub(crate) rule: &'static str,
    /// A recorded refusal stands behind the rule; else it goes into the report.
    pub(crate) proven: bool,
}

/// Which patterns a provider takes: a mask over the facts of `Pattern`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patterns {
    /// Every one.
    All,
    /// None: patterns become words.
    None,
    /// Those that compile with Python's `re` and hold no lookaround.
    Python,
    /// Simple ones: no back-reference, lookaround, word boundary, Unicode class or large repeat.
    Simple,
    /// No `^`, `$` or lookaround.
    NoAnchors,
    /// As `Simple`, and read as if anchored at both ends: `.*` is added where a pattern is not.
    Anchored,
}

/// How much a provider takes. 0 stands for no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) depth: u32,
    pub(crate) properties: u32,
    /// Characters of property names, definition names, enum values and consts together.
    pub(crate) characters: u32,
    pub(crate) enum_values: u32,
    /// Characters of the values of one enum, where it has more than 250.
    pub(crate) long_enum: u32,
    /// Properties that may be absent.
    pub(crate) optional: u32,
    /// Properties with more than one type.
    pub(crate) unions: u32,
    /// Characters of the tool's description.
    pub(crate) description: u32,
    /// The limit on the description has a recorded refusal behind it.
    pub(crate) description_proven: bool,
}

impl Limits {
    pub(crate) const NONE: Self = Limits {
        depth: 0,
        properties: 0,
        characters: 0,
        enum_values: 0,
        long_enum: 0,
        optional: 0,
        unions: 0,
        description: 0,
        description_proven: false,
    };
}

/// Constraint keywords, one bit each.
pub(crate) mod kw {
    pub(crate) const BOUNDS: u32 = 1; // minimum, maximum
    pub(crate) const EXCLUSIVE: u32 = 1 << 1; // exclusiveMinimum, exclusiveMaximum
    pub(crate) const MULTIPLE_OF: u32 = 1 << 2;
    pub(crate) const LENGTH: u32 = 1 << 3; // minLength, maxLength
    pub(crate) const MIN_ITEMS: u32 = 1 << 4;
    pub(crate) const MAX_ITEMS: u32 = 1 << 5;
    pub(crate) const UNIQUE: u32 = 1 << 6;
    pub(crate) const PROPERTIES: u32 = 1 << 7; // minProperties, maxProperties
    pub(crate) const PROPERTY_NAMES: u32 = 1 << 8;
    pub(crate) const TWO_RANGES: u32 = 1 << 9; // anyOf of two ranges beside an integer's type
    pub(crate) const DEFAULT: u32 = 1 << 10;
    pub(crate) const EXAMPLES: u32 = 1 << 11;
    /// Lengths above 2,048 characters, 256 items or 64 entries may not stand.
    pub(crate) const SHORT: u32 = 1 << 12;
    /// The full bounds of every integer type, not only of the small ones.
    pub(crate) const ALL_BOUNDS: u32 = 1 << 13;
    /// `minItems` may be 1.
    pub(crate) const MIN_ITEMS_ONE: u32 = 1 << 14;

    /// Every keyword of JSON Schema.
    pub(crate) const ALL: u32 = BOUNDS
        | EXCLUSIVE
        | MULTIPLE_OF
        | LENGTH
        | MIN_ITEMS
        | MIN_ITEMS_ONE
        | MAX_ITEMS
        | UNIQUE
        | PROPERTIES
        | PROPERTY_NAMES
        | TWO_RANGES
        | DEFAULT
        | EXAMPLES;
}

//! The rules by which a provider reads schemas: the types of the facts.

use super::{Envelope, Provider};
use crate::schema::Pattern;

/// One provider's rules for reading schemas, strict or not. Its content isn't public; get one with
/// [`Dialect::of`].
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    pub(crate) provider: Provider,
    /// A number that encodes everything by which one fragment of a declaration differs from
    /// another: see `dialect/reader.rs`.
    pub(crate) signature: u64,
    /// True for the provider's strict mode, which constrains the model's output.
    pub(crate) strict: bool,
    /// Condition for using the strict mode.
    pub(crate) when: StrictWhen,
    /// Type names are upper case, as in a proto enum.
    pub(crate) upper: bool,
    /// Form of a value that may be `null`.
    pub(crate) null: NullStyle,
    /// `{"type":"null"}` is accepted.
    pub(crate) null_type: bool,
    /// Form of a property that may be absent.
    pub(crate) optional: OptionalStyle,
    /// Objects that get `additionalProperties: false`.
    pub(crate) closed: Closed,
    /// The provider closes an object without `additionalProperties`, so one that keeps unknown
    /// names has `true`.
    pub(crate) implied_closed: bool,
    /// Form of a map.
    pub(crate) maps: MapStyle,
    /// A map that is an object gets `"properties":{}` too.
    pub(crate) map_properties: bool,
    /// A schema without `type` is accepted; else any value is a string containing JSON.
    pub(crate) untyped: bool,
    /// `prefixItems` is accepted.
    pub(crate) prefix_items: bool,
    /// An enum may have integers.
    pub(crate) integer_enums: bool,
    /// An enum may have the empty string.
    pub(crate) empty_enum: bool,
    /// `const` is accepted; else `enum` with one value.
    pub(crate) constant: bool,
    /// `oneOf` is used for tagged unions.
    pub(crate) one_of: bool,
    /// `anyOf` must be the only key of its schema.
    pub(crate) alone: bool,
    /// `$defs` and `$ref` are accepted for a type that is used more than once.
    pub(crate) refs: bool,
    /// Form of a recursive type.
    pub(crate) recursion: Recursion,
    /// An object without properties is accepted below the root.
    pub(crate) empty_object: bool,
    /// The parameters' field is left out if there are none.
    pub(crate) omit_empty: bool,
    /// Accepted constraint keywords: the bits of [`kw`].
    pub(crate) keywords: u32,
    /// `minimum` and `maximum` may be 0. If they are proto numbers without presence, 0 means no
    /// bound.
    pub(crate) zero_bounds: bool,
    /// The same for lengths: `minItems`, `maxLength` and so on.
    pub(crate) zero_lengths: bool,
    /// Accepted formats: the bits of `Format::bit`.
    pub(crate) formats: u16,
    /// Accepted patterns.
    pub(crate) patterns: PatternRules,
    /// Accepted property names; others are renamed.
    pub(crate) keys: Keys,
    /// Accepted tool names.
    pub(crate) names: Names,
    pub(crate) limits: Limits,
    pub(crate) envelope: Envelope,
}

impl Dialect {
    /// The dialect's provider.
    pub const fn provider(&self) -> Provider {
        self.provider
    }

    /// Returns true if this is the provider's strict mode.
    pub const fn strict(&self) -> bool {
        self.strict
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NullStyle {
    /// `"type": ["string", "null"]`; `anyOf` if there isn't a single type.
    TypeArray,
    /// `"anyOf": [{..}, {"type": "null"}]`.
    AnyOf,
    /// `"nullable": true`.
    Keyword,
    /// Not expressible: the value is a string containing JSON.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum OptionalStyle {
    /// Not in `required`.
    Absent = 0,
    /// In `required`; `null` means absent.
    RequiredNull = Self::REQUIRED | Self::NULL,
    /// Not in `required`; `null` also means absent.
    Nullable = Self::NULL,
    /// Not expressible.
    Rejected = Self::REQUIRED,
}

impl OptionalStyle {
    /// Every property is in `required`.
    pub(crate) const REQUIRED: u8 = 1;
    /// `null` means absent.
    pub(crate) const NULL: u8 = 2;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// `additionalProperties: false` is not written.
    Never,
    /// The tool's root, and types that reject unknown names.
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
    /// An object; its description names the type of its values.
    Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recursion {
    /// `$ref`.
    Ref,
    /// `$ref`, if the way back goes through a property that may be absent; else like
    /// [`Text`](Self::Text).
    RefIfOptional,
    /// The recursive edge is a string containing JSON.
    Text,
}

/// Condition for using a provider's strict mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrictWhen {
    /// Automatically, if no value needs another form. Constraints may move into the description,
    /// and the unlisted names of imported objects don't count.
    Auto,
    /// If the tool has `strict`.
    Asked,
    /// If the tool names the provider: `strict(Bedrock)`.
    Named,
}

/// Property names that a provider accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    Any,
    /// `[A-Za-z0-9_.-]{1,64}`
    Dotted,
    /// `[A-Za-z_][A-Za-z0-9_]{0,63}`
    Identifier,
}

/// Tool names that a provider accepts. All are ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// Maximum length; 0 if no rule is known.
    pub(crate) max_len: usize,
    /// `.` is allowed.
    pub(crate) dot: bool,
    /// `:` is allowed.
    pub(crate) colon: bool,
    /// The first character must be a letter or `_`.
    pub(crate) leading: bool,
    /// The rule as in its source.
    pub(crate) rule: &'static str,
    /// A recorded rejection proves the rule; else it goes into the report.
    pub(crate) proven: bool,
}

/// Patterns that a provider accepts: a mask over the facts of `Pattern`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternRules {
    /// All.
    All,
    /// None: patterns move into the description.
    None,
    /// Those that compile with Python's `re` and have no lookaround.
    Python,
    /// Simple ones: no back-reference, lookaround, word boundary, Unicode class or large repeat.
    Simple,
    /// No `^`, `$` or lookaround.
    NoAnchors,
    /// Like `Simple`, but read as anchored at both ends: `.*` is added to an unanchored pattern.
    Anchored,
}

impl PatternRules {
    /// The facts of `Pattern` for which a pattern is refused.
    pub(crate) const fn refused(self) -> u16 {
        match self {
            PatternRules::All | PatternRules::None => 0,
            PatternRules::Python => Pattern::LOOKAROUND | Pattern::UNICODE_CLASS,
            PatternRules::Simple | PatternRules::Anchored => {
                Pattern::LOOKAROUND
                    | Pattern::BACK_REFERENCE
                    | Pattern::WORD_BOUNDARY
                    | Pattern::UNICODE_CLASS
            }
            PatternRules::NoAnchors => Pattern::LOOKAROUND | Pattern::ANCHOR,
        }
    }
}

/// Size limits of a provider; 0 means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) depth: u32,
    pub(crate) properties: u32,
    /// Characters of property names, definition names, enum values and consts together.
    pub(crate) characters: u32,
    pub(crate) enum_values: u32,
    /// Characters of one enum's values, if it has more than 250.
    pub(crate) long_enum: u32,
    /// Properties that may be absent.
    pub(crate) optional: u32,
    /// Properties with more than one type.
    pub(crate) unions: u32,
    /// Characters of the tool's description.
    pub(crate) description: u32,
    /// A recorded rejection proves the limit on the description.
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
    pub(crate) const TWO_RANGES: u32 = 1 << 9; // anyOf of two ranges next to an integer's type
    pub(crate) const DEFAULT: u32 = 1 << 10;
    pub(crate) const EXAMPLES: u32 = 1 << 11;
    /// Lengths above 2,048 characters, 256 items or 64 entries are not accepted.
    pub(crate) const SHORT: u32 = 1 << 12;
    /// The full bounds of every integer type, not only of the small ones.
    pub(crate) const ALL_BOUNDS: u32 = 1 << 13;
    /// `minItems` may be 1.
    pub(crate) const MIN_ITEMS_ONE: u32 = 1 << 14;
    pub(crate) const DEPENDENCIES: u32 = 1 << 15; // dependentRequired, not

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

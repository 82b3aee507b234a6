//! A dialect encoded as a number, so that the renderer can find dialects that write a schema alike.
//!
//! While the renderer writes a property, it records the fields of the dialect that it read. Another
//! dialect with the same values in these fields would write the same bytes, so they are copied.

use super::{Closed, Dialect, Keys, MapStyle, NullStyle, OptionalStyle, Patterns, Recursion};

/// The bits of each field in a signature.
pub(crate) mod sig {
    pub(crate) const UPPER: u64 = 1;
    pub(crate) const NULL: u64 = 0b111 << 1;
    pub(crate) const OPTIONAL: u64 = 0b11 << 4;
    /// Part of [`OPTIONAL`]: set if a property that may be absent is in `required`.
    pub(crate) const OPTIONAL_REQUIRED: u64 = 1 << 4;
    pub(crate) const CLOSED: u64 = 0b11 << 6;
    pub(crate) const MAPS: u64 = 0b11 << 8;
    pub(crate) const UNTYPED: u64 = 1 << 10;
    pub(crate) const PREFIX_ITEMS: u64 = 1 << 11;
    pub(crate) const INTEGER_ENUMS: u64 = 1 << 12;
    pub(crate) const CONSTANT: u64 = 1 << 13;
    pub(crate) const ONE_OF: u64 = 1 << 14;
    pub(crate) const ALONE: u64 = 1 << 15;
    pub(crate) const REFS: u64 = 0b111 << 16;
    pub(crate) const EMPTY_OBJECT: u64 = 1 << 19;
    pub(crate) const KEYS: u64 = 0b11 << 20;
    pub(crate) const PATTERNS: u64 = 0b111 << 22;
    pub(crate) const MAP_PROPERTIES: u64 = 1 << 25;
    pub(crate) const EMPTY_ENUM: u64 = 1 << 26;
    pub(crate) const ZERO_BOUNDS: u64 = 1 << 27;
    pub(crate) const ZERO_LENGTHS: u64 = 1 << 28;
    pub(crate) const KEYWORDS_AT: u32 = 32;
    pub(crate) const FORMATS_AT: u32 = 48;
}

impl Dialect {
    /// Returns the dialect with its signature.
    pub(crate) const fn signed(self) -> Self {
        Dialect {
            signature: self.signature(),
            ..self
        }
    }

    /// Encodes the dialect as a number: the bits of [`sig`].
    const fn signature(&self) -> u64 {
        let null = match self.null {
            NullStyle::TypeArray => 0,
            NullStyle::AnyOf => 1,
            NullStyle::Keyword => 2,
            NullStyle::Text => 3,
        } | if self.null_type { 4 } else { 0 };
        let optional = match self.optional {
            OptionalStyle::Absent => 0,
            OptionalStyle::RequiredNull => 1,
            OptionalStyle::Nullable => 2,
            OptionalStyle::Refused => 3,
        };
        let closed = match self.closed {
            Closed::Never => 0,
            Closed::Declared => 1,
            Closed::Always => 2,
        };
        let maps = match self.maps {
            MapStyle::Schema => 0,
            MapStyle::Entries => 1,
            MapStyle::Words => 2,
        };
        let refs = match self.recursion {
            Recursion::Ref => 0,
            Recursion::RefIfOptional => 1,
            Recursion::Text => 2,
        } | if self.refs { 4 } else { 0 };
        let keys = match self.keys {
            Keys::Any => 0,
            Keys::Dotted => 1,
            Keys::Identifier => 2,
        };
        let patterns = match self.patterns {
            Patterns::All => 0,
            Patterns::None => 1,
            Patterns::Python => 2,
            Patterns::Simple => 3,
            Patterns::NoAnchors => 4,
            Patterns::Anchored => 5,
        };
        (self.upper as u64)
            | (null << 1)
            | (optional << 4)
            | (closed << 6)
            | (maps << 8)
            | ((self.untyped as u64) << 10)
            | ((self.prefix_items as u64) << 11)
            | ((self.integer_enums as u64) << 12)
            | ((self.constant as u64) << 13)
            | ((self.one_of as u64) << 14)
            | ((self.alone as u64) << 15)
            | (refs << 16)
            | ((self.empty_object as u64) << 19)
            | (keys << 20)
            | (patterns << 22)
            | ((self.map_properties as u64) << 25)
            | ((self.empty_enum as u64) << 26)
            | ((self.zero_bounds as u64) << 27)
            | ((self.zero_lengths as u64) << 28)
            | ((self.keywords as u64) << sig::KEYWORDS_AT)
            | ((self.formats as u64) << sig::FORMATS_AT)
    }
}

//! A dialect whose reads are recorded, so that the renderer finds dialects that write a fragment
//! alike.
//!
//! A dialect is also a number, its *signature*, with some bits for each field. The renderer reads a
//! field only by its accessor in [`DialectReader`], which records the field's bits. Another dialect
//! with the same values in these bits leads to the same bytes.

use super::{
    Closed, Dialect, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle, PatternRules,
    Recursion,
};
use crate::provider::{Envelope, Provider};

/// A dialect, and the fields of it that were read.
#[derive(Clone, Copy)]
pub(crate) struct DialectReader<'d> {
    dialect: &'d Dialect,
    used: u64,
}

/// The fields that a fragment depends on, with their first bit in a signature and their number of
/// bits.
macro_rules! fields {
    (
        whole { $($name:ident: $type:ty, $at:literal, $bits:literal;)* }
        in_parts { $($part:ident, $part_at:expr, $part_bits:literal;)* }
    ) => {
        impl Dialect {
            /// Encodes the dialect as a number.
            const fn signature(&self) -> u64 {
                let mut all = 0;
                $(all |= encode(self.$name as u64, $at, $bits);)*
                $(all |= encode(self.$part as u64, $part_at, $part_bits);)*
                all
            }
        }

        /// No two fields have a bit in common.
        const _: () = {
            let masks = [$(mask($at, $bits),)* $(mask($part_at, $part_bits),)*];
            let mut taken = 0;
            let mut i = 0;
            while i < masks.len() {
                assert!(taken & masks[i] == 0);
                taken |= masks[i];
                i += 1;
            }
        };

        impl DialectReader<'_> {
            $(
                pub(crate) const fn $name(&mut self) -> $type {
                    self.used |= const { mask($at, $bits) };
                    self.dialect.$name
                }
            )*
        }
    };
}

fields! {
    whole {
        upper: bool, 0, 1; // `UPPER`
        null: NullStyle, 1, 2;
        null_type: bool, 3, 1;
        closed: Closed, 6, 2;
        maps: MapStyle, 8, 2;
        untyped: bool, 10, 1;
        prefix_items: bool, 11, 1;
        integer_enums: bool, 12, 1;
        constant: bool, 13, 1;
        one_of: bool, 14, 1;
        alone: bool, 15, 1;
        recursion: Recursion, 16, 2;
        refs: bool, 18, 1;
        empty_object: bool, 19, 1;
        keys: Keys, 20, 2;
        patterns: PatternRules, 22, 3;
        map_properties: bool, 25, 1;
        empty_enum: bool, 26, 1;
        zero_bounds: bool, 27, 1;
        zero_lengths: bool, 28, 1;
        implied_closed: bool, 29, 1;
    }
    // Their bits are read one by one, by the accessors below.
    in_parts {
        optional, OPTIONAL, 2;
        keywords, KEYWORDS, 16;
        formats, FORMATS, 16;
    }
}

/// The bit of `upper` in a signature.
pub(crate) const UPPER: u64 = 1;

const OPTIONAL: u32 = 4;
const KEYWORDS: u32 = 32;
const FORMATS: u32 = 48;

const fn encode(field: u64, at: u32, bits: u32) -> u64 {
    assert!(field < 1 << bits, "the field has more bits");
    field << at
}

const fn mask(at: u32, bits: u32) -> u64 {
    ((1 << bits) - 1) << at
}

impl Dialect {
    /// Returns the dialect with its signature.
    pub(crate) const fn signed(self) -> Self {
        Dialect {
            signature: self.signature(),
            ..self
        }
    }

    /// Returns a reader that has read nothing.
    pub(crate) const fn reader(&self) -> DialectReader<'_> {
        DialectReader {
            dialect: self,
            used: 0,
        }
    }
}

impl<'d> DialectReader<'d> {
    /// Returns [`upper`](Self::upper) without a record, for a type that is written again if its
    /// fragment is copied for a dialect with the other case.
    pub(crate) const fn is_upper(&self) -> bool {
        self.dialect.upper
    }

    /// Returns whether the dialect has the keyword, one bit of [`kw`](super::kw).
    pub(crate) const fn has(&mut self, keyword: u32) -> bool {
        self.used |= (keyword as u64) << KEYWORDS;
        self.dialect.keywords & keyword != 0
    }

    /// Returns whether the dialect has the format, one bit of `Format::bit`.
    pub(crate) const fn has_format(&mut self, format: u16) -> bool {
        self.used |= (format as u64) << FORMATS;
        self.dialect.formats & format != 0
    }

    /// Returns whether a property that may be absent is in `required`: one bit of `optional`.
    pub(crate) const fn requires_all(&mut self) -> bool {
        self.used |= const { (OptionalStyle::REQUIRED as u64) << OPTIONAL };
        self.dialect.optional as u8 & OptionalStyle::REQUIRED != 0
    }

    /// Returns whether `null` means absent: the other bit of `optional`.
    pub(crate) const fn null_is_absent(&mut self) -> bool {
        self.used |= const { (OptionalStyle::NULL as u64) << OPTIONAL };
        self.dialect.optional as u8 & OptionalStyle::NULL != 0
    }

    /// Returns the fields that were read, and forgets them.
    pub(crate) const fn take(&mut self) -> u64 {
        let used = self.used;
        self.used = 0;
        used
    }

    /// Adds fields that were read for a fragment.
    pub(crate) const fn add(&mut self, used: u64) {
        self.used |= used;
    }

    /// The number that encodes the dialect.
    pub(crate) const fn signature(&self) -> u64 {
        self.dialect.signature
    }

    // The accessors below are read outside of fragments, so they are not part of a signature.

    pub(crate) const fn provider(&self) -> Provider {
        self.dialect.provider
    }

    pub(crate) const fn strict(&self) -> bool {
        self.dialect.strict
    }

    pub(crate) const fn omit_empty(&self) -> bool {
        self.dialect.omit_empty
    }

    pub(crate) const fn names(&self) -> &'d Names {
        &self.dialect.names
    }

    pub(crate) const fn limits(&self) -> &'d Limits {
        &self.dialect.limits
    }

    pub(crate) const fn envelope(&self) -> &'d Envelope {
        &self.dialect.envelope
    }
}

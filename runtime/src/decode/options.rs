//! Options for reading arguments.

use super::{DecodeLimits, Leniency};

/// Options for reading arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeOptions {
    /// The mistakes to accept.
    pub leniency: Leniency,
    /// The size limits.
    pub limits: DecodeLimits,
}

impl DecodeOptions {
    /// Strict reading, within the default limits.
    pub const DEFAULT: Self = DecodeOptions {
        leniency: Leniency::NONE,
        limits: DecodeLimits::DEFAULT,
    };

    /// Creates options that accept no mistakes, with the default limits.
    #[must_use]
    pub const fn new() -> Self {
        Self::DEFAULT
    }

    /// Sets the mistakes to accept.
    #[must_use]
    pub const fn leniency(self, leniency: Leniency) -> Self {
        DecodeOptions { leniency, ..self }
    }

    /// Sets the size limits.
    #[must_use]
    pub const fn limits(self, limits: DecodeLimits) -> Self {
        DecodeOptions { limits, ..self }
    }
}

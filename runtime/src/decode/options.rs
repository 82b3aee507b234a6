//! Options for reading arguments.

use super::{Leniency, Limits};

/// Options for reading arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The mistakes to accept.
    pub leniency: Leniency,
    /// The size limits.
    pub limits: Limits,
}

impl Options {
    /// Strict reading, within the default limits.
    pub const DEFAULT: Self = Options {
        leniency: Leniency::NONE,
        limits: Limits::DEFAULT,
    };

    /// Sets the mistakes to accept.
    #[must_use]
    pub const fn leniency(self, leniency: Leniency) -> Self {
        Options { leniency, ..self }
    }

    /// Sets the size limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Options { limits, ..self }
    }
}

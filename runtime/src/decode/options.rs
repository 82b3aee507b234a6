//! Options for reading arguments: limits, and opt-in leniency.

use super::DecodeLimits;

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

/// Argument mistakes to accept. By default, none are. Arguments are read strictly first; leniency
/// applies only if that fails, and each accepted mistake is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leniency {
    /// Accepts numbers and bools in strings, if the type is one of these: `"5"`, `"true"`.
    pub scalars_in_strings: bool,
    /// Accepts a single value for a list of such values.
    pub one_or_many: bool,
    /// Accepts all arguments as JSON in a string, or in a fenced Markdown code block.
    pub stringified_arguments: bool,
    /// Accepts unknown names in closed objects and drops them.
    pub unknown_fields: bool,
    /// Accepts the value of an enum with letters of another case, if only one value has these
    /// letters. The strict modes of Anthropic and Bedrock don't guarantee the case.
    pub enum_case: bool,
}

impl Leniency {
    /// Accepts no mistakes.
    pub const NONE: Self = Leniency {
        scalars_in_strings: false,
        one_or_many: false,
        stringified_arguments: false,
        unknown_fields: false,
        enum_case: false,
    };

    /// Accepts all mistakes listed here.
    pub const ALL: Self = Leniency {
        scalars_in_strings: true,
        one_or_many: true,
        stringified_arguments: true,
        unknown_fields: true,
        enum_case: true,
    };

    /// Creates a leniency that accepts no mistakes.
    #[must_use]
    pub const fn new() -> Self {
        Self::NONE
    }

    /// Accepts numbers and bools in strings.
    #[must_use]
    pub const fn scalars_in_strings(mut self) -> Self {
        self.scalars_in_strings = true;
        self
    }

    /// Accepts a single value for a list.
    #[must_use]
    pub const fn one_or_many(mut self) -> Self {
        self.one_or_many = true;
        self
    }

    /// Accepts all arguments in a string.
    #[must_use]
    pub const fn stringified_arguments(mut self) -> Self {
        self.stringified_arguments = true;
        self
    }

    /// Accepts unknown names.
    #[must_use]
    pub const fn unknown_fields(mut self) -> Self {
        self.unknown_fields = true;
        self
    }

    /// Accepts values of enums with letters of another case.
    #[must_use]
    pub const fn enum_case(mut self) -> Self {
        self.enum_case = true;
        self
    }

    /// Returns true if no mistake inside the arguments is accepted.
    pub(super) fn is_none(self) -> bool {
        !self.scalars_in_strings && !self.one_or_many && !self.unknown_fields && !self.enum_case
    }
}

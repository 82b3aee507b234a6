//! Options for reading arguments: limits, and opt-in leniency.

use super::DecodeLimits;

/// Options for reading arguments: the mistakes to accept, and the maximum size.
///
/// By default, no mistakes are accepted. Arguments are read strictly first; leniency applies only
/// if that fails, and each accepted mistake is recorded. Larger arguments are a fault, found before
/// memory is allocated for them.
///
/// ```
/// use toolcast::decode::DecodeOptions;
/// use toolcast::toolset;
///
/// let options = DecodeOptions::new().scalars_in_strings().max_bytes(1 << 20);
/// let tools = toolset![].decode_options(options).build()?;
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "the options have an effect only if they are passed"]
pub struct DecodeOptions {
    pub(crate) leniency: Leniency,
    pub(crate) limits: DecodeLimits,
}

impl DecodeOptions {
    /// Creates options that accept no mistakes, within 16 MiB of text, 64 levels and a million
    /// values.
    pub const fn new() -> Self {
        DecodeOptions {
            leniency: Leniency::NONE,
            limits: DecodeLimits::DEFAULT,
        }
    }

    /// Accepts all mistakes that have a method here.
    pub const fn lenient(mut self) -> Self {
        self.leniency = Leniency::ALL;
        self
    }

    /// Accepts numbers and bools in strings, if the type is one of these: `"5"`, `"true"`.
    pub const fn scalars_in_strings(mut self) -> Self {
        self.leniency.scalars_in_strings = true;
        self
    }

    /// Accepts a single value for a list of such values.
    pub const fn one_or_many(mut self) -> Self {
        self.leniency.one_or_many = true;
        self
    }

    /// Accepts an arguments object that is wrapped as a whole: in a JSON string, in a fenced
    /// Markdown code block, or in both.
    pub const fn stringified_arguments(mut self) -> Self {
        self.leniency.stringified_arguments = true;
        self
    }

    /// Accepts unknown names in closed objects and drops them.
    pub const fn unknown_fields(mut self) -> Self {
        self.leniency.unknown_fields = true;
        self
    }

    /// Accepts the value of an enum with letters of another case, if only one value has these
    /// letters. The strict modes of Anthropic and Bedrock don't guarantee the case.
    pub const fn enum_case(mut self) -> Self {
        self.leniency.enum_case = true;
        self
    }

    /// Sets the maximum bytes of text. Capped at 4 GiB.
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Sets the maximum nesting depth of arrays and objects. JSON inside strings counts too, all
    /// levels together. The stack must hold it: up to 20 KiB a level in an unoptimised build, where
    /// a thread has 2 MiB.
    pub const fn max_depth(mut self, depth: usize) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets the maximum number of values and property names. Each takes 16 bytes of memory during
    /// its call.
    pub const fn max_values(mut self, values: usize) -> Self {
        self.limits.values = values;
        self
    }
}

/// The mistakes that [`DecodeOptions`] accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leniency {
    pub(crate) scalars_in_strings: bool,
    pub(crate) one_or_many: bool,
    pub(crate) stringified_arguments: bool,
    pub(crate) unknown_fields: bool,
    pub(crate) enum_case: bool,
}

impl Leniency {
    /// Accepts no mistakes.
    pub(crate) const NONE: Self = Leniency {
        scalars_in_strings: false,
        one_or_many: false,
        stringified_arguments: false,
        unknown_fields: false,
        enum_case: false,
    };

    /// Accepts all mistakes listed here.
    pub(crate) const ALL: Self = Leniency {
        scalars_in_strings: true,
        one_or_many: true,
        stringified_arguments: true,
        unknown_fields: true,
        enum_case: true,
    };

    /// Returns true if no mistake inside the arguments is accepted.
    pub(super) fn is_none(self) -> bool {
        !self.scalars_in_strings && !self.one_or_many && !self.unknown_fields && !self.enum_case
    }
}

//! What may be wrong with arguments and is read all the same, where the program asks for it.

/// What is forgiven. Nothing is, unless the program says so; what was is recorded. Arguments are read strictly first: only where that fails, forgiveness
/// is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leniency {
    /// A number or a bool as a string, where the type is one: `"5"`, `"true"`.
    pub scalars_in_strings: bool,
    /// A single value where a list of such is wanted.
    pub single_for_list: bool,
    /// The whole arguments as JSON in a string, or between the fences of a Markdown code block.
    pub whole_in_string: bool,
    /// Names that a closed object does not have.
    pub unknown_keys: bool,
}

impl Leniency {
    /// Nothing is forgiven.
    pub const NONE: Self = Leniency {
        scalars_in_strings: false,
        single_for_list: false,
        whole_in_string: false,
        unknown_keys: false,
    };

    /// All of it.
    pub const ALL: Self = Leniency {
        scalars_in_strings: true,
        single_for_list: true,
        whole_in_string: true,
        unknown_keys: true,
    };

    /// And numbers and bools as strings.
    #[must_use]
    pub const fn scalars_in_strings(self) -> Self {
        Leniency {
            scalars_in_strings: true,
            ..self
        }
    }

    /// And a single value for a list.
    #[must_use]
    pub const fn single_for_list(self) -> Self {
        Leniency {
            single_for_list: true,
            ..self
        }
    }

    /// And the whole arguments in a string.
    #[must_use]
    pub const fn whole_in_string(self) -> Self {
        Leniency {
            whole_in_string: true,
            ..self
        }
    }

    /// And unknown names.
    #[must_use]
    pub const fn unknown_keys(self) -> Self {
        Leniency {
            unknown_keys: true,
            ..self
        }
    }

    /// Whether nothing is forgiven in values.
    pub(super) fn is_none(self) -> bool {
        !self.scalars_in_strings && !self.single_for_list && !self.unknown_keys
    }
}

//! Groq.

use super::{Closed, Dialect, Facts, Names, OptionalStyle, Provider, Recursion, mcp, openai};

pub(super) const GROQ: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Groq,
    constant: false,
    optional: OptionalStyle::Nullable,
    closed: Closed::Never,
    recursion: Recursion::Text,
    names: Names {
        proven: false,
        ..openai::NAMES
    },
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

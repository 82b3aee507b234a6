//! Groq.

use super::{
    Closed, Dialect, Envelope, Facts, Names, OptionalStyle, Provider, Recursion, mcp, openai,
};

pub(super) const GROQ: Facts = Facts {
    plain: DIALECT,
    strict: None,
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
    envelope: Envelope::NESTED_PLAIN,
    ..mcp::DIALECT
};

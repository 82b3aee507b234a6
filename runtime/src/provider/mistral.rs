//! Mistral.

use super::{Closed, Dialect, Envelope, Facts, Provider, mcp, openai};

pub(super) const MISTRAL: Facts = Facts {
    plain: DIALECT,
    strict: None,
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Mistral,
    constant: false,
    closed: Closed::Never,
    names: openai::NAMES,
    envelope: Envelope::NESTED_PLAIN,
    ..mcp::DIALECT
};

//! Mistral.

#[cfg(feature = "call")]
use super::{CallIds, Request};
use super::{Closed, Dialect, Facts, Provider, mcp, openai};

pub(super) const MISTRAL: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        messages_of: Provider::Mistral,
        call_ids: CallIds::Nine,
        ..openai::REQUEST
    },
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Mistral,
    constant: false,
    closed: Closed::Never,
    names: openai::NAMES,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

//! Groq.

use super::{Closed, Dialect, Facts, Names, OptionalStyle, Provider, Recursion, mcp, openai};
#[cfg(feature = "call")]
use super::{Empties, Request, RequestLimits};

pub(super) const GROQ: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        limits: RequestLimits {
            tools: 128,
            ..RequestLimits::NONE
        },
        messages_of: Provider::Groq,
        empties: Some(Empties {
            #[cfg(feature = "guard")]
            recorded: false,
            #[cfg(feature = "guard")]
            source: "gq-sdk",
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    response: Ok(openai::PLAIN_RESPONSE),
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

//! Cohere, version 2.

#[cfg(feature = "call")]
use super::{Api, Empties, Needs, Request, RequestLimits};
use super::{
    Dialect, Facts, NullStyle, Patterns, Provider, Recursion, Response, kw, mcp, neutral, openai,
};
use crate::schema::Format;

pub(super) const COHERE: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        api: Api::Cohere,
        limits: RequestLimits {
            fields: 200,
            ..RequestLimits::NONE
        },
        messages_of: Provider::Cohere,
        empties: Some(Empties {
            answer: Needs::Text,
            #[cfg(feature = "guard")]
            recorded: false,
            #[cfg(feature = "guard")]
            source: "co-empty",
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    response: Ok(Response {
        open: r#"{"response_format":{"type":"json_object","json_schema":"#,
        after_name: None,
        close: ["}}", "}}"],
        quoted: false,
        always_strict: false,
    }),
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Cohere,
    null: NullStyle::AnyOf,
    constant: false,
    prefix_items: false,
    recursion: Recursion::Text,
    keywords: kw::DEFAULT,
    formats: Format::DateTime.bit() | Format::Uuid.bit() | Format::Date.bit() | Format::Time.bit(),
    patterns: Patterns::NoAnchors,
    names: neutral::ANY_NAME,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

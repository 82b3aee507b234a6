//! xAI.

use super::{Dialect, Facts, Patterns, Provider, Recursion, kw, mcp, neutral, openai};
#[cfg(feature = "call")]
use super::{Empties, Needs, Request, RequestLimits};
use crate::schema::Format;

pub(super) const XAI: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        limits: RequestLimits {
            // Its own pages disagree: 128 and 200.
            tools: 128,
            ..RequestLimits::NONE
        },
        messages_of: Provider::XAi,
        empties: Some(Empties {
            answer: Needs::Text,
            calling: Needs::Content,
            other: Needs::Text,
            #[cfg(feature = "guard")]
            source: "xa-empty",
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    response: Ok(openai::PLAIN_RESPONSE),
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::XAi,
    constant: false,
    recursion: Recursion::Text,
    keywords: kw::BOUNDS
        | kw::EXCLUSIVE
        | kw::LENGTH
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS
        | kw::PROPERTIES
        | kw::DEFAULT
        | kw::SHORT,
    formats: Format::Date.bit()
        | Format::Time.bit()
        | Format::DateTime.bit()
        | Format::Email.bit()
        | Format::Uuid.bit()
        | Format::Ipv4.bit()
        | Format::Ipv6.bit()
        | Format::Uri.bit(),
    patterns: Patterns::Anchored,
    names: neutral::ANY_NAME,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

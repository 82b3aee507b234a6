//! DeepSeek.

#[cfg(feature = "call")]
use super::{Api, Chat, Empties, Request, RequestLimits, Style};
use super::{
    Closed, Dialect, Envelope, Facts, MapStyle, NullStyle, OptionalStyle, Patterns, Provider,
    Recursion, StrictKey, kw, mcp, openai,
};
use crate::schema::Format;

pub(super) const DEEPSEEK: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        api: Api::Chat(Chat {
            // No flag for parallel calls is documented.
            parallel: false,
            style: Style {
                // A part other than text fails the request: ``unknown variant `image_url`, expected
                // `text` ``.
                images: false,
                ..Style::IMAGES
            },
            ..openai::CHAT
        }),
        limits: RequestLimits {
            tools: 128,
            all_or_none: true,
            ..RequestLimits::NONE
        },
        messages_of: Provider::DeepSeek,
        empties: Some(Empties {
            #[cfg(feature = "guard")]
            source: "ds-empty",
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    response: Err(
        "DeepSeek has no structured output (its `json_object` accepts no schema); make a tool whose parameters are the answer, or ask for JSON in the prompt",
    ),
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::DeepSeek,
    constant: false,
    names: openai::NAMES,
    envelope: ENVELOPE,
    ..mcp::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    strict: true,
    null: NullStyle::AnyOf,
    optional: OptionalStyle::Refused,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    refs: false,
    recursion: Recursion::Text,
    keywords: kw::BOUNDS | kw::EXCLUSIVE | kw::MULTIPLE_OF,
    formats: Format::Email.bit()
        | Format::Hostname.bit()
        | Format::Ipv4.bit()
        | Format::Ipv6.bit()
        | Format::Uuid.bit(),
    patterns: Patterns::Python,
    ..DIALECT
};

/// OpenAI's, with `"strict"` only if it is on.
const ENVELOPE: Envelope = Envelope {
    strict: StrictKey::WhenOn,
    ..openai::PLAIN_ENVELOPE
};

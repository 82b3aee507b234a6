//! Ollama, its own API.

#[cfg(feature = "call")]
use super::{Api, Request};
use super::{
    Closed, Dialect, Facts, MapStyle, Patterns, Provider, Recursion, Response, mcp, neutral, openai,
};

pub(super) const OLLAMA: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        api: Api::Ollama,
        messages_of: Provider::Ollama,
        lines: true,
        empties: None,
        ..openai::REQUEST
    },
    response: Ok(Response {
        open: r#"{"format":"#,
        after_name: None,
        close: ["}", "}"],
        quoted: false,
        always_strict: false,
    }),
};

/// The server keeps `type anyOf items description enum properties required` and drops everything
/// else before the model sees it.
pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Ollama,
    closed: Closed::Never,
    maps: MapStyle::Words,
    prefix_items: false,
    constant: false,
    refs: false,
    recursion: Recursion::Text,
    keywords: 0,
    formats: 0,
    patterns: Patterns::None,
    names: neutral::ANY_NAME,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

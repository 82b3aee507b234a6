//! Groq.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{Api, Chat, Empties, Layout, Metadata, RequestFacts, RequestLimits, UsageMembers};
use super::{Closed, Dialect, Facts, Names, OptionalStyle, Provider, Recursion, mcp, openai};
#[cfg(feature = "http")]
use super::{ErrorKind, Errors, Http, KeyHeader};
#[cfg(feature = "testing")]
use super::{HostAnswer, ReasoningForm, StreamUsage};

pub(super) const GROQ: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(openai::PLAIN_RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        layout: Some(Layout {
            max_tokens: &["max_completion_tokens"],
            ..Layout::CHAT
        }),
        limits: RequestLimits {
            tools: 128,
            ..RequestLimits::NONE
        },
        api: Api::Chat(Chat {
            #[cfg(feature = "testing")]
            answer: HostAnswer {
                reasoning: ReasoningForm::Member("reasoning"),
                usage: StreamUsage::Inside("x_groq"),
                refuses: false,
                ..HostAnswer::OPENAI
            },
            ..openai::CHAT
        }),
        empties: Some(Empties {
            #[cfg(feature = "lint")]
            because: (Evidence::Documented, "gq-sdk"),
            ..openai::EMPTIES
        }),
        // A stream has them in the second place. Source: [gq-usage].
        metadata: Metadata {
            usage: UsageMembers {
                at: &["usage", "x_groq.usage"],
                ..openai::METADATA.usage
            },
            ..openai::METADATA
        },
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::GROQ,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "groq",
};

/// Sources: `_client.py` and `_constants.py` of the SDK for Python; the pages "API Error Codes" and
/// "Rate Limits". Status 498 is a lack of capacity.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://api.groq.com",
    path: "/openai/v1/chat/completions",
    stream_path: "/openai/v1/chat/completions",
    key: KeyHeader::bearer("GROQ_API_KEY"),
    errors: Errors {
        statuses: &[(498, ErrorKind::Overloaded)],
        too_long: &["reduce the length of the messages"],
        ..openai::ERRORS
    },
    ..openai::HTTP
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

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::openai::refusal::{HOST_ANSWERS, HOST_CHOICE};
    use crate::provider::{
        Evidence, LimitSources, ModelName, ModelRules, PYDANTIC_AI, Profile, Provider, Refusal,
        SchemaLanguage, ToolRules, lost,
    };
    use Evidence::{Documented, Parser};

    pub(in crate::provider) const GROQ: Refusal = Refusal {
        models: &[ModelRules {
            name: ModelName::Has(&["gpt-oss"]),
            plain: Some(SchemaLanguage::plain(&GPT_OSS, Provider::Groq)),
            strict: Some(SchemaLanguage::plain(&GPT_OSS, Provider::Groq)),
            never_strict: None,
        }],
        tool: ToolRules {
            because: (Parser, "gq-sdk"),
            names: (Documented, "gq-sdk"),
            ..ToolRules::HOST
        },
        answers: HOST_ANSWERS,
        choice: HOST_CHOICE,
        sources: LimitSources {
            tools: (Documented, "gq-sdk"),
            ..LimitSources::COMMON
        },
        flat: Some(Provider::Groq),
        ..Refusal::of(SchemaLanguage::plain(&PLAIN, Provider::Groq))
    };

    /// The model doesn't see definitions.
    const GPT_OSS: Profile = Profile {
        banned: &[lost(&["$ref"], PYDANTIC_AI)],
        ..PLAIN
    };
}

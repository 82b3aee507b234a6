//! xAI.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, Chat, ContentNeed, Empties, Metadata, RequestFacts, RequestLimits, TokenCount,
    UsageMembers,
};
use super::{Dialect, Facts, PatternRules, Provider, Recursion, json_schema, kw, mcp, openai};
#[cfg(feature = "http")]
use super::{Errors, Http, KeyHeader};
#[cfg(feature = "testing")]
use super::{HostAnswer, ReasoningForm, StreamUsage};
use crate::schema::Format;

pub(super) const XAI: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(openai::PLAIN_RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        limits: RequestLimits {
            // Its own pages disagree: 128 and 200.
            tools: 128,
            ..RequestLimits::NONE
        },
        api: Api::Chat(Chat {
            #[cfg(feature = "testing")]
            answer: HostAnswer {
                reasoning: ReasoningForm::Member("reasoning_content"),
                usage: StreamUsage::Chunk,
                ..HostAnswer::OPENAI
            },
            ..openai::CHAT
        }),
        empties: Some(Empties {
            answer: ContentNeed::Text,
            calling: ContentNeed::Content,
            other: ContentNeed::Text,
            #[cfg(feature = "lint")]
            because: (Evidence::Recorded, "xa-empty"),
            ..openai::EMPTIES
        }),
        // The output excludes reasoning. Source: [xa-usage].
        metadata: Metadata {
            usage: UsageMembers {
                output: TokenCount::Sum(&[
                    "completion_tokens",
                    "completion_tokens_details.reasoning_tokens",
                ]),
                ..openai::METADATA.usage
            },
            ..openai::METADATA
        },
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::XAI,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "x_ai",
};

/// Sources: the providers `xai` and `xai-error.ts` of vercel/ai. An error is
/// `{"code","error":"text"}`, or has OpenAI's form.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://api.x.ai/v1",
    key: KeyHeader::bearer("XAI_API_KEY"),
    errors: Errors {
        too_long: &["maximum prompt length is"],
        // Recorded in i-am-bee/beeai-framework#447 and openai/codex#1352.
        wrong_key: &[
            "incorrect api key provided",
            "incorrect%20api%20key%20provided",
        ],
        ..openai::ERRORS
    },
    ..openai::HTTP
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::XAi,
    constant: false,
    // "Defaults to false". Source: [xa-docs].
    implied_closed: true,
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
    patterns: PatternRules::Anchored,
    names: json_schema::ANY_NAME,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::openai::refusal::{HOST_ANSWERS, HOST_CHOICE};
    use crate::provider::{
        Citation, Evidence, LimitSources, Profile, Provider, Refusal, SchemaLanguage, ToolRules,
        refused,
    };
    use Evidence::Documented;

    const XA_DOCS: Citation = (Documented, "xa-docs");

    pub(in crate::provider) const XAI: Refusal = Refusal {
        tool: ToolRules {
            because: XA_DOCS,
            ..ToolRules::HOST
        },
        answers: HOST_ANSWERS,
        choice: HOST_CHOICE,
        sources: LimitSources {
            tools: XA_DOCS,
            ..LimitSources::COMMON
        },
        flat: Some(Provider::XAi),
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::XAi))
    };

    const PROFILE: Profile = Profile {
        root: Some(XA_DOCS),
        root_keys: &[(&["enum", "const", "not", "$ref"], XA_DOCS)],
        root_unions: true,
        banned: &[refused(&["minContains", "maxContains"], XA_DOCS)],
        booleans: Some(XA_DOCS),
        values: Some(XA_DOCS),
        ..PLAIN
    };
}

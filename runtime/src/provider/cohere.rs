//! Cohere, version 2.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, ContentNeed, Empties, Metadata, RequestFacts, RequestLimits, TokenCount, UsageMembers,
};
use super::{
    Dialect, Facts, NullStyle, OutputMembers, PatternRules, Provider, Recursion, json_schema, kw,
    mcp, openai,
};
#[cfg(feature = "http")]
use super::{ErrorKind, Errors, Http, KeyHeader, Wait};
use crate::schema::Format;

pub(super) const COHERE: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(OutputMembers::around(
        r#"{"response_format":{"type":"json_object","json_schema":"#,
        "}}",
    )),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Cohere,
        limits: RequestLimits {
            fields: 200,
            ..RequestLimits::NONE
        },
        empties: Some(Empties {
            answer: ContentNeed::Text,
            #[cfg(feature = "lint")]
            because: (Evidence::Documented, "co-empty"),
            ..openai::EMPTIES
        }),
        // The tokens that the model read and wrote, not `billed_units`. Source: [co-usage].
        metadata: Metadata {
            id: &["id"],
            model: &[],
            usage: UsageMembers {
                at: &["usage"],
                input: TokenCount::First(&["tokens.input_tokens"]),
                output: TokenCount::First(&["tokens.output_tokens"]),
                cached_input: TokenCount::First(&["cached_tokens"]),
                cache_write: TokenCount::NONE,
                reasoning: TokenCount::NONE,
            },
        },
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::COHERE,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "cohere",
};

/// Sources: `client.py`, `environment.py` and `core/http_client.py` of the SDK for Python; the page
/// "Errors"; `cohere-error.ts` of vercel/ai.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://api.cohere.com",
    path: "/v2/chat",
    stream_path: "/v2/chat",
    key: KeyHeader {
        variables: ["CO_API_KEY", "COHERE_API_KEY"],
        ..KeyHeader::bearer("CO_API_KEY")
    },
    errors: Errors {
        codes: &[],
        statuses: &[(498, ErrorKind::Authentication)],
        too_long: &["too many tokens"],
        waits: &[
            Wait::Millis("retry-after-ms"),
            Wait::Seconds("retry-after"),
            Wait::Epoch("x-ratelimit-reset"),
        ],
        ..Errors::COMMON
    },
    ..openai::HTTP
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Cohere,
    null: NullStyle::AnyOf,
    constant: false,
    prefix_items: false,
    recursion: Recursion::Text,
    keywords: kw::DEFAULT,
    formats: Format::DateTime.bit() | Format::Uuid.bit() | Format::Date.bit() | Format::Time.bit(),
    patterns: PatternRules::NoAnchors,
    names: json_schema::ANY_NAME,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::{
        AnswerAt, ChoiceForm, Citation, Evidence, Formats, KindMember, LimitSources, PatternRules,
        Profile, Provider, Refusal, SchemaLanguage, ToolRules, refused,
    };
    use Evidence::Documented;

    const CO_DOCS: Citation = (Documented, "co-docs");

    pub(in crate::provider) const COHERE: Refusal = Refusal {
        strict: SchemaLanguage::plain(&STRICT_TOOLS, Provider::Cohere),
        tool: ToolRules {
            because: CO_DOCS,
            optional: false,
            kind: KindMember::IfPresent,
            ..ToolRules::HOST
        },
        answers: &[
            AnswerAt {
                path: &["response_format", "json_schema"],
                ..AnswerAt::ROOT
            },
            AnswerAt {
                path: &["response_format", "schema"],
                ..AnswerAt::ROOT
            },
        ],
        choice: ChoiceForm::Cohere,
        sources: LimitSources {
            strict: CO_DOCS,
            ..LimitSources::COMMON
        },
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::Cohere))
    };

    const PROFILE: Profile = Profile {
        root: Some(CO_DOCS),
        ..PLAIN
    };

    const STRICT_TOOLS: Profile = Profile {
        banned: &[refused(&["uniqueItems"], CO_DOCS)],
        some_required: Some(CO_DOCS),
        formats: Some((Formats::Of(super::DIALECT.formats), CO_DOCS)),
        patterns: Some((PatternRules::NoAnchors, CO_DOCS)),
        ..PROFILE
    };
}

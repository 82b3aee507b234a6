//! Ollama, its own API.

#[cfg(feature = "call")]
use super::{Api, Layout, Metadata, RequestFacts, TokenCount, UsageMembers};
use super::{
    Closed, Dialect, Facts, MapStyle, OutputMembers, PatternRules, Provider, Recursion,
    json_schema, mcp, openai,
};
#[cfg(feature = "http")]
use super::{Errors, Http, KeyHeader};

pub(super) const OLLAMA: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(OutputMembers::around(r#"{"format":"#, "}")),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Ollama,
        layout: Some(Layout {
            max_tokens: &["options", "num_predict"],
            temperature: &["options", "temperature"],
            complete: r#"{"stream":false}"#,
            media: "images as bytes",
            ..Layout::CHAT
        }),
        lines: true,
        empties: None,
        search: None,
        cache: None,
        // `prompt_eval_count` is absent or 0 if the prompt was cached. Source: [ol-types].
        metadata: Metadata {
            id: &[],
            model: &["model"],
            usage: UsageMembers {
                at: &[""],
                input: TokenCount::First(&["prompt_eval_count"]),
                output: TokenCount::First(&["eval_count"]),
                cached_input: TokenCount::NONE,
                cache_write: TokenCount::NONE,
                reasoning: TokenCount::NONE,
            },
        },
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::OLLAMA,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "ollama",
};

/// Sources: `docs/api/errors.mdx`, `docs/cloud.mdx` and `api/types.go`. A server on this machine
/// needs no key.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "http://localhost:11434",
    path: "/api/chat",
    stream_path: "/api/chat",
    key: KeyHeader {
        optional: true,
        ..KeyHeader::bearer("OLLAMA_API_KEY")
    },
    errors: Errors {
        too_long: &["exceeded max context length"],
        ..Errors::COMMON
    },
    ..openai::HTTP
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
    patterns: PatternRules::None,
    names: json_schema::ANY_NAME,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::{
        AnswerAt, AnswerText, Citation, Evidence, KindMember, Profile, Provider, Refusal,
        SchemaLanguage, ToolRules, lost,
    };
    use Evidence::Parser;

    const OL_TYPES: Citation = (Parser, "ol-types");

    pub(in crate::provider) const OLLAMA: Refusal = Refusal {
        tool: ToolRules {
            because: OL_TYPES,
            kind: KindMember::Ignored,
            ..ToolRules::HOST
        },
        answers: &[AnswerAt {
            path: &["format"],
            root: false,
            // `"json"`
            text: AnswerText::Word,
            ..AnswerAt::ROOT
        }],
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::Ollama))
    };

    /// The server drops these keywords, which leaves a property without a type.
    const PROFILE: Profile = Profile {
        root_keys: &[],
        banned: &[lost(
            &["$ref", "oneOf", "allOf", "const", "prefixItems"],
            OL_TYPES,
        )],
        values: Some(OL_TYPES),
        known: &[
            "type",
            "required",
            "properties",
            "anyOf",
            "description",
            "enum",
        ],
        type_names: None,
        ref_target: None,
        ..PLAIN
    };
}

//! DeepSeek.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, Chat, ChoiceFormat, Empties, Layout, MessageStyle, Metadata, ParallelFlag, RequestFacts,
    RequestLimits, TokenCount, UsageMembers,
};
use super::{
    Closed, Dialect, Envelope, Facts, MapStyle, NullStyle, OptionalStyle, PatternRules, Provider,
    Recursion, StrictKey, kw, mcp, openai,
};
#[cfg(feature = "testing")]
use super::{HostAnswer, ReasoningForm};
#[cfg(feature = "http")]
use super::{Http, KeyHeader};
use crate::schema::Format;

#[cfg(feature = "call")]
const TOOL_CHOICE: ChoiceFormat = ChoiceFormat {
    parallel: ParallelFlag::None,
    ..*openai::CHAT.tool_choice
};

pub(super) const DEEPSEEK: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
    response: Err(
        "DeepSeek has no structured output (its `json_object` accepts no schema); make a tool whose parameters are the answer, or ask for JSON in the prompt",
    ),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Chat(Chat {
            // No flag for parallel calls is documented.
            tool_choice: &TOOL_CHOICE,
            style: MessageStyle {
                // A part other than text fails the request: ``unknown variant `image_url`, expected
                // `text` ``.
                images: false,
                // "The `reasoning_content` in the thinking mode must be passed back to the API."
                thoughts: Some("reasoning_content"),
                ..MessageStyle::IMAGES
            },
            #[cfg(feature = "testing")]
            answer: HostAnswer {
                reasoning: ReasoningForm::Member("reasoning_content"),
                ..HostAnswer::OPENAI
            },
            ..openai::CHAT
        }),
        layout: Some(Layout {
            streamed: openai::STREAMED,
            media: "text only",
            ..Layout::CHAT
        }),
        limits: RequestLimits {
            tools: 128,
            all_or_none: true,
            ..RequestLimits::NONE
        },
        empties: Some(Empties {
            #[cfg(feature = "lint")]
            because: (Evidence::Recorded, "ds-empty"),
            ..openai::EMPTIES
        }),
        // Source: [ds-usage].
        metadata: Metadata {
            usage: UsageMembers {
                cached_input: TokenCount::First(&["prompt_cache_hit_tokens"]),
                ..openai::METADATA.usage
            },
            ..openai::METADATA
        },
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::DEEPSEEK,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "deepseek",
};

/// Sources: the provider `deepseek` of vercel/ai; the pages "Error Codes" and "Rate Limit".
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://api.deepseek.com",
    strict_base: Some("https://api.deepseek.com/beta"),
    key: KeyHeader::bearer("DEEPSEEK_API_KEY"),
    ..openai::HTTP
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
    optional: OptionalStyle::Rejected,
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
    patterns: PatternRules::Python,
    ..DIALECT
};

/// OpenAI's, with `"strict"` only if it is on.
const ENVELOPE: Envelope = Envelope {
    strict: StrictKey::WhenOn,
    ..openai::PLAIN_ENVELOPE
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::openai::refusal::{HOST_ANSWERS, HOST_CHOICE};
    use crate::provider::{
        Citation, Evidence, Formats, LimitSources, Profile, Provider, Refusal, SchemaLanguage,
        ToolRules, refused,
    };
    use Evidence::{Documented, Recorded};

    const DS_DOCS: Citation = (Documented, "ds-docs");

    pub(in crate::provider) const DEEPSEEK: Refusal = Refusal {
        strict: SchemaLanguage::strict(&STRICT_PROFILE, Provider::DeepSeek),
        tool: ToolRules {
            because: DS_DOCS,
            names: (Recorded, "ds-names"),
            ..ToolRules::HOST
        },
        answers: HOST_ANSWERS,
        choice: HOST_CHOICE,
        sources: LimitSources {
            tools: DS_DOCS,
            strict: DS_DOCS,
            ..LimitSources::COMMON
        },
        flat: Some(Provider::DeepSeek),
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::DeepSeek))
    };

    const PROFILE: Profile = Profile {
        root: Some(DS_DOCS),
        root_properties: Some(DS_DOCS),
        ..PLAIN
    };

    const STRICT_PROFILE: Profile = Profile {
        banned: &[refused(
            &[
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "oneOf",
                "allOf",
                "not",
                "if",
                "then",
                "else",
                "prefixItems",
                "uniqueItems",
                "contains",
                "propertyNames",
                "patternProperties",
            ],
            DS_DOCS,
        )],
        typed: Some(DS_DOCS),
        booleans: Some(DS_DOCS),
        closed: Some(DS_DOCS),
        all_required: Some(DS_DOCS),
        formats: Some((Formats::Of(super::STRICT.formats), DS_DOCS)),
        ..PROFILE
    };
}

//! Anthropic, Messages.

#[cfg(feature = "lint")]
pub(super) mod refusal;

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, CacheMark, CallIds, ContentNeed, Empties, Layout, Metadata, RequestFacts, RequestLimits,
    SystemText, TextParts, TokenCount, ToolSearch, UsageMembers,
};
use super::{
    Closed, Dialect, Envelope, Facts, Keys, Limits, MapStyle, Names, NullStyle, OutputMembers,
    PatternRules, Provider, Recursion, StrictKey, StrictWhen, kw, mcp, openai,
};
#[cfg(feature = "http")]
use super::{ErrorKind, Errors, Http, KeyHeader, ModelPath, Wait};
#[cfg(feature = "import")]
use super::{ToolForm, ToolFormat};
use crate::schema::Format;

pub(super) const ANTHROPIC: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
    response: Ok(OutputMembers {
        always_strict: true,
        ..OutputMembers::around(
            r#"{"output_config":{"format":{"type":"json_schema","schema":"#,
            "}}}",
        )
    }),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Anthropic,
        layout: Some(LAYOUT),
        limits: STRICT_LIMITS,
        call_ids: CallIds::With("_-"),
        empties: Some(EMPTIES),
        search: Some(SEARCH),
        cache: Some(CACHE),
        metadata: METADATA,
        ..RequestFacts::NONE
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::ANTHROPIC,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "anthropic",
};

/// Sources: `_client.py`, `_base_client.py`, `types/shared/error_type.py` and the error details of
/// the SDK for Python; the pages "Errors" and "Rate limits".
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://api.anthropic.com",
    strict_base: None,
    bases: &[],
    path: "/v1/messages",
    stream_path: "/v1/messages",
    model: ModelPath::SEGMENT,
    key: KeyHeader {
        header: Some("x-api-key"),
        ..KeyHeader::bearer("ANTHROPIC_API_KEY")
    },
    headers: &[("anthropic-version", "2023-06-01")],
    stream_headers: &[],
    errors: Errors {
        codes: &["error.details.error_code", "error.type"],
        kinds: &[
            ("enforced_spend_limit_reached", ErrorKind::Quota),
            ("contract_spend_limit_reached", ErrorKind::Quota),
            ("billing_error", ErrorKind::Quota),
            ("rate_limit_error", ErrorKind::RateLimit),
            ("overloaded_error", ErrorKind::Overloaded),
            ("request_too_large", ErrorKind::ContextTooLong),
            ("authentication_error", ErrorKind::Authentication),
            ("permission_error", ErrorKind::Authentication),
            ("not_found_error", ErrorKind::NotFound),
            ("timeout_error", ErrorKind::Server),
            ("conflict_error", ErrorKind::Server),
            ("api_error", ErrorKind::Server),
        ],
        too_long: &["prompt is too long", "exceed context limit"],
        waits: &[
            Wait::Seconds("retry-after"),
            Wait::Reset(
                "anthropic-ratelimit-requests-remaining",
                "anthropic-ratelimit-requests-reset",
            ),
            Wait::Reset(
                "anthropic-ratelimit-tokens-remaining",
                "anthropic-ratelimit-tokens-reset",
            ),
            Wait::Reset(
                "anthropic-ratelimit-input-tokens-remaining",
                "anthropic-ratelimit-input-tokens-reset",
            ),
            Wait::Reset(
                "anthropic-ratelimit-output-tokens-remaining",
                "anthropic-ratelimit-output-tokens-reset",
            ),
        ],
        should_retry: "x-should-retry",
        request_id: "request-id",
        ..Errors::COMMON
    },
};

pub(super) const FORMATS: u16 = openai::FORMATS | Format::Uri.bit();

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Anthropic,
    constant: false,
    keys: Keys::Dotted,
    names: Names {
        max_len: 128,
        rule: "^[a-zA-Z0-9_-]{1,128}$",
        ..openai::NAMES
    },
    envelope: ENVELOPE,
    ..mcp::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    strict: true,
    when: StrictWhen::Asked,
    null: NullStyle::AnyOf,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    recursion: Recursion::Text,
    keywords: kw::MIN_ITEMS_ONE | kw::DEFAULT,
    formats: FORMATS,
    patterns: PatternRules::Simple,
    limits: Limits {
        optional: 24,
        unions: 16,
        ..Limits::NONE
    },
    ..DIALECT
};

/// `{"name":..,"description":..,"input_schema":..}`
const ENVELOPE: Envelope = Envelope {
    parameters: "input_schema",
    strict: StrictKey::WhenOn,
    ..Envelope::FLAT
};

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    format: ToolFormat::Anthropic,
    strict_of: &[ToolFormat::Anthropic],
    members: &[
        "cache_control",
        "defer_loading",
        "allowed_callers",
        "eager_input_streaming",
    ],
    examples: true,
};

/// The search by words; there is one by regular expressions too. At most 10,000 tools, of which one
/// search finds 3 to 5. The search tool itself is never deferred, and a list in which every tool is
/// deferred is rejected. Sources: `tool_search_tool_bm25_20251119_param.py` and `tool_param.py` of
/// the SDK for Python 2.12.0; the page "Tool search tool".
#[cfg(feature = "call")]
const SEARCH: ToolSearch = ToolSearch {
    tool: r#"{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"}"#,
    key: "defer_loading",
    member: r#""defer_loading":true"#,
};

/// At most 4 marks in a request; five minutes unless `ttl` is written. The prompt's order is tools,
/// system, messages, so that a mark on the last tool covers the tools alone. Sources:
/// `cache_control_ephemeral_param.py` of the same SDK; the page "Prompt caching".
#[cfg(feature = "call")]
const CACHE: CacheMark = CacheMark::Member {
    key: "cache_control",
    member: r#""cache_control":{"type":"ephemeral"}"#,
};

#[cfg(feature = "call")]
const LAYOUT: Layout = Layout {
    system: SystemText::Text("system"),
    // No model accepts less than 4,096 as its maximum.
    required_max_tokens: Some(4096),
    media: "images (PNG, JPEG, GIF, WebP) and PDF files as bytes or by URL; plain text files as bytes",
    paused: &["pause_turn"],
    ..Layout::CHAT
};

#[cfg(feature = "call")]
pub(super) const STRICT_LIMITS: RequestLimits = RequestLimits {
    strict_tools: 20,
    optional: STRICT.limits.optional,
    unions: STRICT.limits.unions,
    answers: ANSWERS,
    ..RequestLimits::NONE
};

/// The places of the schema of structured output. The second one is deprecated.
#[cfg(feature = "call")]
const ANSWERS: &[&[&str]] = &[
    &["output_config", "format", "schema"],
    &["output_format", "schema"],
];

/// `input_tokens` excludes the cache; `output_tokens` includes thinking. Source: [an-usage].
#[cfg(feature = "call")]
const METADATA: Metadata = Metadata {
    id: &["id"],
    model: &["model"],
    usage: UsageMembers {
        at: &["usage"],
        input: TokenCount::Sum(&[
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
        ]),
        output: TokenCount::First(&["output_tokens"]),
        cached_input: TokenCount::First(&["cache_read_input_tokens"]),
        cache_write: TokenCount::First(&["cache_creation_input_tokens"]),
        reasoning: TokenCount::First(&["output_tokens_details.thinking_tokens"]),
    },
};

#[cfg(feature = "call")]
pub(super) const EMPTIES: Empties = Empties {
    key: "content",
    parts: TextParts::Anthropic,
    blank: true,
    answer: ContentNeed::Text,
    calling: ContentNeed::Nothing,
    other: ContentNeed::Text,
    ordered: false,
    #[cfg(feature = "lint")]
    because: (Evidence::Recorded, "an-empty"),
};

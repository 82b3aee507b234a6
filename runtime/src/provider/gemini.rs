//! Gemini API and Vertex AI.

#[cfg(feature = "lint")]
pub(super) mod refusal;

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, CallIds, ContentNeed, Empties, Layout, Metadata, RequestFacts, RequestLimits, SystemText,
    TextParts, TokenCount, ToolList, UsageMembers,
};
use super::{
    Closed, Dialect, Envelope, Facts, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle,
    OutputMembers, PatternRules, Provider, Recursion, StrictWhen, kw, mcp,
};
#[cfg(feature = "http")]
use super::{ErrorKind, Errors, Http, KeyHeader, ModelPath, Wait};
#[cfg(feature = "import")]
use super::{ToolForm, ToolFormat};
use crate::schema::Format;

pub(super) const GEMINI: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(RESPONSE),
    #[cfg(feature = "call")]
    request: REQUEST,
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::GEMINI,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "gcp.gemini",
};

pub(super) const JSON_SCHEMA: Facts = Facts {
    plain: JSON_DIALECT,
    strict: None,
    response: Ok(OutputMembers {
        open: r#"{"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":"#,
        ..RESPONSE
    }),
    #[cfg(feature = "call")]
    request: RequestFacts {
        same_messages: Some(Provider::Gemini),
        ..REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::JSON_SCHEMA,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "gcp.gemini",
};

pub(super) const VERTEX: Facts = Facts {
    plain: VERTEX_DIALECT,
    strict: None,
    response: Ok(RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        call_ids: CallIds::None,
        ..REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::VERTEX,
    #[cfg(feature = "http")]
    http: Some(VERTEX_HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "gcp.vertex_ai",
};

/// Sources: `_api_client.py`, `models.py`, `_transformers.py` and `errors.py` of the SDK for
/// Python; `google-vertex-provider-base.ts` and `google-error.test.ts` of vercel/ai. Without
/// `alt=sse` a stream is a JSON list.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://generativelanguage.googleapis.com",
    strict_base: None,
    bases: &[],
    path: "/v1beta/{model}:generateContent",
    stream_path: "/v1beta/{model}:streamGenerateContent?alt=sse",
    model: ModelPath {
        collection: "models/",
        collections: &["models/", "tunedModels/"],
        publisher: None,
        resource: None,
    },
    key: KeyHeader {
        header: Some("x-goog-api-key"),
        variables: ["GOOGLE_API_KEY", "GEMINI_API_KEY"],
        ..KeyHeader::bearer("GEMINI_API_KEY")
    },
    headers: &[],
    stream_headers: &[],
    errors: Errors {
        codes: &["error.details.*.reason", "error.status", "error.code"],
        kinds: &[
            ("API_KEY_INVALID", ErrorKind::Authentication),
            ("UNAUTHENTICATED", ErrorKind::Authentication),
            ("PERMISSION_DENIED", ErrorKind::Authentication),
            ("NOT_FOUND", ErrorKind::NotFound),
            ("RESOURCE_EXHAUSTED", ErrorKind::RateLimit),
            ("payment_required", ErrorKind::Quota),
            ("UNAVAILABLE", ErrorKind::Overloaded),
            ("ABORTED", ErrorKind::Server),
            ("INTERNAL", ErrorKind::Server),
            ("DEADLINE_EXCEEDED", ErrorKind::Server),
        ],
        too_long: &["exceeds the maximum number of tokens allowed"],
        // The last one is of the Interactions API.
        invalid_requests: &["INVALID_ARGUMENT", "FAILED_PRECONDITION", "invalid_request"],
        waits: &[
            Wait::Seconds("retry-after"),
            Wait::Body("error.details.*.retryDelay"),
        ],
        ..Errors::COMMON
    },
};

/// The key is an OAuth token.
#[cfg(feature = "http")]
const VERTEX_HTTP: Http = Http {
    base: "https://{location}-aiplatform.googleapis.com",
    bases: &[
        ("global", "https://aiplatform.googleapis.com"),
        ("us", "https://aiplatform.us.rep.googleapis.com"),
        ("eu", "https://aiplatform.eu.rep.googleapis.com"),
    ],
    path: "/v1/projects/{project}/locations/{location}/{model}:generateContent",
    stream_path: "/v1/projects/{project}/locations/{location}/{model}:streamGenerateContent?alt=sse",
    model: ModelPath {
        collection: "publishers/google/models/",
        collections: &["publishers/", "projects/"],
        publisher: Some(("publishers/", "/models/")),
        resource: Some(("projects/", "projects/{project}/locations/{location}/")),
    },
    key: KeyHeader::of_kind("an OAuth access token of Google Cloud"),
    ..HTTP
};

/// The proto `Schema`: the parser rejects any other key.
pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Gemini,
    signature: 0,
    strict: false,
    when: StrictWhen::Named,
    upper: true,
    null: NullStyle::Keyword,
    null_type: true,
    optional: OptionalStyle::Absent,
    closed: Closed::Never,
    implied_closed: false,
    maps: MapStyle::Entries,
    map_properties: false,
    untyped: false,
    prefix_items: false,
    integer_enums: false,
    empty_enum: false,
    constant: false,
    one_of: false,
    alone: true,
    refs: false,
    recursion: Recursion::Text,
    empty_object: false,
    omit_empty: true,
    keywords: kw::BOUNDS
        | kw::LENGTH
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS
        | kw::PROPERTIES,
    zero_bounds: true,
    zero_lengths: false,
    formats: Format::DateTime.bit(),
    patterns: PatternRules::All,
    keys: Keys::Identifier,
    names: Names {
        max_len: 64,
        dot: true,
        colon: true,
        leading: true,
        rule: "^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$",
        proven: true,
    },
    limits: Limits::NONE,
    envelope: Envelope::FLAT,
};

pub(super) const VERTEX_DIALECT: Dialect = Dialect {
    provider: Provider::Vertex,
    null_type: false,
    closed: Closed::Declared,
    maps: MapStyle::Schema,
    zero_bounds: false,
    formats: 0,
    names: Names {
        colon: false,
        rule: "^[A-Za-z_][A-Za-z0-9_.-]{0,63}$",
        proven: false,
        ..DIALECT.names
    },
    ..DIALECT
};

pub(super) const JSON_DIALECT: Dialect = Dialect {
    provider: Provider::GeminiJsonSchema,
    constant: false,
    untyped: false,
    alone: true,
    recursion: Recursion::RefIfOptional,
    omit_empty: true,
    keywords: kw::BOUNDS | kw::MIN_ITEMS | kw::MIN_ITEMS_ONE | kw::MAX_ITEMS,
    formats: 0,
    patterns: PatternRules::None,
    keys: Keys::Identifier,
    names: DIALECT.names,
    envelope: JSON_ENVELOPE,
    ..mcp::DIALECT
};

/// `{"name":..,"description":..,"parametersJsonSchema":..}`
const JSON_ENVELOPE: Envelope = Envelope {
    parameters: "parametersJsonSchema",
    ..Envelope::FLAT
};

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    members: &[
        "behavior",
        "response",
        "responseJsonSchema",
        "response_json_schema",
    ],
    ..ToolForm::plain(ToolFormat::Gemini)
};

#[cfg(feature = "call")]
const REQUEST: RequestFacts = RequestFacts {
    api: Api::Gemini,
    layout: Some(LAYOUT),
    tools: ToolList {
        around: (r#"[{"functionDeclarations":["#, "]}]"),
        ..ToolList::FLAT
    },
    limits: RequestLimits {
        tools: 512,
        ..RequestLimits::NONE
    },
    empties: Some(EMPTIES),
    metadata: METADATA,
    ..RequestFacts::NONE
};

/// The counts of `generateContent`, and those of the Interactions API. In both, the output excludes
/// thoughts and the input excludes the results of Google's own tools. Source: [gm-usage].
#[cfg(feature = "call")]
const METADATA: Metadata = Metadata {
    id: &["responseId", "id"],
    model: &["modelVersion", "model"],
    usage: UsageMembers {
        at: &["usageMetadata", "usage"],
        input: TokenCount::Sum(&[
            "promptTokenCount",
            "toolUsePromptTokenCount",
            "total_input_tokens",
            "total_tool_use_tokens",
        ]),
        output: TokenCount::Sum(&[
            "candidatesTokenCount",
            "thoughtsTokenCount",
            "total_output_tokens",
            "total_thought_tokens",
        ]),
        cached_input: TokenCount::First(&["cachedContentTokenCount", "total_cached_tokens"]),
        cache_write: TokenCount::NONE,
        reasoning: TokenCount::First(&["thoughtsTokenCount", "total_thought_tokens"]),
    },
};

#[cfg(feature = "call")]
const LAYOUT: Layout = Layout {
    messages: "contents",
    system: SystemText::Parts("systemInstruction"),
    model: false,
    max_tokens: &["generationConfig", "maxOutputTokens"],
    temperature: &["generationConfig", "temperature"],
    streamed: "{}",
    media: "files of any type as bytes, and files at Google's addresses (gs://, googleapis.com)",
    ..Layout::CHAT
};

const RESPONSE: OutputMembers = OutputMembers::around(
    r#"{"generationConfig":{"responseMimeType":"application/json","responseSchema":"#,
    "}}",
);

#[cfg(feature = "call")]
const EMPTIES: Empties = Empties {
    key: "parts",
    parts: TextParts::Gemini,
    blank: false,
    answer: ContentNeed::Text,
    calling: ContentNeed::Nothing,
    other: ContentNeed::Text,
    ordered: false,
    #[cfg(feature = "lint")]
    because: (Evidence::Recorded, "gm-empty"),
};

//! OpenAI: Chat Completions, Responses, and Azure.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "lint")]
pub(super) mod refusal;

#[cfg(feature = "http")]
pub(super) use http::{ERRORS, HTTP};

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "testing")]
use super::HostAnswer;
#[cfg(feature = "call")]
use super::{
    Api, CallIds, Chat, ChoiceFormat, ContentNeed, Empties, Layout, MessageStyle, Metadata,
    RequestFacts, RequestLimits, SystemText, TextParts, TokenCount, ToolList, ToolSearch,
    UsageMembers,
};
use super::{
    Closed, Dialect, Envelope, Facts, Limits, MapStyle, Names, OptionalStyle, OutputMembers,
    PatternRules, Provider, StrictKey, StrictWhen, kw, mcp,
};
#[cfg(feature = "import")]
use super::{ToolForm, ToolFormat};
use crate::schema::Format;

pub(super) const OPENAI: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
    response: Ok(RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Chat(OPENAI_CHAT),
        layout: Some(LAYOUT),
        limits: LIMITS,
        ..REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::OPENAI,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "openai",
};

pub(super) const RESPONSES: Facts = Facts {
    plain: RESPONSES_DIALECT,
    strict: Some(RESPONSES_STRICT),
    response: Ok(OutputMembers {
        open: r#"{"text":{"format":{"type":"json_schema","name":""#,
        ..RESPONSE
    }),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Responses,
        layout: Some(Layout {
            messages: "input",
            system: SystemText::Text("instructions"),
            max_tokens: &["max_output_tokens"],
            streamed: Layout::CHAT.streamed,
            media: "images (PNG, JPEG, GIF, WebP) and PDF files, as bytes or by URL",
            ..LAYOUT
        }),
        limits: LIMITS,
        // OpenAI is known to restrict only an id's length, so all visible ASCII characters are
        // allowed except `"` and `\`.
        call_ids: CallIds::With("!#$%&'()*+,-./:;<=>?@[]^_`{|}~"),
        search: Some(SEARCH),
        metadata: RESPONSES_METADATA,
        ..RequestFacts::NONE
    },
    #[cfg(feature = "import")]
    tool_form: RESPONSES_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::RESPONSES,
    #[cfg(feature = "http")]
    http: Some(http::RESPONSES),
    #[cfg(feature = "tracing")]
    telemetry_name: "openai",
};

pub(super) const AZURE: Facts = Facts {
    plain: AZURE_DIALECT,
    strict: Some(AZURE_STRICT),
    response: Ok(RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Chat(OPENAI_CHAT),
        layout: Some(LAYOUT),
        limits: RequestLimits {
            one_call: true,
            ..LIMITS
        },
        same_messages: Some(Provider::OpenAi),
        ..REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::AZURE,
    #[cfg(feature = "http")]
    http: Some(http::AZURE),
    #[cfg(feature = "tracing")]
    telemetry_name: "azure.ai.openai",
};

/// For gpt-5.4 and later, not in Chat Completions. The model sees names and descriptions of
/// deferred functions; the search loads their schemas. Sources: `tool_search_tool_param.py` and
/// `function_tool_param.py` of the SDK for Python 3.54.0; the page "Tool search". Whether the limit
/// on the number of tools counts deferred ones is not documented, so it is kept.
#[cfg(feature = "call")]
const SEARCH: ToolSearch = ToolSearch {
    tool: r#"{"type":"tool_search"}"#,
    key: "defer_loading",
    member: r#""defer_loading":true"#,
};

pub(super) const FORMATS: u16 = Format::DateTime.bit()
    | Format::Date.bit()
    | Format::Time.bit()
    | Format::Duration.bit()
    | Format::Email.bit()
    | Format::Hostname.bit()
    | Format::Ipv4.bit()
    | Format::Ipv6.bit()
    | Format::Uuid.bit();

pub(super) const NAMES: Names = Names {
    max_len: 64,
    dot: false,
    colon: false,
    leading: false,
    rule: "^[a-zA-Z0-9_-]{1,64}$",
    proven: true,
};

/// JSON Schema as a hint to the model, without enforcement.
pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::OpenAi,
    map_properties: true,
    constant: false,
    patterns: PatternRules::Python,
    names: NAMES,
    limits: Limits {
        description: 1024,
        ..Limits::NONE
    },
    envelope: ENVELOPE,
    ..mcp::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    strict: true,
    when: StrictWhen::Auto,
    optional: OptionalStyle::RequiredNull,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    keywords: kw::BOUNDS
        | kw::EXCLUSIVE
        | kw::MULTIPLE_OF
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS,
    formats: FORMATS,
    limits: Limits {
        depth: 10,
        properties: 5000,
        characters: 120_000,
        enum_values: 1000,
        long_enum: 15_000,
        ..DIALECT.limits
    },
    ..DIALECT
};

/// The Responses API. Both APIs are sure to accept 64 characters; its own specification allows 128
/// for functions in a namespace.
pub(super) const RESPONSES_NAMES: Names = Names {
    proven: false,
    ..NAMES
};

pub(super) const RESPONSES_DIALECT: Dialect = Dialect {
    provider: Provider::OpenAiResponses,
    names: RESPONSES_NAMES,
    limits: Limits::NONE,
    envelope: RESPONSES_ENVELOPE,
    ..DIALECT
};

pub(super) const RESPONSES_STRICT: Dialect = Dialect {
    provider: Provider::OpenAiResponses,
    names: RESPONSES_NAMES,
    limits: Limits {
        description: 0,
        ..STRICT.limits
    },
    envelope: RESPONSES_ENVELOPE,
    ..STRICT
};

pub(super) const AZURE_DIALECT: Dialect = Dialect {
    provider: Provider::AzureOpenAi,
    limits: Limits {
        description_proven: true,
        ..DIALECT.limits
    },
    ..DIALECT
};

pub(super) const AZURE_STRICT: Dialect = Dialect {
    provider: Provider::AzureOpenAi,
    keywords: 0,
    formats: 0,
    patterns: PatternRules::None,
    limits: Limits {
        description_proven: true,
        ..STRICT.limits
    },
    ..STRICT
};

/// `{"type":"function","function":{"name":..,"description":..,"parameters":..}}`
pub(super) const PLAIN_ENVELOPE: Envelope = Envelope {
    open: r#"{"type":"function","function":{"name":""#,
    nested: true,
    ..Envelope::FLAT
};

/// The same with `"strict"` after the parameters.
const ENVELOPE: Envelope = Envelope {
    strict: StrictKey::Always,
    ..PLAIN_ENVELOPE
};

/// `{"type":"function","name":..,"description":..,"parameters":..,"strict":..}`
const RESPONSES_ENVELOPE: Envelope = Envelope {
    open: r#"{"type":"function","name":""#,
    typed: true,
    nested: false,
    ..ENVELOPE
};

#[cfg(feature = "import")]
pub(super) const PLAIN_TOOL_FORM: ToolForm = ToolForm::plain(ToolFormat::OpenAi);

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    strict_of: &[ToolFormat::OpenAi, ToolFormat::OpenAiResponses],
    ..PLAIN_TOOL_FORM
};

#[cfg(feature = "import")]
const RESPONSES_TOOL_FORM: ToolForm = ToolForm {
    format: ToolFormat::OpenAiResponses,
    ..TOOL_FORM
};

/// That of a host with the same API and no limit on tools.
#[cfg(feature = "call")]
pub(super) const REQUEST: RequestFacts = RequestFacts {
    api: Api::Chat(CHAT),
    layout: Some(Layout::CHAT),
    tools: ToolList {
        name: &["function", "name"],
        ..ToolList::FLAT
    },
    empties: Some(EMPTIES),
    metadata: METADATA,
    ..RequestFacts::NONE
};

/// OpenAI itself, and Azure. Reasoning models refuse `max_tokens`.
#[cfg(feature = "call")]
const LAYOUT: Layout = Layout {
    max_tokens: &["max_completion_tokens"],
    streamed: STREAMED,
    media: "images (PNG, JPEG, GIF, WebP) as bytes or by URL; PDF files, WAV and MP3 audio as bytes",
    ..Layout::CHAT
};

/// Without the option the stream has no token counts. Other hosts may reject it, or send them
/// anyway. Source: [oa-usage].
#[cfg(feature = "call")]
pub(super) const STREAMED: &str = r#"{"stream":true,"stream_options":{"include_usage":true}}"#;

/// An error at 129 tools was recorded.
#[cfg(feature = "call")]
const LIMITS: RequestLimits = RequestLimits {
    tools: 128,
    ..RequestLimits::NONE
};

/// Source: [oa-usage].
#[cfg(feature = "call")]
pub(super) const METADATA: Metadata = Metadata {
    id: &["id"],
    model: &["model"],
    usage: UsageMembers {
        at: &["usage"],
        input: TokenCount::First(&["prompt_tokens"]),
        output: TokenCount::First(&["completion_tokens"]),
        cached_input: TokenCount::First(&["prompt_tokens_details.cached_tokens"]),
        cache_write: TokenCount::First(&["prompt_tokens_details.cache_write_tokens"]),
        reasoning: TokenCount::First(&["completion_tokens_details.reasoning_tokens"]),
    },
};

/// Source: [oa-usage].
#[cfg(feature = "call")]
const RESPONSES_METADATA: Metadata = Metadata {
    usage: UsageMembers {
        input: TokenCount::First(&["input_tokens"]),
        output: TokenCount::First(&["output_tokens"]),
        cached_input: TokenCount::First(&["input_tokens_details.cached_tokens"]),
        cache_write: TokenCount::First(&["input_tokens_details.cache_write_tokens"]),
        reasoning: TokenCount::First(&["output_tokens_details.reasoning_tokens"]),
        ..METADATA.usage
    },
    ..METADATA
};

/// `{"response_format":{"type":"json_schema","json_schema":{"name":..,"schema":..}}}`
pub(super) const PLAIN_RESPONSE: OutputMembers = OutputMembers {
    after_name: Some(r#"","schema":"#),
    ..OutputMembers::around(
        r#"{"response_format":{"type":"json_schema","json_schema":{"name":""#,
        "}}}",
    )
};

/// The same with `"strict"`.
const RESPONSE: OutputMembers = OutputMembers {
    close: [r#","strict":false}}}"#, r#","strict":true}}}"#],
    ..PLAIN_RESPONSE
};

/// OpenAI itself, and Azure.
#[cfg(feature = "call")]
const OPENAI_CHAT: Chat = Chat {
    tool_choice: &ChoiceFormat::CHAT,
    user_after_result: true,
    style: MessageStyle {
        files: true,
        developer: true,
        ..MessageStyle::IMAGES
    },
    #[cfg(feature = "testing")]
    answer: HostAnswer::OPENAI,
};

/// Hosts that document OpenAI's format without the list of allowed tools.
#[cfg(feature = "call")]
pub(super) const CHAT: Chat = Chat {
    tool_choice: &ChoiceFormat {
        any_of: None,
        #[cfg(feature = "lint")]
        some_of: None,
        ..ChoiceFormat::CHAT
    },
    style: MessageStyle::IMAGES,
    ..OPENAI_CHAT
};

/// `content` may be empty, but may be missing only in a message with calls.
#[cfg(feature = "call")]
pub(super) const EMPTIES: Empties = Empties {
    key: "content",
    parts: TextParts::Any,
    blank: false,
    answer: ContentNeed::Content,
    calling: ContentNeed::Nothing,
    other: ContentNeed::Nothing,
    ordered: false,
    #[cfg(feature = "lint")]
    because: (Evidence::Recorded, "oa-empty"),
};

//! Amazon Bedrock, Converse.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, CacheMark, CallIds, Empties, Layout, Metadata, RequestFacts, RequestLimits, SystemText,
    TextParts, TokenCount, ToolList, UsageMembers,
};
use super::{
    Dialect, Envelope, Facts, OutputMembers, Provider, StrictKey, StrictWhen, anthropic, kw, openai,
};
#[cfg(feature = "http")]
use super::{ErrorKind, Errors, Http, KeyHeader, ModelPath};
#[cfg(feature = "import")]
use super::{ToolForm, ToolFormat};

pub(super) const BEDROCK: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
    response: Ok(OutputMembers {
        after_name: Some(r#"","schema":""#),
        quoted: true,
        always_strict: true,
        ..OutputMembers::around(
            r#"{"outputConfig":{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"name":""#,
            r#""}}}}}"#,
        )
    }),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Bedrock,
        layout: Some(Layout {
            system: SystemText::List("system"),
            model: false,
            max_tokens: &["inferenceConfig", "maxTokens"],
            temperature: &["inferenceConfig", "temperature"],
            streamed: "{}",
            unique_document_names: true,
            calls_need_tools: true,
            media: "images (PNG, JPEG, GIF, WebP) and documents (PDF, CSV, DOC, DOCX, XLS, XLSX, HTML, TXT, MD), as bytes",
            ..Layout::CHAT
        }),
        tools: ToolList {
            path: &["toolConfig", "tools"],
            around: (r#"{"tools":["#, "]}"),
            name: &["toolSpec", "name"],
        },
        limits: RequestLimits {
            answers: &[ANSWER],
            ..anthropic::STRICT_LIMITS
        },
        call_ids: CallIds::With("_.:-"),
        lines: true,
        empties: Some(Empties {
            parts: TextParts::Bedrock,
            ordered: true,
            #[cfg(feature = "lint")]
            because: (Evidence::Recorded, "br-empty"),
            ..anthropic::EMPTIES
        }),
        // The search of Claude's own API is available by InvokeModel only.
        search: None,
        cache: Some(CACHE),
        metadata: METADATA,
        ..RequestFacts::NONE
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::BEDROCK,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "aws.bedrock",
};

/// Sources: the service's model file in botocore; the page "Use an Amazon Bedrock API key";
/// `amazon-bedrock-chat-language-model.ts` and `amazon-bedrock-error.ts` of vercel/ai.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://bedrock-runtime.{location}.amazonaws.com",
    strict_base: None,
    bases: &[],
    path: "/model/{model}/converse",
    stream_path: "/model/{model}/converse-stream",
    model: ModelPath::SEGMENT,
    key: KeyHeader {
        what: "a Bedrock API key, AWS_BEARER_TOKEN_BEDROCK; a request that AWS credentials sign needs the AWS SDK, to which `Conversation::request` gives the body",
        ..KeyHeader::bearer("AWS_BEARER_TOKEN_BEDROCK")
    },
    headers: &[],
    stream_headers: &[("accept", "application/vnd.amazon.eventstream")],
    errors: Errors {
        code_header: "x-amzn-errortype",
        codes: &["__type"],
        messages: &["message", "Message"],
        kinds: &[
            ("ThrottlingException", ErrorKind::RateLimit),
            ("ModelNotReadyException", ErrorKind::RateLimit),
            ("ServiceQuotaExceededException", ErrorKind::Quota),
            ("ServiceUnavailableException", ErrorKind::Overloaded),
            ("AccessDeniedException", ErrorKind::Authentication),
            ("UnrecognizedClientException", ErrorKind::Authentication),
            ("ResourceNotFoundException", ErrorKind::NotFound),
            ("ModelTimeoutException", ErrorKind::Server),
            ("ModelErrorException", ErrorKind::Server),
            ("ModelStreamErrorException", ErrorKind::Server),
            ("InternalServerException", ErrorKind::Server),
        ],
        too_long: &["input is too long"],
        invalid_requests: &["ValidationException"],
        request_id: "x-amzn-requestid",
        ..Errors::COMMON
    },
};

/// `inputTokens` excludes the cache. The body has no id and no model. Source: [br-usage].
#[cfg(feature = "call")]
const METADATA: Metadata = Metadata {
    id: &[],
    model: &[],
    usage: UsageMembers {
        at: &["usage"],
        input: TokenCount::Sum(&[
            "inputTokens",
            "cacheReadInputTokens",
            "cacheWriteInputTokens",
        ]),
        output: TokenCount::First(&["outputTokens"]),
        cached_input: TokenCount::First(&["cacheReadInputTokens"]),
        cache_write: TokenCount::First(&["cacheWriteInputTokens"]),
        reasoning: TokenCount::NONE,
    },
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Bedrock,
    names: openai::NAMES,
    envelope: ENVELOPE,
    ..anthropic::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    provider: Provider::Bedrock,
    when: StrictWhen::Named,
    names: openai::NAMES,
    keywords: anthropic::STRICT.keywords | kw::LENGTH,
    envelope: ENVELOPE,
    ..anthropic::STRICT
};

/// `{"toolSpec":{"name":..,"description":..,"inputSchema":{"json":..}}}`
const ENVELOPE: Envelope = Envelope {
    open: r#"{"toolSpec":{"name":""#,
    parameters: "inputSchema",
    wrapped: Some("json"),
    nested: true,
    strict: StrictKey::WhenOn,
    ..Envelope::FLAT
};

/// At most 4 in a request. Source: `CachePointBlock` in the model file of botocore 1.44.5
/// (`bedrock-runtime/2023-09-30/service-2.json`).
#[cfg(feature = "call")]
const CACHE: CacheMark = CacheMark::Entry(r#"{"cachePoint":{"type":"default"}}"#);

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    strict_of: &[ToolFormat::Bedrock],
    ..ToolForm::plain(ToolFormat::Bedrock)
};

/// The place of the schema of structured output, as text.
#[cfg(feature = "call")]
const ANSWER: &[&str] = &[
    "outputConfig",
    "textFormat",
    "structure",
    "jsonSchema",
    "schema",
];

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use super::ANSWER;
    use crate::provider::anthropic::refusal::{CLAUDE, CLAUDE_STRICT, SOURCES};
    use crate::provider::{
        AnswerAt, AnswerReader, AnswerText, ChoiceForm, Citation, Evidence, ModelName, ModelRules,
        PYDANTIC_AI, Profile, Provider, Refusal, SchemaLanguage, ToolRules, lost,
    };
    use Evidence::Parser;

    const BR_MODEL: Citation = (Parser, "br-model");
    const STRICT_READER: SchemaLanguage = SchemaLanguage::strict(&CLAUDE_STRICT, Provider::Bedrock);

    const CONVERSE_READER: SchemaLanguage = SchemaLanguage::plain(&CONVERSE, Provider::Bedrock);

    /// The rules of the API itself, without those of Claude. Source: providers.md, Bedrock.
    const CONVERSE: Profile = Profile {
        root: CLAUDE.root,
        root_keys: CLAUDE.root_keys,
        ..Profile::NONE
    };

    /// The model doesn't see definitions.
    const GPT_OSS: Profile = Profile {
        banned: &[lost(&["$ref"], PYDANTIC_AI)],
        ..CONVERSE
    };

    pub(in crate::provider) const BEDROCK: Refusal = Refusal {
        strict: STRICT_READER,
        models: &[
            ModelRules {
                name: ModelName::Has(&["gpt-oss"]),
                plain: Some(SchemaLanguage::plain(&GPT_OSS, Provider::Bedrock)),
                strict: None,
                never_strict: Some(PYDANTIC_AI),
            },
            ModelRules {
                name: ModelName::Has(&["amazon.nova", "llama"]),
                plain: Some(CONVERSE_READER),
                strict: None,
                never_strict: Some(PYDANTIC_AI),
            },
            ModelRules {
                name: ModelName::Has(&["mistral.", "qwen."]),
                plain: Some(CONVERSE_READER),
                strict: None,
                never_strict: None,
            },
        ],
        tool: ToolRules {
            because: BR_MODEL,
            names: BR_MODEL,
            optional: false,
            members: &["name", "description", "inputSchema", "strict"],
            empty_description: false,
            ..ToolRules::HOST
        },
        empty_list: false,
        answers: &[AnswerAt {
            path: ANSWER,
            reader: AnswerReader::Always(STRICT_READER),
            text: AnswerText::Json(BR_MODEL),
            ..AnswerAt::ROOT
        }],
        choice: ChoiceForm::Bedrock,
        sources: SOURCES,
        ..Refusal::of(SchemaLanguage::plain(&CLAUDE, Provider::Bedrock))
    };
}

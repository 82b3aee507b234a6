//! The profiles. Each rule has the tag of its source in `docs/providers.md`.

use super::profile::{Ban, Cycles, Formats, Profile, Proto, Reader, lost, refused};
use super::rule::{Because, Evidence};
use crate::dialect::{Keys, Patterns, of};
use crate::provider::Provider;

use Evidence::{Documented, Parser, Recorded};

const OA_ERRORS: Because = (Recorded, "oa-errors");
const OA_NODE: Because = (Parser, "oa-node");
const OA_DOCS: Because = (Documented, "oa-docs");
const AZ_DOCS: Because = (Documented, "az-docs");
const AN_ERRORS: Because = (Recorded, "an-errors");
const AN_BOOLEANS: Because = (Recorded, "an-booleans");
const AN_DOCS: Because = (Documented, "an-docs");
const AN_LITELLM: Because = (Documented, "an-litellm");
const GM_PROTO: Because = (Parser, "gm-proto");
const GM_ERRORS: Because = (Recorded, "gm-errors");
const VX_PROTO: Because = (Parser, "vx-proto");
const MI_COMMON: Because = (Parser, "mi-common");
const CO_DOCS: Because = (Documented, "co-docs");
const XA_DOCS: Because = (Documented, "xa-docs");
const DS_DOCS: Because = (Documented, "ds-docs");
const OL_TYPES: Because = (Parser, "ol-types");
const MCP_SPEC: Because = (Parser, "mcp-spec");
const PYDANTIC_AI: Because = (Documented, "pydantic-ai");
/// Rules that apply to almost all providers, without evidence for this one.
const COMMON: Because = (Documented, "common");

const UNIONS: &[&str] = &["anyOf", "oneOf", "allOf"];
const ROOT: &[&str] = &["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"];

/// For readers without documentation, except that the root must be an object.
const PLAIN: Profile = Profile {
    root: Some(COMMON),
    root_keys: &[(ROOT, COMMON)],
    values: Some(COMMON),
    type_names: Some(COMMON),
    ref_target: Some(COMMON),
    ..Profile::NONE
};

const OPENAI: Profile = Profile {
    values: Some(OA_DOCS),
    type_names: Some(OA_DOCS),
    root: Some(OA_ERRORS),
    root_keys: &[(ROOT, OA_ERRORS)],
    items: Some(OA_ERRORS),
    properties: Some(OA_ERRORS),
    hidden: Some(PYDANTIC_AI),
    ref_target: Some(OA_DOCS),
    patterns: Some((Patterns::Python, (Recorded, "oa-regex"))),
    ..Profile::NONE
};

const OPENAI_REJECTED: Ban = refused(
    &[
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "uniqueItems",
    ],
    OA_ERRORS,
);

/// Keywords that OpenAI's own parser of strict schemas rejects.
const OPENAI_UNPARSED: Ban = refused(
    &[
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$recursiveAnchor",
        "$recursiveRef",
        "allOf",
        "additionalItems",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "maxContains",
        "maxProperties",
        "minContains",
        "minProperties",
        "patternProperties",
        "prefixItems",
        "unevaluatedItems",
        "unevaluatedProperties",
    ],
    OA_NODE,
);

/// `minLength`, `maxLength`, `default` and `examples` were rejected once. The official SDKs send
/// them, and a test of 2026-08 was answered with 200.
const OPENAI_STRICT: Profile = Profile {
    banned: &[OPENAI_REJECTED, OPENAI_UNPARSED],
    typed: Some(OA_ERRORS),
    booleans: Some(OA_ERRORS),
    closed: Some(OA_ERRORS),
    all_required: Some(OA_ERRORS),
    ref_alone: Some((&[], OA_ERRORS)),
    ref_definition: Some(PYDANTIC_AI),
    typed_values: Some(OA_DOCS),
    formats: Some((Formats::Of(of(Provider::OpenAi, true)), OA_ERRORS)),
    limits: Some((of(Provider::OpenAi, true).limits, OA_ERRORS)),
    ..OPENAI
};

/// Keywords documented as unsupported. No rejection has been observed.
const AZURE_UNSUPPORTED: Ban = refused(
    &[
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "multipleOf",
        "minItems",
        "maxItems",
    ],
    AZ_DOCS,
);

/// Keywords that fine-tuned models reject as well.
const OPENAI_TUNED: Profile = Profile {
    banned: &[
        OPENAI_REJECTED,
        OPENAI_UNPARSED,
        refused(
            &[
                "minLength",
                "maxLength",
                "pattern",
                "minimum",
                "maximum",
                "multipleOf",
                "minItems",
                "maxItems",
            ],
            OA_DOCS,
        ),
    ],
    patterns: None,
    ..OPENAI_STRICT
};

/// Another vendor's model behind OpenAI's API.
const AZURE_GROK: Profile = Profile {
    banned: &[refused(&["$ref", "$defs", "definitions"], PYDANTIC_AI)],
    ref_target: None,
    ..OPENAI
};

const AZURE_STRICT: Profile = Profile {
    banned: &[OPENAI_REJECTED, OPENAI_UNPARSED, AZURE_UNSUPPORTED],
    formats: None,
    patterns: None,
    ..OPENAI_STRICT
};

const CLAUDE: Profile = Profile {
    values: Some(AN_ERRORS),
    type_names: Some(AN_ERRORS),
    root: Some((Recorded, "rig-tapes")),
    root_keys: &[(UNIONS, AN_ERRORS), (&["$ref"], (Recorded, "rig-tapes"))],
    keys: Some((Keys::Dotted, AN_ERRORS)),
    ref_target: Some(AN_DOCS),
    ..Profile::NONE
};

/// `minLength` and `maxLength` are documented as rejected; two live tests were answered with 200.
const CLAUDE_STRICT: Profile = Profile {
    banned: &[
        refused(
            &[
                "oneOf",
                "not",
                "if",
                "then",
                "else",
                "propertyNames",
                "contains",
                "maxItems",
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ],
            AN_ERRORS,
        ),
        refused(
            &[
                "patternProperties",
                "minProperties",
                "maxProperties",
                "dependentRequired",
                "dependentSchemas",
                "dependencies",
                "unevaluatedProperties",
                "unevaluatedItems",
                "minContains",
                "maxContains",
                "uniqueItems",
            ],
            AN_DOCS,
        ),
        refused(&["prefixItems"], AN_LITELLM),
    ],
    booleans: Some(AN_BOOLEANS),
    closed: Some(AN_ERRORS),
    recursion: Some((Cycles::All, AN_DOCS)),
    plain_values: Some(AN_DOCS),
    all_of_plain: Some(AN_DOCS),
    formats: Some((Formats::Of(of(Provider::Anthropic, true)), AN_ERRORS)),
    patterns: Some((Patterns::Simple, AN_DOCS)),
    min_items: Some(AN_ERRORS),
    ..CLAUDE
};

/// Limits for which 0 is meaningful. For other keywords 0 has no effect anyway.
const MOST: &[&str] = &["maxLength", "maxItems", "maxProperties"];

/// The fields of a proto `Schema` that both of Google's APIs have.
const PROTO_KEYS: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "maxItems",
    "minItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "example",
    "anyOf",
    "propertyOrdering",
    "default",
];

const GEMINI: Profile = Profile {
    root: Some(GM_ERRORS),
    zeros: &[(MOST, GM_PROTO)],
    only: Some((&[PROTO_KEYS], GM_ERRORS)),
    proto: Some(Proto {
        because: GM_PROTO,
        null_type: true,
    }),
    typed: Some(GM_ERRORS),
    booleans: Some(GM_PROTO),
    items: Some(GM_ERRORS),
    properties: Some(GM_ERRORS),
    formats: Some((Formats::These(&["enum", "date-time"]), GM_ERRORS)),
    enum_texts: Some(GM_ERRORS),
    ..Profile::NONE
};

const VERTEX: Profile = Profile {
    zeros: &[(MOST, VX_PROTO), (&["minimum", "maximum"], VX_PROTO)],
    only: Some((
        &[PROTO_KEYS, &["additionalProperties", "ref", "defs"]],
        VX_PROTO,
    )),
    proto: Some(Proto {
        because: VX_PROTO,
        null_type: false,
    }),
    keys: Some((Keys::Identifier, (Documented, "vx-docs"))),
    any_of_alone: Some((Recorded, "vx-anyof")),
    formats: None,
    ..GEMINI
};

/// Rejected keywords aren't documented here, so few rules apply.
const GEMINI_JSON: Profile = Profile {
    ref_alone: Some((&["description", "default"], (Recorded, "gm-ref"))),
    recursion: Some((Cycles::Required, (Documented, "gm-list"))),
    ..PLAIN
};

const VERTEX_JSON: Profile = Profile {
    any_of_alone: Some((Recorded, "vx-anyof")),
    ..GEMINI_JSON
};

const MISTRAL: Profile = Profile {
    values: Some(MI_COMMON),
    ..PLAIN
};

const COHERE: Profile = Profile {
    root: Some(CO_DOCS),
    ..PLAIN
};

const COHERE_STRICT: Profile = Profile {
    banned: &[refused(&["uniqueItems"], CO_DOCS)],
    some_required: Some(CO_DOCS),
    formats: Some((Formats::Of(of(Provider::Cohere, false)), CO_DOCS)),
    patterns: Some((Patterns::NoAnchors, CO_DOCS)),
    ..COHERE
};

const XAI: Profile = Profile {
    root: Some(XA_DOCS),
    root_keys: &[(&["enum", "const", "not", "$ref"], XA_DOCS)],
    root_unions: true,
    banned: &[refused(&["minContains", "maxContains"], XA_DOCS)],
    booleans: Some(XA_DOCS),
    values: Some(XA_DOCS),
    ..PLAIN
};

const DEEPSEEK: Profile = Profile {
    root: Some(DS_DOCS),
    root_properties: Some(DS_DOCS),
    ..PLAIN
};

const DEEPSEEK_STRICT: Profile = Profile {
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
    formats: Some((Formats::Of(of(Provider::DeepSeek, true)), DS_DOCS)),
    ..DEEPSEEK
};

/// The model doesn't see definitions.
const GROQ_OSS: Profile = Profile {
    banned: &[lost(&["$ref"], PYDANTIC_AI)],
    ..PLAIN
};

/// The server drops these keywords, which leaves a property without a type.
const OLLAMA: Profile = Profile {
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

const MCP: Profile = Profile {
    values: Some(MCP_SPEC),
    root: Some(MCP_SPEC),
    root_keys: &[],
    ..PLAIN
};

const JSON_SCHEMA: Profile = Profile {
    values: Some((Parser, "json-schema")),
    type_names: Some((Parser, "json-schema")),
    ref_target: Some((Parser, "json-schema")),
    ..Profile::NONE
};

const PORTABLE: Profile = Profile {
    only: Some((
        &[&[
            "type",
            "properties",
            "required",
            "items",
            "description",
            "enum",
            "anyOf",
        ]],
        COMMON,
    )),
    typed: Some(COMMON),
    booleans: Some(COMMON),
    items: Some(COMMON),
    root_properties: Some(COMMON),
    any_of_alone: Some(COMMON),
    keys: Some((Keys::Identifier, COMMON)),
    enum_texts: Some(COMMON),
    ..PLAIN
};

impl Reader {
    pub(super) const fn profile(self) -> &'static Profile {
        match self {
            Reader::OpenAi => &OPENAI,
            Reader::OpenAiStrict => &OPENAI_STRICT,
            Reader::OpenAiTuned => &OPENAI_TUNED,
            Reader::AzureStrict => &AZURE_STRICT,
            Reader::AzureGrok => &AZURE_GROK,
            Reader::Claude => &CLAUDE,
            Reader::ClaudeStrict => &CLAUDE_STRICT,
            Reader::Gemini => &GEMINI,
            Reader::Vertex => &VERTEX,
            Reader::GeminiJson => &GEMINI_JSON,
            Reader::VertexJson => &VERTEX_JSON,
            Reader::Mistral => &MISTRAL,
            Reader::Cohere => &COHERE,
            Reader::CohereStrict => &COHERE_STRICT,
            Reader::XAi => &XAI,
            Reader::DeepSeek => &DEEPSEEK,
            Reader::DeepSeekStrict => &DEEPSEEK_STRICT,
            Reader::Groq => &PLAIN,
            Reader::GroqOss => &GROQ_OSS,
            Reader::Ollama => &OLLAMA,
            Reader::Mcp => &MCP,
            Reader::McpOutput | Reader::JsonSchema => &JSON_SCHEMA,
            Reader::Portable => &PORTABLE,
        }
    }

    /// Returns the reader of a tool's parameters.
    pub(super) const fn of(provider: Provider, strict: bool) -> Self {
        match (provider, strict) {
            (Provider::AzureOpenAi, true) => Reader::AzureStrict,
            (Provider::OpenAi | Provider::OpenAiResponses, true) => Reader::OpenAiStrict,
            (Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi, false) => {
                Reader::OpenAi
            }
            (Provider::Anthropic | Provider::Bedrock, true) => Reader::ClaudeStrict,
            (Provider::Anthropic | Provider::Bedrock, false) => Reader::Claude,
            (Provider::Gemini, _) => Reader::Gemini,
            (Provider::Vertex, _) => Reader::Vertex,
            (Provider::GeminiJsonSchema, _) => Reader::GeminiJson,
            (Provider::Mistral, _) => Reader::Mistral,
            (Provider::Cohere, true) => Reader::CohereStrict,
            (Provider::Cohere, false) => Reader::Cohere,
            (Provider::XAi, _) => Reader::XAi,
            (Provider::DeepSeek, true) => Reader::DeepSeekStrict,
            (Provider::DeepSeek, false) => Reader::DeepSeek,
            (Provider::Groq, _) => Reader::Groq,
            (Provider::Ollama, _) => Reader::Ollama,
            (Provider::Mcp, _) => Reader::Mcp,
            (Provider::JsonSchema, _) => Reader::JsonSchema,
            (Provider::Portable, _) => Reader::Portable,
        }
    }
}

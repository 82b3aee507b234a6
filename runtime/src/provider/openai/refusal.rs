//! The rules for a finished request.

use crate::provider::json_schema::refusal::ROOT;
use crate::provider::{
    AnswerAt, AnswerReader, Ban, ChoiceForm, Citation, Evidence, Formats, LimitSources, ModelName,
    ModelRules, PYDANTIC_AI, PatternRules, Profile, Provider, Refusal, SchemaLanguage, ToolFormat,
    ToolRules, refused,
};
use Evidence::{Documented, Parser, Recorded};

const OA_ERRORS: Citation = (Recorded, "oa-errors");
const OA_NODE: Citation = (Parser, "oa-node");
const OA_DOCS: Citation = (Documented, "oa-docs");
const AZ_DOCS: Citation = (Documented, "az-docs");
const OA_SDK: Citation = (Parser, "oa-sdk");

const TOOL: ToolRules = ToolRules {
    because: OA_SDK,
    names: (Recorded, "oa-names"),
    ..ToolRules::HOST
};

const ANSWERS: &[AnswerAt] = &answers(true);

/// The same without a rule for names.
pub(in crate::provider) const HOST_ANSWERS: &[AnswerAt] = &answers(false);

const fn answers(named: bool) -> [AnswerAt; 2] {
    [
        AnswerAt {
            path: &["text", "format", "schema"],
            reader: AnswerReader::Flag(&["text", "format", "strict"]),
            named,
            ..AnswerAt::ROOT
        },
        AnswerAt {
            path: &["response_format", "json_schema", "schema"],
            reader: AnswerReader::Flag(&["response_format", "json_schema", "strict"]),
            named,
            ..AnswerAt::ROOT
        },
    ]
}

const WORDS: &[&str] = &["auto", "none", "required"];

/// Hosts that document OpenAI's words.
pub(in crate::provider) const HOST_CHOICE: ChoiceForm = ChoiceForm::Words {
    words: WORDS,
    one_form: false,
};

const TUNED: ModelRules = ModelRules {
    name: ModelName::Starts("ft:"),
    plain: None,
    // Azure's strict mode describes as text the keywords that these models reject.
    strict: Some(SchemaLanguage::strict(&OPENAI_TUNED, Provider::AzureOpenAi)),
    never_strict: None,
};

const SOURCES: LimitSources = LimitSources {
    tools: OA_ERRORS,
    ..LimitSources::COMMON
};

pub(in crate::provider) const OPENAI: Refusal = Refusal {
    strict: SchemaLanguage::strict(&OPENAI_STRICT, Provider::OpenAi),
    models: &[TUNED],
    tool: TOOL,
    lists: &[LEGACY_LIST],
    answers: ANSWERS,
    choice: ChoiceForm::Words {
        words: WORDS,
        one_form: true,
    },
    sources: SOURCES,
    flat: Some(Provider::OpenAiResponses),
    ..Refusal::of(SchemaLanguage::plain(&OPENAI_PROFILE, Provider::OpenAi))
};

pub(in crate::provider) const RESPONSES: Refusal = Refusal {
    plain: SchemaLanguage::plain(&OPENAI_PROFILE, Provider::OpenAiResponses),
    strict: SchemaLanguage::strict(&OPENAI_STRICT, Provider::OpenAiResponses),
    tool: ToolRules {
        names: (Documented, "oa-spec"),
        carried: &["defer_loading", "allowed_callers"],
        strict_if_omitted: true,
        ..TOOL
    },
    lists: &[],
    flat: None,
    ..OPENAI
};

pub(in crate::provider) const AZURE: Refusal = Refusal {
    plain: SchemaLanguage::plain(&OPENAI_PROFILE, Provider::AzureOpenAi),
    strict: SchemaLanguage::strict(&AZURE_STRICT, Provider::AzureOpenAi),
    models: &[ModelRules {
        name: ModelName::Has(&["grok"]),
        // Only constructs that every host accepts.
        plain: Some(SchemaLanguage::plain(&AZURE_GROK, Provider::Portable)),
        strict: Some(SchemaLanguage::plain(&AZURE_GROK, Provider::Portable)),
        never_strict: None,
    }],
    tool: ToolRules {
        length: Some((Recorded, "az-length")),
        ..TOOL
    },
    sources: LimitSources {
        strict: AZ_DOCS,
        ..SOURCES
    },
    flat: Some(Provider::AzureOpenAi),
    ..OPENAI
};

/// The deprecated predecessor of `tools`, which is still accepted.
const LEGACY_LIST: (&[&str], ToolFormat) = (&["functions"], ToolFormat::Gemini);

const OPENAI_PROFILE: Profile = Profile {
    values: Some(OA_DOCS),
    type_names: Some(OA_DOCS),
    root: Some(OA_ERRORS),
    root_keys: &[(ROOT, OA_ERRORS)],
    items: Some(OA_ERRORS),
    properties: Some(OA_ERRORS),
    hidden: Some(PYDANTIC_AI),
    ref_target: Some(OA_DOCS),
    patterns: Some((PatternRules::Python, (Recorded, "oa-regex"))),
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
    formats: Some((Formats::Of(super::STRICT.formats), OA_ERRORS)),
    limits: Some((super::STRICT.limits, OA_ERRORS)),
    ..OPENAI_PROFILE
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
    ..OPENAI_PROFILE
};

const AZURE_STRICT: Profile = Profile {
    banned: &[OPENAI_REJECTED, OPENAI_UNPARSED, AZURE_UNSUPPORTED],
    formats: None,
    patterns: None,
    ..OPENAI_STRICT
};

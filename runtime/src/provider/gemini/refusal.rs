//! The rules for a finished request.

use crate::provider::json_schema::refusal::PLAIN;
use crate::provider::{
    AnswerAt, AnswerReader, ChoiceForm, Citation, Cycles, Evidence, Formats, Google, Keys,
    LimitSources, Profile, Proto, Provider, Refusal, SchemaLanguage, ToolRules,
};
use Evidence::{Documented, Parser, Recorded};

const GM_PROTO: Citation = (Parser, "gm-proto");
const GM_ERRORS: Citation = (Recorded, "gm-errors");
const VX_PROTO: Citation = (Parser, "vx-proto");

const TOOL: ToolRules = ToolRules {
    because: GM_PROTO,
    names: GM_ERRORS,
    members: &[
        "name",
        "description",
        "behavior",
        "parameters",
        "parametersJsonSchema",
        "parameters_json_schema",
        "response",
        "responseJsonSchema",
        "response_json_schema",
    ],
    ..ToolRules::HOST
};

const PROTO_READER: SchemaLanguage = SchemaLanguage::plain(&GEMINI_PROFILE, Provider::Gemini);
const JSON_READER: SchemaLanguage = SchemaLanguage::plain(&GEMINI_JSON, Provider::GeminiJsonSchema);
const VERTEX_READER: SchemaLanguage = SchemaLanguage::plain(&VERTEX_PROFILE, Provider::Vertex);
const VERTEX_JSON_READER: SchemaLanguage =
    SchemaLanguage::plain(&VERTEX_JSON, Provider::GeminiJsonSchema);

const GEMINI_ANSWERS: &[AnswerAt] = &answers(PROTO_READER, JSON_READER);
const VERTEX_ANSWERS: &[AnswerAt] = &answers(VERTEX_READER, VERTEX_JSON_READER);

/// The places of a schema of structured output: two spellings of two members.
const fn answers(proto: SchemaLanguage, json: SchemaLanguage) -> [AnswerAt; 8] {
    [
        answer(&["generationConfig", "responseSchema"], proto),
        answer(&["generationConfig", "response_schema"], proto),
        answer(&["generationConfig", "responseJsonSchema"], json),
        answer(&["generationConfig", "response_json_schema"], json),
        answer(&["generation_config", "responseSchema"], proto),
        answer(&["generation_config", "response_schema"], proto),
        answer(&["generation_config", "responseJsonSchema"], json),
        answer(&["generation_config", "response_json_schema"], json),
    ]
}

const fn answer(path: &'static [&'static str], reader: SchemaLanguage) -> AnswerAt {
    AnswerAt {
        path,
        reader: AnswerReader::Always(reader),
        root: false,
        ..AnswerAt::ROOT
    }
}

pub(in crate::provider) const GEMINI: Refusal = Refusal {
    google: Some(Google {
        proto: PROTO_READER,
        json: JSON_READER,
        docs: GM_SDK,
        one_list: None,
    }),
    tool: TOOL,
    answers: GEMINI_ANSWERS,
    choice: ChoiceForm::Google {
        flat: &["auto", "any", "none", "validated"],
    },
    sources: LimitSources {
        tools: GM_ERRORS,
        ..LimitSources::COMMON
    },
    flat: Some(Provider::Gemini),
    ..Refusal::of(PROTO_READER)
};

pub(in crate::provider) const JSON_SCHEMA: Refusal = Refusal {
    plain: JSON_READER,
    strict: JSON_READER,
    flat: Some(Provider::GeminiJsonSchema),
    ..GEMINI
};

pub(in crate::provider) const VERTEX: Refusal = Refusal {
    plain: VERTEX_READER,
    strict: VERTEX_READER,
    google: Some(Google {
        proto: VERTEX_READER,
        json: VERTEX_JSON_READER,
        docs: GM_SDK,
        one_list: Some(GM_SDK),
    }),
    tool: ToolRules {
        because: VX_PROTO,
        names: (Documented, "vx-proto"),
        ..TOOL
    },
    answers: VERTEX_ANSWERS,
    flat: None,
    ..GEMINI
};

const GM_SDK: Citation = (Documented, "gm-sdk");

/// Limits for which 0 is meaningful. For other keywords 0 has no effect anyway.
const UPPER_COUNTS: &[&str] = &["maxLength", "maxItems", "maxProperties"];

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

const GEMINI_PROFILE: Profile = Profile {
    root: Some(GM_ERRORS),
    zeros: &[(UPPER_COUNTS, GM_PROTO)],
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

const VERTEX_PROFILE: Profile = Profile {
    zeros: &[
        (UPPER_COUNTS, VX_PROTO),
        (&["minimum", "maximum"], VX_PROTO),
    ],
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
    ..GEMINI_PROFILE
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

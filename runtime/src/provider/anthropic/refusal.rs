//! The rules for a finished request.

use super::ANSWERS;
use crate::provider::json_schema::refusal::UNIONS;
use crate::provider::{
    AnswerAt, AnswerReader, ChoiceForm, Citation, Cycles, Evidence, Formats, Keys, LimitSources,
    PatternRules, Profile, Provider, RIG_TAPES, Refusal, SchemaLanguage, ToolRules, refused,
};
use Evidence::{Documented, Parser, Recorded};

const AN_ERRORS: Citation = (Recorded, "an-errors");
const AN_BOOLEANS: Citation = (Recorded, "an-booleans");
const AN_DOCS: Citation = (Documented, "an-docs");
const AN_LITELLM: Citation = (Documented, "an-litellm");

pub(in crate::provider) const SOURCES: LimitSources = LimitSources {
    duplicates: AN_ERRORS,
    strict: RIG_TAPES,
    optional: (Recorded, "pydantic-ai"),
    ..LimitSources::COMMON
};

const STRICT_READER: SchemaLanguage = SchemaLanguage::strict(&CLAUDE_STRICT, Provider::Anthropic);

pub(in crate::provider) const ANTHROPIC: Refusal = Refusal {
    strict: STRICT_READER,
    tool: ToolRules {
        because: (Parser, "an-sdk"),
        names: AN_ERRORS,
        optional: false,
        code_calls: Some(AN_DOCS),
        carried: super::TOOL_FORM.members,
        ..ToolRules::HOST
    },
    answers: &[
        AnswerAt {
            path: ANSWERS[0],
            ..ANSWER
        },
        AnswerAt {
            path: ANSWERS[1],
            ..ANSWER
        },
    ],
    choice: ChoiceForm::Anthropic,
    sources: SOURCES,
    ..Refusal::of(SchemaLanguage::plain(&CLAUDE, Provider::Anthropic))
};

const ANSWER: AnswerAt = AnswerAt {
    reader: AnswerReader::Always(STRICT_READER),
    ..AnswerAt::ROOT
};

pub(in crate::provider) const CLAUDE: Profile = Profile {
    values: Some(AN_ERRORS),
    type_names: Some(AN_ERRORS),
    root: Some((Recorded, "rig-tapes")),
    root_keys: &[(UNIONS, AN_ERRORS), (&["$ref"], (Recorded, "rig-tapes"))],
    keys: Some((Keys::Dotted, AN_ERRORS)),
    ref_target: Some(AN_DOCS),
    ..Profile::NONE
};

/// `minLength` and `maxLength` are documented as rejected; two live tests were answered with 200.
pub(in crate::provider) const CLAUDE_STRICT: Profile = Profile {
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
    formats: Some((Formats::Of(super::STRICT.formats), AN_ERRORS)),
    patterns: Some((PatternRules::Simple, AN_DOCS)),
    min_items: Some(AN_ERRORS),
    ..CLAUDE
};

//! The constructs that every provider accepts, in OpenAI's envelope.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{Api, Chat, Empties, RequestFacts};
use super::{Dialect, Facts, Names, NullStyle, PatternRules, Provider, gemini, openai};
#[cfg(feature = "http")]
use super::{ErrorKind, Errors, Http, KeyHeader};
#[cfg(feature = "testing")]
use super::{HostAnswer, ReasoningForm};

pub(super) const PORTABLE: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(openai::PLAIN_RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Chat(Chat {
            #[cfg(feature = "testing")]
            answer: HostAnswer {
                reasoning: ReasoningForm::Member("reasoning_content"),
                ..HostAnswer::OPENAI
            },
            ..openai::CHAT
        }),
        empties: Some(Empties {
            #[cfg(feature = "lint")]
            because: (Evidence::Documented, "most-providers"),
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::PORTABLE,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "openai",
};

/// The texts about too long a request are those of `OpenRouter`, vLLM, Together, `SGLang`,
/// llama.cpp and LM Studio. Source: the patterns for overflows of the agent `pi`.
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "",
    key: KeyHeader {
        optional: true,
        ..KeyHeader::of_kind("the key of the host")
    },
    errors: Errors {
        statuses: &[(502, ErrorKind::Overloaded)],
        // OpenRouter, whose status is 403.
        moderated: &["error.metadata.reasons.*", "error.metadata.flagged_input"],
        too_long: &[
            "maximum context length",
            "exceeds the context window",
            "exceeds the maximum allowed input length",
            "longer than the model's context length",
            "exceeds the available context size",
            "greater than the context length",
        ],
        ..openai::ERRORS
    },
    ..openai::HTTP
};

/// The intersection of all providers.
const DIALECT: Dialect = Dialect {
    provider: Provider::Portable,
    upper: false,
    null: NullStyle::Text,
    null_type: false,
    omit_empty: false,
    keywords: 0,
    formats: 0,
    patterns: PatternRules::None,
    names: Names {
        max_len: 64,
        dot: false,
        colon: false,
        leading: true,
        rule: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$",
        proven: true,
    },
    envelope: openai::PLAIN_ENVELOPE,
    ..gemini::DIALECT
};

#[cfg(feature = "lint")]
mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::openai::refusal::HOST_ANSWERS;
    use crate::provider::{
        COMMON, ChoiceForm, Keys, Profile, Provider, Refusal, SchemaLanguage, ToolRules,
    };

    pub(in crate::provider) const PORTABLE: Refusal = Refusal {
        tool: ToolRules {
            optional: false,
            ..ToolRules::HOST
        },
        answers: HOST_ANSWERS,
        choice: ChoiceForm::Words {
            words: &[],
            one_form: false,
        },
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::Portable))
    };

    const PROFILE: Profile = Profile {
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
}

//! Mistral.

#[cfg(feature = "lint")]
use super::Evidence;
#[cfg(feature = "call")]
use super::{
    Api, CallIds, Chat, ChoiceFormat, ChoiceText, ContentNeed, Empties, MessageStyle, Metadata,
    RequestFacts, TokenCount, UsageMembers,
};
use super::{Closed, Dialect, Facts, Provider, mcp, openai};
#[cfg(feature = "http")]
use super::{Errors, Http, KeyHeader};
#[cfg(feature = "testing")]
use super::{HostAnswer, ReasoningForm, StreamUsage};

#[cfg(feature = "call")]
const TOOL_CHOICE: ChoiceFormat = ChoiceFormat {
    none: ChoiceText::NoTools,
    ..*openai::CHAT.tool_choice
};

pub(super) const MISTRAL: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Ok(openai::PLAIN_RESPONSE),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Chat(Chat {
            // `none` together with tools is reported to garble the answer.
            tool_choice: &TOOL_CHOICE,
            // "Unexpected role 'user' after role 'tool'": a model message must come between them,
            // and the API rejects an empty one.
            user_after_result: false,
            style: MessageStyle {
                named: true,
                ..MessageStyle::IMAGES
            },
            #[cfg(feature = "testing")]
            answer: HostAnswer {
                reasoning: ReasoningForm::Part,
                usage: StreamUsage::WithReason,
                whole_calls: true,
                refuses: false,
            },
        }),
        call_ids: CallIds::Nine,
        empties: Some(Empties {
            answer: ContentNeed::Text,
            ordered: true,
            #[cfg(feature = "lint")]
            because: (Evidence::Recorded, "mi-empty"),
            ..openai::EMPTIES
        }),
        // Source: [mi-usage].
        metadata: Metadata {
            usage: UsageMembers {
                cached_input: TokenCount::First(&[
                    "num_cached_tokens",
                    "prompt_tokens_details.cached_tokens",
                ]),
                reasoning: TokenCount::NONE,
                ..openai::METADATA.usage
            },
            ..openai::METADATA
        },
        ..openai::REQUEST
    },
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::MISTRAL,
    #[cfg(feature = "http")]
    http: Some(HTTP),
    #[cfg(feature = "tracing")]
    telemetry_name: "mistral_ai",
};

/// Sources: the SDK for Python; `mistral-error.ts` of vercel/ai; the page "Error glossary".
#[cfg(feature = "http")]
const HTTP: Http = Http {
    base: "https://api.mistral.ai",
    path: "/v1/chat/completions",
    stream_path: "/v1/chat/completions",
    key: KeyHeader::bearer("MISTRAL_API_KEY"),
    errors: Errors {
        too_long: &["too large for model with"],
        ..Errors::COMMON
    },
    ..openai::HTTP
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Mistral,
    constant: false,
    closed: Closed::Never,
    names: openai::NAMES,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::openai::refusal::HOST_ANSWERS;
    use crate::provider::{
        ChoiceForm, Citation, Evidence, KindMember, Profile, Provider, Refusal, SchemaLanguage,
        ToolRules,
    };
    use Evidence::{Parser, Recorded};

    const MI_COMMON: Citation = (Parser, "mi-common");

    pub(in crate::provider) const MISTRAL: Refusal = Refusal {
        tool: ToolRules {
            because: (Parser, "mi-spec"),
            names: (Recorded, "mi-common"),
            optional: false,
            members: &["name", "description", "strict", "parameters"],
            kind: KindMember::IfPresent,
            ..ToolRules::HOST
        },
        answers: HOST_ANSWERS,
        choice: ChoiceForm::Words {
            words: &["auto", "none", "any", "required"],
            one_form: false,
        },
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::Mistral))
    };

    const PROFILE: Profile = Profile {
        values: Some(MI_COMMON),
        // Its validator reads draft 7.
        item_lists: true,
        ..PLAIN
    };
}

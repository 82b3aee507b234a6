//! Mistral.

#[cfg(feature = "call")]
use super::{Api, CallIds, Chat, Empties, Needs, Request, Style};
use super::{Closed, Dialect, Facts, Provider, mcp, openai};

pub(super) const MISTRAL: Facts = Facts {
    plain: DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        api: Api::Chat(Chat {
            // `none` together with tools is reported to garble the answer.
            none: false,
            // "Unexpected role 'user' after role 'tool'": a model message must come between them,
            // and the API rejects an empty one.
            user_after_result: false,
            style: Style {
                named: true,
                ..Style::IMAGES
            },
            ..openai::CHAT
        }),
        messages_of: Provider::Mistral,
        call_ids: CallIds::Nine,
        empties: Some(Empties {
            answer: Needs::Text,
            ordered: true,
            #[cfg(feature = "guard")]
            source: "mi-empty",
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    response: Ok(openai::PLAIN_RESPONSE),
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Mistral,
    constant: false,
    closed: Closed::Never,
    names: openai::NAMES,
    envelope: openai::PLAIN_ENVELOPE,
    ..mcp::DIALECT
};

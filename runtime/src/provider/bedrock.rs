//! Amazon Bedrock, Converse.

#[cfg(feature = "call")]
use super::{Api, CallIds, Empties, Parts, Request, ToolList};
use super::{
    Dialect, Envelope, Facts, Provider, Response, StrictKey, StrictWhen, anthropic, kw, openai,
};
#[cfg(feature = "import")]
use super::{Shape, ToolForm};
use crate::json::Short;

pub(super) const BEDROCK: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        api: Api::Bedrock,
        tools: ToolList {
            path: &["toolConfig", "tools"],
            around: (r#"{"tools":["#, "]}"),
            name: &["toolSpec", "name"],
        },
        limits: anthropic::STRICT_LIMITS,
        messages_of: Provider::Bedrock,
        call_ids: CallIds::With("_.:-"),
        lines: true,
        empties: Some(Empties {
            parts: Parts::Bedrock,
            ordered: true,
            #[cfg(feature = "guard")]
            source: "br-empty",
            ..anthropic::EMPTIES
        }),
    },
    response: Ok(Response {
        open: r#"{"outputConfig":{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"name":""#,
        after_name: Some(r#"","schema":""#),
        close: [r#""}}}}}"#, r#""}}}}}"#],
        quoted: true,
        always_strict: true,
    }),
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
    open: Short::of(r#"{"toolSpec":{"name":""#),
    parameters: Short::of(r#"","inputSchema":{"json":"#),
    wrapped: true,
    nested: true,
    strict: StrictKey::WhenOn,
    mcp: false,
    bare: false,
    head: 5,
};

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    shape: Shape::Bedrock,
    strict_of: &[Shape::Bedrock],
    members: &[],
    examples: false,
};

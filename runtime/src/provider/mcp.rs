//! Model Context Protocol.

#[cfg(feature = "call")]
use super::{Api, RequestFacts};
use super::{Dialect, Envelope, Facts, Names, Provider, json_schema, kw};
#[cfg(feature = "import")]
use super::{ToolForm, ToolFormat};

pub(super) const MCP: Facts = Facts {
    plain: DIALECT,
    strict: None,
    response: Err(
        "MCP has no structured output of a model; write `output` on a tool for the schema of its answer",
    ),
    #[cfg(feature = "call")]
    request: RequestFacts {
        api: Api::Mcp,
        ..RequestFacts::NONE
    },
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "lint")]
    refusal: refusal::MCP,
    #[cfg(feature = "http")]
    http: None,
    #[cfg(feature = "tracing")]
    telemetry_name: "mcp",
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Mcp,
    one_of: false,
    formats: json_schema::ALL_FORMATS & !json_schema::PASSWORD,
    keywords: kw::ALL,
    names: Names {
        max_len: 128,
        dot: true,
        colon: false,
        leading: false,
        rule: "^[A-Za-z0-9._-]{1,128}$",
        proven: false,
    },
    envelope: ENVELOPE,
    ..json_schema::JSON_DIALECT
};

/// `{"name":..,"title":..,"description":..,"inputSchema":..,`
/// `"outputSchema":..,"annotations":..}`
const ENVELOPE: Envelope = Envelope {
    parameters: "inputSchema",
    mcp: true,
    ..Envelope::FLAT
};

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    members: &["icons", "execution", "_meta"],
    ..ToolForm::plain(ToolFormat::Mcp)
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::json_schema::refusal::PLAIN;
    use crate::provider::{
        Citation, Evidence, LimitSources, Profile, Provider, Refusal, SchemaLanguage, ToolFormat,
        ToolRules,
    };
    use Evidence::{Documented, Parser};

    const MCP_SPEC: Citation = (Parser, "mcp-spec");

    pub(in crate::provider) const MCP: Refusal = Refusal {
        tool: ToolRules {
            because: MCP_SPEC,
            names: (Documented, "mcp-spec"),
            optional: false,
            ..ToolRules::HOST
        },
        lists: &[(&["result", "tools"], ToolFormat::Mcp)],
        sources: LimitSources {
            duplicates: (Documented, "mcp-spec"),
            ..LimitSources::COMMON
        },
        ..Refusal::of(SchemaLanguage::plain(&PROFILE, Provider::Mcp))
    };

    const PROFILE: Profile = Profile {
        values: Some(MCP_SPEC),
        root: Some(MCP_SPEC),
        root_keys: &[],
        ..PLAIN
    };
}

//! Model Context Protocol.

use super::{Dialect, Envelope, Facts, Names, Provider, kw, neutral};

pub(super) const MCP: Facts = Facts {
    plain: DIALECT,
    strict: None,
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Mcp,
    one_of: false,
    formats: neutral::ALL_FORMATS & !neutral::PASSWORD,
    keywords: kw::ALL,
    names: Names {
        most: 128,
        dot: true,
        colon: false,
        leading: false,
        rule: "^[A-Za-z0-9._-]{1,128}$",
        proven: false,
    },
    envelope: Envelope::MCP,
    ..neutral::JSON_DIALECT
};

//! OpenAI: Chat Completions, Responses, and Azure.

use super::{
    Closed, Dialect, Envelope, Facts, Limits, MapStyle, Names, OptionalStyle, Patterns, Provider,
    StrictWhen, kw, mcp,
};
use crate::schema::Format;

pub(super) const OPENAI: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
};

pub(super) const RESPONSES: Facts = Facts {
    plain: RESPONSES_DIALECT,
    strict: Some(RESPONSES_STRICT),
};

pub(super) const AZURE: Facts = Facts {
    plain: AZURE_DIALECT,
    strict: Some(AZURE_STRICT),
};

pub(super) const FORMATS: u16 = Format::DateTime.bit()
    | Format::Date.bit()
    | Format::Time.bit()
    | Format::Duration.bit()
    | Format::Email.bit()
    | Format::Hostname.bit()
    | Format::Ipv4.bit()
    | Format::Ipv6.bit()
    | Format::Uuid.bit();

pub(super) const NAMES: Names = Names {
    most: 64,
    dot: false,
    colon: false,
    leading: false,
    rule: "^[a-zA-Z0-9_-]{1,64}$",
    proven: true,
};

/// JSON Schema as a hint to the model, without enforcement.
pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::OpenAi,
    map_properties: true,
    constant: false,
    patterns: Patterns::Python,
    names: NAMES,
    limits: Limits {
        description: 1024,
        ..Limits::NONE
    },
    envelope: Envelope::OPENAI,
    ..mcp::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    strict: true,
    when: StrictWhen::Auto,
    optional: OptionalStyle::RequiredNull,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    keywords: kw::BOUNDS
        | kw::EXCLUSIVE
        | kw::MULTIPLE_OF
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS,
    formats: FORMATS,
    limits: Limits {
        depth: 10,
        properties: 5000,
        characters: 120_000,
        enum_values: 1000,
        long_enum: 15_000,
        ..DIALECT.limits
    },
    ..DIALECT
};

/// The Responses API. Both APIs are sure to accept 64 characters; its own specification allows 128
/// for functions in a namespace.
pub(super) const RESPONSES_NAMES: Names = Names {
    proven: false,
    ..NAMES
};

pub(super) const RESPONSES_DIALECT: Dialect = Dialect {
    provider: Provider::OpenAiResponses,
    names: RESPONSES_NAMES,
    limits: Limits::NONE,
    envelope: Envelope::RESPONSES,
    ..DIALECT
};

pub(super) const RESPONSES_STRICT: Dialect = Dialect {
    provider: Provider::OpenAiResponses,
    names: RESPONSES_NAMES,
    limits: Limits {
        description: 0,
        ..STRICT.limits
    },
    envelope: Envelope::RESPONSES,
    ..STRICT
};

pub(super) const AZURE_DIALECT: Dialect = Dialect {
    provider: Provider::AzureOpenAi,
    limits: Limits {
        description_proven: true,
        ..DIALECT.limits
    },
    ..DIALECT
};

pub(super) const AZURE_STRICT: Dialect = Dialect {
    provider: Provider::AzureOpenAi,
    keywords: 0,
    formats: 0,
    patterns: Patterns::None,
    limits: Limits {
        description_proven: true,
        ..STRICT.limits
    },
    ..STRICT
};

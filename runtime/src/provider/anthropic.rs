//! Anthropic, Messages.

use super::{
    Closed, Dialect, Envelope, Facts, Keys, Limits, MapStyle, Names, NullStyle, Patterns, Provider,
    Recursion, StrictWhen, kw, mcp, openai,
};
use crate::schema::Format;

pub(super) const ANTHROPIC: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
};

pub(super) const FORMATS: u16 = openai::FORMATS | Format::Uri.bit();

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Anthropic,
    constant: false,
    keys: Keys::Dotted,
    names: Names {
        most: 128,
        rule: "^[a-zA-Z0-9_-]{1,128}$",
        ..openai::NAMES
    },
    envelope: Envelope::ANTHROPIC,
    ..mcp::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    strict: true,
    when: StrictWhen::Asked,
    null: NullStyle::AnyOf,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    recursion: Recursion::Text,
    keywords: kw::MIN_ITEMS_ONE | kw::DEFAULT,
    formats: FORMATS,
    patterns: Patterns::Simple,
    limits: Limits {
        optional: 24,
        unions: 16,
        ..Limits::NONE
    },
    ..DIALECT
};

//! JSON Schema itself, and the constructs that every provider accepts.

#[cfg(feature = "call")]
use super::{Api, Empties, Request};
use super::{
    Closed, Dialect, Envelope, Facts, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle,
    Patterns, Provider, Recursion, StrictKey, StrictWhen, gemini, kw, openai,
};
#[cfg(feature = "import")]
use super::{Shape, ToolForm};
use crate::json::Short;
use crate::schema::{Format, Text};

pub(super) const JSON_SCHEMA: Facts = Facts {
    plain: JSON_DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        api: Api::None,
        messages_of: Provider::JsonSchema,
        empties: None,
        ..openai::REQUEST
    },
    response: Err(
        "JSON Schema is not a provider and has no request; write `schema!` for the schema alone",
    ),
};

pub(super) const PORTABLE: Facts = Facts {
    plain: PORTABLE_DIALECT,
    strict: None,
    #[cfg(feature = "import")]
    tool_form: openai::PLAIN_TOOL_FORM,
    #[cfg(feature = "call")]
    request: Request {
        messages_of: Provider::Portable,
        empties: Some(Empties {
            #[cfg(feature = "guard")]
            recorded: false,
            #[cfg(feature = "guard")]
            source: "common",
            ..openai::EMPTIES
        }),
        ..openai::REQUEST
    },
    response: Ok(openai::PLAIN_RESPONSE),
};

pub(super) const ALL_FORMATS: u16 = u16::MAX;

/// Marks a string as a secret. Grammar engines reject it.
pub(super) const PASSWORD: u16 = Format::Other(Text::plain("password")).bit();

pub(super) const ANY_NAME: Names = Names {
    most: 0,
    dot: true,
    colon: true,
    leading: false,
    rule: "",
    proven: false,
};

/// All of JSON Schema; only this dialect writes `oneOf` and the full bounds.
pub(super) const JSON_DIALECT: Dialect = Dialect {
    provider: Provider::JsonSchema,
    signature: 0,
    place: 0,
    strict: false,
    when: StrictWhen::Named,
    upper: false,
    null: NullStyle::TypeArray,
    null_type: true,
    optional: OptionalStyle::Absent,
    closed: Closed::Declared,
    maps: MapStyle::Schema,
    map_properties: false,
    untyped: true,
    prefix_items: true,
    integer_enums: true,
    empty_enum: true,
    constant: true,
    one_of: true,
    alone: false,
    refs: true,
    recursion: Recursion::Ref,
    empty_object: true,
    omit_empty: false,
    keywords: kw::ALL | kw::ALL_BOUNDS,
    zero_bounds: true,
    zero_lengths: true,
    formats: ALL_FORMATS,
    patterns: Patterns::All,
    keys: Keys::Any,
    names: ANY_NAME,
    limits: Limits::NONE,
    envelope: BARE,
    requires_all: false,
    roots: 0,
    around: 0,
    close: Short::EMPTY,
    end: 0,
};

/// The intersection of all providers.
pub(super) const PORTABLE_DIALECT: Dialect = Dialect {
    provider: Provider::Portable,
    upper: false,
    null: NullStyle::Text,
    null_type: false,
    omit_empty: false,
    keywords: 0,
    formats: 0,
    patterns: Patterns::None,
    names: Names {
        most: 64,
        dot: false,
        colon: false,
        leading: true,
        rule: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$",
        proven: true,
    },
    envelope: openai::PLAIN_ENVELOPE,
    ..gemini::DIALECT
};

/// The parameters' schema itself.
const BARE: Envelope = Envelope {
    open: Short::EMPTY,
    parameters: Short::EMPTY,
    wrapped: false,
    nested: false,
    strict: StrictKey::Never,
    mcp: false,
    bare: true,
    head: 0,
};

#[cfg(feature = "import")]
const TOOL_FORM: ToolForm = ToolForm {
    shape: Shape::JsonSchema,
    strict_of: &[],
    members: &[],
    examples: false,
};

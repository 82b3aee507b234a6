//! JSON Schema itself, without an envelope.

#[cfg(feature = "call")]
use super::RequestFacts;
use super::{
    Closed, Dialect, Envelope, Facts, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle,
    PatternRules, Provider, Recursion, StrictWhen, kw,
};
#[cfg(feature = "import")]
use super::{ToolForm, ToolFormat};
use crate::schema::{Format, Text};

pub(super) const JSON_SCHEMA: Facts = Facts {
    plain: JSON_DIALECT,
    strict: None,
    response: Err(
        "JSON Schema is not a provider and has no request; write `schema!` for the schema alone",
    ),
    #[cfg(feature = "call")]
    request: RequestFacts::NONE,
    #[cfg(feature = "import")]
    tool_form: ToolForm::plain(ToolFormat::JsonSchema),
    #[cfg(feature = "lint")]
    refusal: refusal::JSON_SCHEMA,
    #[cfg(feature = "http")]
    http: None,
    #[cfg(feature = "tracing")]
    telemetry_name: "json_schema",
};

pub(super) const ALL_FORMATS: u16 = u16::MAX;

/// Marks a string as a secret. Grammar engines reject it.
pub(super) const PASSWORD: u16 = Format::Other(Text::plain("password")).bit();

pub(super) const ANY_NAME: Names = Names {
    max_len: 0,
    dot: true,
    colon: true,
    leading: false,
    rule: "",
    proven: false,
};

/// All of JSON Schema; only this dialect writes `oneOf`, the full bounds and `dependentRequired`.
pub(super) const JSON_DIALECT: Dialect = Dialect {
    provider: Provider::JsonSchema,
    signature: 0,
    strict: false,
    when: StrictWhen::Named,
    upper: false,
    null: NullStyle::TypeArray,
    null_type: true,
    optional: OptionalStyle::Absent,
    closed: Closed::Declared,
    implied_closed: false,
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
    keywords: kw::ALL | kw::ALL_BOUNDS | kw::DEPENDENCIES,
    zero_bounds: true,
    zero_lengths: true,
    formats: ALL_FORMATS,
    patterns: PatternRules::All,
    keys: Keys::Any,
    names: ANY_NAME,
    limits: Limits::NONE,
    envelope: BARE,
};

/// The parameters' schema itself.
const BARE: Envelope = Envelope {
    open: "",
    parameters: "",
    bare: true,
    ..Envelope::FLAT
};

#[cfg(feature = "lint")]
pub(super) mod refusal {
    use crate::provider::{COMMON, Evidence, Profile, Provider, Refusal, SchemaLanguage};
    use Evidence::Parser;

    pub(in crate::provider) const JSON_SCHEMA: Refusal = Refusal::of(JSON_READER);

    /// Also the reader of a tool's output.
    pub(crate) const JSON_READER: SchemaLanguage =
        SchemaLanguage::plain(&JSON_PROFILE, Provider::JsonSchema);

    pub(in crate::provider) const UNIONS: &[&str] = &["anyOf", "oneOf", "allOf"];

    pub(in crate::provider) const ROOT: &[&str] =
        &["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"];

    /// For readers without documentation, except that the root must be an object.
    pub(in crate::provider) const PLAIN: Profile = Profile {
        root: Some(COMMON),
        root_keys: &[(ROOT, COMMON)],
        values: Some(COMMON),
        type_names: Some(COMMON),
        ref_target: Some(COMMON),
        ..Profile::NONE
    };

    const JSON_PROFILE: Profile = Profile {
        values: Some((Parser, "json-schema")),
        type_names: Some((Parser, "json-schema")),
        ref_target: Some((Parser, "json-schema")),
        ..Profile::NONE
    };
}

//! The attribute keys. All of them are defined here.

/// Keys of `#[tool(..)]` on a function.
pub(crate) const FUNCTION_KEYS: &[&str] = &[
    "name",
    "description",
    "title",
    "type",
    "strict",
    "providers",
    "except",
    "allow_rejected",
    "lossless",
    "output",
    "extra",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "return_direct",
    "blocking",
    "approve",
    "max_result_bytes",
    "timeout",
    "crate",
];

/// Keys of `#[tools(..)]`.
pub(crate) const TOOLS_KEYS: &[&str] = &["type", "crate"];

/// Keys of `#[tool(..)]` on a parameter.
pub(crate) const PARAM_KEYS: &[&str] = &[
    "description",
    "rename",
    "default",
    "example",
    "range",
    "length",
    "multiple_of",
    "pattern",
    "format",
    "inject",
    "flatten",
    "as",
    "schema_with",
    "inline",
];

/// Keys of `#[tool(..)]` on a type.
pub(crate) const TYPE_KEYS: &[&str] = &["description", "crate", "bound", "repr", "as", "inline"];

/// Keys of `#[tool(..)]` on a variant.
pub(crate) const VARIANT_KEYS: &[&str] = &["description", "as", "schema_with"];

/// Keys of `#[tool(..)]` on a field.
pub(crate) const FIELD_KEYS: &[&str] = &[
    "description",
    "default",
    "example",
    "range",
    "length",
    "multiple_of",
    "pattern",
    "format",
    "as",
    "schema_with",
    "hidden",
    "inline",
    "recursive",
];

/// Keys that don't belong on a function, each with the place to put it.
pub(crate) const NOT_ON_FUNCTION: &[(&str, &str)] = &[
    (
        "rename",
        "write `name = \"..\"` for the tool's name, or put it on a parameter",
    ),
    ("default", PARAMETER),
    ("example", PARAMETER),
    ("range", PARAMETER),
    ("length", PARAMETER),
    ("multiple_of", PARAMETER),
    ("pattern", PARAMETER),
    ("format", PARAMETER),
    ("inject", PARAMETER),
    ("flatten", PARAMETER),
    ("as", PARAMETER),
    ("schema_with", PARAMETER),
    ("inline", PARAMETER),
    ("state", "put `#[tool(inject)]` on the parameter"),
];

/// Keys that don't belong on a parameter, each with the place to put it.
pub(crate) const NOT_ON_PARAM: &[(&str, &str)] = &[
    (
        "name",
        "write `rename = \"..\"` for the parameter's name in JSON",
    ),
    ("skip", "write `inject` if your program supplies the value"),
    ("recursive", "it goes on a field of a generic type"),
    ("alias", "a parameter has one name, write `rename = \"..\"`"),
    ("strict", FUNCTION),
    ("title", FUNCTION),
    ("providers", FUNCTION),
    ("except", FUNCTION),
    ("lossless", FUNCTION),
    ("output", FUNCTION),
    ("crate", FUNCTION),
];

/// Keys that don't belong on a type, each with the place to put it.
pub(crate) const NOT_ON_TYPE: &[(&str, &str)] = &[
    (
        "name",
        "a type's name is never shown; write `#[serde(rename = \"..\")]` on its fields and variants",
    ),
    (
        "rename",
        "a type's name is never shown; write `#[serde(rename = \"..\")]` on its fields and variants",
    ),
    ("rename_all", "write `#[serde(rename_all = \"..\")]`"),
    ("tag", "write `#[serde(tag = \"..\")]`"),
    ("untagged", "write `#[serde(untagged)]`"),
    ("transparent", "write `#[serde(transparent)]`"),
    (
        "deny_unknown_fields",
        "write `#[serde(deny_unknown_fields)]`",
    ),
    ("default", "write `#[serde(default)]`"),
    ("range", FIELD),
    ("length", FIELD),
    ("pattern", FIELD),
    ("format", FIELD),
    ("example", FIELD),
    ("strict", TOOL),
    ("providers", TOOL),
    ("except", TOOL),
];

/// Keys that don't belong on a variant, each with the place to put it.
pub(crate) const NOT_ON_VARIANT: &[(&str, &str)] = &[
    ("rename", "write `#[serde(rename = \"..\")]`"),
    ("alias", "write `#[serde(alias = \"..\")]`"),
    ("skip", "write `#[serde(skip)]`"),
    ("default", "write `#[default]` with `#[derive(Default)]`"),
    ("range", FIELD),
    ("length", FIELD),
    ("pattern", FIELD),
    ("format", FIELD),
    ("example", FIELD),
];

/// Keys that don't belong on a field, each with the place to put it.
pub(crate) const NOT_ON_FIELD: &[(&str, &str)] = &[
    ("name", "write `#[serde(rename = \"..\")]`"),
    ("rename", "write `#[serde(rename = \"..\")]`"),
    ("alias", "write `#[serde(alias = \"..\")]`"),
    ("flatten", "write `#[serde(flatten)]`"),
    (
        "inject",
        "it goes on a tool's parameter; a field that the model must not see is `#[serde(skip)]`",
    ),
    ("crate", "it goes on the type"),
    ("bound", "it goes on the type"),
];

const PARAMETER: &str = "put it on a parameter: `#[tool(..)] name: Type`";
const FUNCTION: &str = "it goes on the function: `#[tool(..)] fn`";
const TOOL: &str = "it goes on the tool's function: `#[tool(..)] fn`";
const FIELD: &str = "it goes on a field";

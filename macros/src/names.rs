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
    ("hidden", "put `#[tool(inject)]` on the parameter"),
    ("recursive", FIELD),
    ("bound", TYPE),
    ("repr", TYPE),
];

/// Keys that don't belong on a parameter, each with the place to put it.
pub(crate) const NOT_ON_PARAM: &[(&str, &str)] = &[
    (
        "name",
        "write `rename = \"..\"` for the parameter's name in JSON",
    ),
    ("skip", SUPPLIED),
    ("hidden", SUPPLIED),
    ("recursive", "it goes on a field of a generic type"),
    ("alias", "a parameter has one name, write `rename = \"..\"`"),
    ("bound", TYPE),
    ("repr", TYPE),
    ("strict", FUNCTION),
    ("title", FUNCTION),
    ("type", FUNCTION),
    ("providers", FUNCTION),
    ("except", FUNCTION),
    ("allow_rejected", FUNCTION),
    ("lossless", FUNCTION),
    ("output", FUNCTION),
    ("extra", FUNCTION),
    ("read_only", FUNCTION),
    ("destructive", FUNCTION),
    ("idempotent", FUNCTION),
    ("open_world", FUNCTION),
    ("return_direct", FUNCTION),
    ("blocking", FUNCTION),
    ("approve", FUNCTION),
    ("max_result_bytes", FUNCTION),
    ("timeout", FUNCTION),
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
    ("multiple_of", FIELD),
    ("schema_with", FIELD),
    ("hidden", FIELD),
    ("recursive", FIELD),
    ("title", TOOL),
    ("strict", TOOL),
    ("providers", TOOL),
    ("except", TOOL),
    ("lossless", TOOL),
    ("output", TOOL),
];

/// Keys that don't belong on a variant, each with the place to put it.
pub(crate) const NOT_ON_VARIANT: &[(&str, &str)] = &[
    ("rename", "write `#[serde(rename = \"..\")]`"),
    ("alias", "write `#[serde(alias = \"..\")]`"),
    ("skip", "write `#[serde(skip)]`"),
    ("hidden", "write `#[serde(skip)]`"),
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
        "it goes on a tool's parameter; for a field that the model must not see, write `#[tool(hidden)]`",
    ),
    ("crate", "it goes on the type"),
    ("bound", "it goes on the type"),
    ("repr", "it goes on the type"),
];

/// Words of earlier versions and of other crates: the word, the key, and the form to write. An
/// entry applies in the positions that have the key.
pub(crate) const MEANT: &[(&str, &str, &str)] = &[
    // Earlier versions.
    ("allow", "allow_rejected", "allow_rejected"),
    ("skip", "hidden", "hidden"),
    ("with", "schema_with", "schema_with"),
    // Schemars, validator, JSON Schema.
    ("examples", "example", "example"),
    ("regex", "pattern", "pattern = \"..\""),
    ("email", "format", "format = \"email\""),
    ("url", "format", "format = \"uri\""),
    ("uri", "format", "format = \"uri\""),
    ("uuid", "format", "format = \"uuid\""),
    ("date_time", "format", "format = \"date-time\""),
    ("extend", "extra", "extra"),
    ("min", "range", "range(min..)"),
    ("minimum", "range", "range(min..)"),
    ("max", "range", "range(..=max)"),
    ("maximum", "range", "range(..=max)"),
    ("step", "multiple_of", "multiple_of"),
    ("min_length", "length", "length(min..)"),
    ("min_items", "length", "length(min..)"),
    ("max_length", "length", "length(..=max)"),
    ("max_items", "length", "length(..=max)"),
    ("value_type", "as", "as = \"Type\""),
    ("desc", "description", "description"),
    ("describe", "description", "description"),
    ("doc", "description", "description"),
    // Rmcp, MCP.
    ("output_schema", "output", "output = \"Type\""),
    ("read_only_hint", "read_only", "read_only"),
    ("destructive_hint", "destructive", "destructive"),
    ("idempotent_hint", "idempotent", "idempotent"),
    ("open_world_hint", "open_world", "open_world"),
    ("meta", "extra", "extra(Mcp = r#\"{\"_meta\": {}}\"#)"),
    ("aggr", "flatten", "flatten"),
    // Frameworks that supply values.
    ("state", "inject", "inject"),
    ("context", "inject", "inject"),
    ("injected", "inject", "inject"),
    // Clap.
    ("about", "description", "description"),
    ("long_about", "description", "description"),
    ("help", "description", "description"),
    ("long_help", "description", "description"),
    ("default_value", "default", "default"),
    ("default_value_t", "default", "default"),
    ("value_parser", "range", "range(1..=50)"),
    ("long", "rename", "rename"),
    ("hide", "hidden", "hidden"),
    ("hide", "inject", "inject"),
];

/// Words of other crates that no key replaces: the word, a key of the position, and what to write.
pub(crate) const ADVICE: &[(&str, &str, &str)] = &[
    // Rig.
    (
        "params",
        "providers",
        "describe each parameter by a `///` comment or `#[tool(description = \"..\")]` on it",
    ),
    ("required", "providers", REQUIRED_PARAM),
    ("required", "inject", REQUIRED),
    ("required", "hidden", REQUIRED),
    ("optional", "inject", OPTIONAL),
    ("optional", "hidden", OPTIONAL),
    ("nullable", "inject", OPTIONAL),
    ("nullable", "hidden", OPTIONAL),
    // Rmcp.
    (
        "annotations",
        "providers",
        "write `read_only`, `destructive`, `idempotent` or `open_world`",
    ),
    (
        "input_schema",
        "providers",
        "the parameters' types are the schema; for one of them write `#[tool(schema_with = path)]` on it",
    ),
    (
        "param",
        "inject",
        "each parameter without `inject` is the model's, so remove it",
    ),
    // Clap, schemars.
    (
        "value_enum",
        "inject",
        "write `#[derive(ToolSchema)]` on the enum",
    ),
    // JSON Schema.
    ("enum", "inject", ENUM),
    ("enum", "hidden", ENUM),
    ("values", "inject", ENUM),
    ("choices", "inject", ENUM),
    ("one_of", "inject", ENUM),
    ("inner", "inject", INNER),
    ("inner", "hidden", INNER),
];

const REQUIRED_PARAM: &str = "a parameter is required unless its type is an `Option` or it has a `default`, so remove the key";
const REQUIRED: &str =
    "it is required unless its type is an `Option` or it has a `default`, so remove the key";
const INNER: &str = "constraints of items go on the items' type: `struct Item(#[tool(..)] T)`";
const ENUM: &str =
    "make its type an enum: `#[derive(serde::Deserialize, ToolSchema)] enum Sort { Asc, Desc }`";
const OPTIONAL: &str = "make its type an `Option`, or write `default = ..`";
const SUPPLIED: &str = "write `inject` if your program supplies the value";
const TYPE: &str = "it goes on a type: `#[derive(ToolSchema)] #[tool(..)]`";

const PARAMETER: &str = "put it on a parameter: `#[tool(..)] name: Type`";
const FUNCTION: &str = "it goes on the function: `#[tool(..)] fn`";
const TOOL: &str = "it goes on the tool's function: `#[tool(..)] fn`";
const FIELD: &str = "it goes on a field";

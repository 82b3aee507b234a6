//! The attribute keys. All of them are defined here.

/// A place of `#[tool(..)]` or `#[tools(..)]`.
pub(crate) struct Position {
    /// The keys, separated by `|`.
    pub(crate) keys: &'static str,
    /// Keys that don't belong here, and the place to put them. The first entry applies.
    pub(crate) elsewhere: &'static [(&'static str, &'static str)],
}

impl Position {
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.keys.split('|')
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        has(self.keys, key)
    }
}

/// Returns whether a key is among some that are separated by `|`.
pub(crate) fn has(keys: &str, key: &str) -> bool {
    keys.split('|').any(|one| one == key)
}

const FUNCTION_KEYS: &str = "name|description|title|type|strict|providers|except|allow_rejected|lossless|output|extra|read_only|destructive|idempotent|open_world|return_direct|blocking|approve|max_result_bytes|timeout|crate";
const PARAM_KEYS: &str = "description|rename|default|example|range|length|multiple_of|pattern|format|inject|flatten|as|schema_with|inline";
const FIELD_KEYS: &str = "description|default|example|range|length|multiple_of|pattern|format|as|schema_with|hidden|inline|recursive";

/// `#[tool(..)]` on a function.
pub(crate) const FUNCTION: Position = Position {
    keys: FUNCTION_KEYS,
    elsewhere: &[
        (
            "rename",
            "write `name = \"..\"` for the tool's name, or put it on a parameter",
        ),
        (
            PARAM_KEYS,
            "put it on a parameter: `#[tool(..)] name: Type`",
        ),
        ("state|hidden", "put `#[tool(inject)]` on the parameter"),
        ("recursive", ON_FIELD),
        ("bound|repr", ON_TYPE),
    ],
};

/// `#[tools(..)]`.
pub(crate) const TOOLS: Position = Position {
    keys: "type|crate",
    elsewhere: &[(FUNCTION_KEYS, "put it on the method: `#[tool(..)] fn`")],
};

/// `#[tool(..)]` on a parameter.
pub(crate) const PARAM: Position = Position {
    keys: PARAM_KEYS,
    elsewhere: &[
        (
            "name",
            "write `rename = \"..\"` for the parameter's name in JSON",
        ),
        (
            "skip|hidden",
            "write `inject` if your program supplies the value",
        ),
        ("recursive", "it goes on a field of a generic type"),
        ("alias", "a parameter has one name, write `rename = \"..\"`"),
        ("bound|repr", ON_TYPE),
        ("title", "write it in the parameter's `///` comment"),
        (FUNCTION_KEYS, "it goes on the function: `#[tool(..)] fn`"),
    ],
};

/// `#[tool(..)]` on a type.
pub(crate) const TYPE: Position = Position {
    keys: "description|crate|bound|repr|as|inline",
    elsewhere: &[
        (
            "name|rename",
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
        (FIELD_KEYS, ON_FIELD),
        (FUNCTION_KEYS, ON_FUNCTION),
    ],
};

/// `#[tool(..)]` on a variant.
pub(crate) const VARIANT: Position = Position {
    keys: "description|as|schema_with",
    elsewhere: &[
        ("rename", "write `#[serde(rename = \"..\")]`"),
        ("alias", "write `#[serde(alias = \"..\")]`"),
        ("skip|hidden", "write `#[serde(skip)]`"),
        ("default", "write `#[default]` with `#[derive(Default)]`"),
        ("range|length|pattern|format|example", ON_FIELD),
    ],
};

/// `#[tool(..)]` on a field.
pub(crate) const FIELD: Position = Position {
    keys: FIELD_KEYS,
    elsewhere: &[
        ("name|rename", "write `#[serde(rename = \"..\")]`"),
        ("alias", "write `#[serde(alias = \"..\")]`"),
        ("flatten", "write `#[serde(flatten)]`"),
        (
            "inject",
            "it goes on a tool's parameter; for a field that the model must not see, write `#[tool(hidden)]`",
        ),
        ("title", "write it in the field's `///` comment"),
        ("crate|bound|repr", "it goes on the type"),
        (FUNCTION_KEYS, ON_FUNCTION),
    ],
};

/// Words of earlier versions and of other crates: the words, the key, and the form to write. An
/// entry applies in the positions that have the key.
pub(crate) const MEANT: &[(&str, &str, &str)] = &[
    // Earlier versions.
    ("allow", "allow_rejected", "allow_rejected"),
    ("skip", "hidden", "hidden"),
    ("with", "schema_with", "schema_with"),
    // Schemars, validator, JSON Schema, clap.
    ("examples", "example", "example"),
    ("regex|contains", "pattern", "pattern = \"..\""),
    ("email", "format", "format = \"email\""),
    ("url|uri", "format", "format = \"uri\""),
    ("uuid", "format", "format = \"uuid\""),
    ("date_time", "format", "format = \"date-time\""),
    ("extend|transform", "extra", "extra"),
    ("min|minimum", "range", "range(min..)"),
    ("max|maximum", "range", "range(..=max)"),
    ("value_parser", "range", "range(1..=50)"),
    ("step", "multiple_of", "multiple_of"),
    ("min_length|min_items", "length", "length(min..)"),
    ("max_length|max_items", "length", "length(..=max)"),
    ("value_type", "as", "as = \"Type\""),
    (
        "desc|describe|doc|about|long_about|help|long_help",
        "description",
        "description",
    ),
    ("default_value|default_value_t", "default", "default"),
    ("long", "rename", "rename"),
    ("hide", "hidden", "hidden"),
    // Rmcp, MCP.
    ("output_schema", "output", "output = \"Type\""),
    ("read_only_hint", "read_only", "read_only"),
    ("destructive_hint", "destructive", "destructive"),
    ("idempotent_hint", "idempotent", "idempotent"),
    ("open_world_hint", "open_world", "open_world"),
    ("meta", "extra", "extra(Mcp = r#\"{\"_meta\": {}}\"#)"),
    ("icons", "extra", "extra(Mcp = r#\"{\"icons\": []}\"#)"),
    (
        "execution",
        "extra",
        "extra(Mcp = r#\"{\"execution\": {}}\"#)",
    ),
    ("aggr", "flatten", "flatten"),
    // Frameworks that supply values, clap.
    ("state|context|injected|hide", "inject", "inject"),
];

/// Words of other crates that no key replaces: the words, a key of the position, and what to write.
pub(crate) const ADVICE: &[(&str, &str, &str)] = &[
    // Rig.
    (
        "params",
        "providers",
        "describe each parameter by a `///` comment or `#[tool(description = \"..\")]` on it",
    ),
    (
        "required",
        "providers",
        "a parameter is required unless its type is an `Option` or it has a `default`, so remove the key",
    ),
    ("required", "inject", REQUIRED),
    ("required", "hidden", REQUIRED),
    ("optional|nullable", "inject", OPTIONAL),
    ("optional|nullable", "hidden", OPTIONAL),
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
    ("extend|transform", "schema_with", EXTEND),
    (
        "extend|transform",
        "bound",
        "write `#[tool(schema_with = path)]` on the fields of this type",
    ),
    (
        "deprecated",
        "description",
        "write it in the description, which the model reads",
    ),
    // JSON Schema.
    ("enum|values|choices|one_of", "inject", ENUM),
    ("enum", "hidden", ENUM),
    ("inner", "inject", INNER),
    ("inner", "hidden", INNER),
];

const REQUIRED: &str =
    "it is required unless its type is an `Option` or it has a `default`, so remove the key";
const INNER: &str = "constraints of items go on the items' type: `struct Item(#[tool(..)] T)`";
const ENUM: &str =
    "make its type an enum: `#[derive(serde::Deserialize, ToolSchema)] enum Sort { Asc, Desc }`";
const OPTIONAL: &str = "make its type an `Option`, or write `default = ..`";
const ON_TYPE: &str = "it goes on a type: `#[derive(ToolSchema)] #[tool(..)]`";
const ON_FIELD: &str = "it goes on a field";
const ON_FUNCTION: &str = "it goes on the tool's function: `#[tool(..)] fn`";
const EXTEND: &str =
    "for a schema of your own, write `schema_with = path`, or `extra(..)` on the tool's function";

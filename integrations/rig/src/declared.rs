//! What a declaration says, wherever its provider has it.

use serde_json::{Value, json};

use toolcast::Provider;
use toolcast::set::ToolInfo;

/// What of a declaration goes into types that know no provider.
pub(crate) struct Declared {
    /// The schema of the parameters: an object.
    pub(crate) parameters: Value,
}

const PARAMETERS: &[&str] = &[
    "/function/parameters",
    "/toolSpec/inputSchema/json",
    "/parameters",
    "/parametersJsonSchema",
    "/input_schema",
    "/inputSchema",
];

impl Declared {
    /// Of a tool that has a declaration for the provider.
    pub(crate) fn of(tool: &ToolInfo<'_>, provider: Provider) -> Self {
        let text = tool.schema_for(provider).unwrap_or_default();
        // Declarations are JSON.
        let declared: Value = serde_json::from_str(text).unwrap_or_default();
        let find = |places: &[&str]| {
            let mut places = places.iter();
            places.find_map(|place| declared.pointer(place)).cloned()
        };
        Declared {
            parameters: match find(PARAMETERS) {
                Some(parameters) => parameters,
                // The schema itself.
                None if provider == Provider::JsonSchema => declared,
                // Gemini's field is left out where there are no parameters.
                None => json!({ "type": "object", "properties": {} }),
            },
        }
    }
}

//! The parts of a declaration, found at the position that its provider uses.

use serde_json::{Value, json};

use toolcast::Provider;
use toolcast::set::ToolInfo;

/// The parts of a declaration that provider-independent types hold.
pub(crate) struct Declared {
    /// The schema of the parameters, which is an object.
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
    /// Returns the parts for a tool that has a declaration for the provider.
    pub(crate) fn of(tool: &ToolInfo<'_>, provider: Provider) -> Self {
        let text = tool.schema_for(provider).unwrap_or_default();
        // Declarations are always valid JSON.
        let declared: Value = serde_json::from_str(text).unwrap_or_default();
        let find = |places: &[&str]| {
            let mut places = places.iter();
            places.find_map(|place| declared.pointer(place)).cloned()
        };
        Declared {
            parameters: match find(PARAMETERS) {
                Some(parameters) => parameters,
                // The declaration is the schema itself.
                None if provider == Provider::JsonSchema => declared,
                // Gemini's field is absent if the tool has no parameters.
                None => json!({ "type": "object", "properties": {} }),
            },
        }
    }
}

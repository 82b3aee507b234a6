//! Validation of structured answers against the output schemas of their tools, with the feature
//! `validate`.

use std::collections::HashMap;
use std::fmt;

use serde_json::Value;

use toolcast::import::{ImportedSchema, ToolDefinitions};

/// Maximum number of faults listed.
#[cfg(feature = "validate")]
const SHOWN: usize = 5;

/// The output schema of each tool, by the tool's name. Empty without the feature.
#[derive(Default)]
pub(super) struct Outputs(HashMap<String, ImportedSchema>);

impl fmt::Debug for Outputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Outputs {
    /// Reads the output schemas. A schema that can't be read is skipped, and answers of that tool
    /// are not checked.
    pub(super) fn of(tools: &ToolDefinitions) -> Self {
        let mut outputs = HashMap::new();
        if !cfg!(feature = "validate") {
            return Outputs(outputs);
        }
        let (mut names, mut schemas) = (Vec::new(), Vec::new());
        for tool in &tools.tools {
            if let Some(text) = tool.output_schema()
                && let Ok(mut schema) = serde_json::from_str::<Value>(text)
            {
                without_formats(&mut schema);
                names.push(tool.name());
                schemas.push(schema);
            }
        }
        for (name, schema) in names.into_iter().zip(ImportedSchema::parse_all(&schemas)) {
            if let Ok(schema) = schema {
                outputs.entry(name.into()).or_insert(schema);
            }
        }
        Outputs(outputs)
    }

    /// Returns true if the answers of a tool are checked.
    pub(super) fn has(&self, tool: &str) -> bool {
        self.0.contains_key(tool)
    }

    /// Returns the first faults of an answer as text for a model.
    #[cfg(feature = "validate")]
    pub(super) fn faults(&self, tool: &str, answer: &Value) -> Option<String> {
        let errors = self.0.get(tool)?.validate(answer).err()?;
        let faults = errors.faults.iter().take(SHOWN).map(ToString::to_string);
        Some(faults.collect::<Vec<_>>().join("; "))
    }

    #[cfg(not(feature = "validate"))]
    pub(super) fn faults(&self, tool: &str, _: &Value) -> Option<String> {
        self.0.get(tool).and(None)
    }
}

/// Removes `format`. JSON Schema treats formats as annotations, and servers write times without a
/// zone as `date-time`.
fn without_formats(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(without_formats),
        Value::Object(members) => {
            if members.get("format").is_some_and(Value::is_string) {
                members.shift_remove("format");
            }
            for (name, member) in members {
                if !matches!(name.as_str(), "const" | "enum" | "default" | "examples") {
                    without_formats(member);
                }
            }
        }
        _ => {}
    }
}

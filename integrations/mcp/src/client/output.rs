//! Validation of structured answers against the output schemas of their tools.

#[cfg(feature = "validate")]
pub(super) use checked::Outputs;
#[cfg(not(feature = "validate"))]
pub(super) use unchecked::Outputs;

#[cfg(feature = "validate")]
mod checked {
    use std::collections::HashMap;
    use std::fmt;

    use serde_json::Value;

    use toolcast::import::{ImportedSchema, ToolDefinitions};

    /// Maximum number of faults listed.
    const SHOWN: usize = 5;

    /// The output schema of each tool, by the tool's name.
    #[derive(Default)]
    pub(in super::super) struct Outputs(HashMap<String, ImportedSchema>);

    impl fmt::Debug for Outputs {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_set().entries(self.0.keys()).finish()
        }
    }

    impl Outputs {
        /// Reads the output schemas. A schema that can't be read is skipped, and answers of that
        /// tool are not checked.
        pub(in super::super) fn of(tools: &ToolDefinitions) -> Self {
            let (mut names, mut schemas) = (Vec::new(), Vec::new());
            for tool in &tools.tools {
                if let Some(text) = tool.output()
                    && let Ok(mut schema) = serde_json::from_str::<Value>(text)
                {
                    without_formats(&mut schema);
                    names.push(tool.name());
                    schemas.push(schema);
                }
            }
            let mut outputs = HashMap::new();
            for (name, schema) in names.into_iter().zip(ImportedSchema::parse_all(&schemas)) {
                if let Ok(schema) = schema {
                    outputs.entry(name.into()).or_insert(schema);
                }
            }
            Outputs(outputs)
        }

        /// Returns true if the answers of a tool are checked.
        pub(in super::super) fn has(&self, tool: &str) -> bool {
            self.0.contains_key(tool)
        }

        /// Checks an answer.
        ///
        /// # Errors
        ///
        /// Returns the first faults as text for a model.
        pub(in super::super) fn check(&self, tool: &str, answer: &Value) -> Result<(), String> {
            let Some(schema) = self.0.get(tool) else {
                return Ok(());
            };
            schema.validate(answer).map_err(|errors| {
                let faults = errors.faults.iter().take(SHOWN);
                faults
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join("; ")
            })
        }
    }

    /// Removes `format`. JSON Schema treats formats as annotations, and servers write times without
    /// a zone as `date-time`.
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
}

#[cfg(not(feature = "validate"))]
mod unchecked {

    use serde_json::Value;

    use toolcast::import::ToolDefinitions;

    /// Empty: without the feature `validate`, answers are not checked.
    #[derive(Debug, Default)]
    pub(in super::super) struct Outputs;

    impl Outputs {
        pub(in super::super) fn of(_: &ToolDefinitions) -> Self {
            Outputs
        }

        #[expect(clippy::unused_self, reason = "as with the feature")]
        pub(in super::super) fn has(&self, _: &str) -> bool {
            false
        }

        #[expect(
            clippy::unused_self,
            clippy::unnecessary_wraps,
            reason = "as with the feature"
        )]
        pub(in super::super) fn check(&self, _: &str, _: &Value) -> Result<(), String> {
            Ok(())
        }
    }
}

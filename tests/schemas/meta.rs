//! Every text that is JSON Schema against the meta-schema of draft 2020-12.

use serde_json::Value;
use toolcast::{Dialect, Provider};
use toolcast_test_support::{name, none, text};
use toolcast_tests::{tools, zoo};

#[test]
fn texts_are_schemas_of_draft_2020_12() {
    let mut failures = Vec::new();
    for specimen in zoo::all() {
        for dialect in Dialect::all() {
            if matches!(dialect.provider(), Provider::Gemini | Provider::Vertex) {
                continue; // Protos, whose types are in upper case.
            }
            let Ok((text, schema)) = text(specimen.schema, dialect) else {
                continue;
            };
            if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
                failures.push(format!(
                    "{}, {}: {error}: {text}",
                    specimen.name,
                    name(dialect)
                ));
            }
        }
    }
    none(&failures);
}

#[test]
fn canonical_declarations_are_schemas_of_draft_2020_12() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        let schema: Value =
            serde_json::from_str(tool.schema_for(Provider::JsonSchema)).expect("JSON");
        if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
            failures.push(format!("{}: {error}", tool.name()));
        }
        assert_eq!(schema["title"], tool.name());
        assert_eq!(schema["description"], tool.description());
    }
    none(&failures);
}

//! Keywords in unusual spellings, and keywords whose effect depends on those beside them.

use serde_json::{Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, Provider};

/// A schema as that of the property `p`.
fn read(p: &Value) -> ImportedSchema {
    let schema = json!({"type": "object", "properties": {"p": p}});
    ImportedSchema::parse(&schema).unwrap_or_else(|error| panic!("{p}: {error}"))
}

/// The canonical text of the property `p`.
fn written(imported: &ImportedSchema) -> Value {
    let dialect = Dialect::of(Provider::JsonSchema, false).expect("a dialect");
    let text = imported
        .with_schema(|schema| toolcast::render(schema, dialect))
        .unwrap_or_else(|report| panic!("{report}"));
    let text: Value = serde_json::from_str(&text).expect("our text is JSON");
    text["properties"]["p"].clone()
}

#[test]
fn types_in_any_spelling_are_merged_by_their_meaning() {
    for (schema, plain) in [
        (
            json!({"type": "STRING", "anyOf": [{"type": "STRING", "enum": ["a"]}, {"type": "STRING", "minLength": 2}]}),
            json!({"type": "string", "anyOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "minLength": 2}]}),
        ),
        (
            json!({"allOf": [{"type": "dict"}, {"type": "object"}]}),
            json!({"type": "object"}),
        ),
        (
            json!({"allOf": [{"type": "any"}, {"type": "string"}]}),
            json!({"type": "string"}),
        ),
        (
            json!({"allOf": [{"type": "float"}, {"type": "Integer"}]}),
            json!({"type": "integer"}),
        ),
        (
            json!({"anyOf": [{"type": "STRING"}, {"type": "NULL"}]}),
            json!({"type": ["string", "null"]}),
        ),
    ] {
        assert_eq!(
            written(&read(&schema)),
            written(&read(&plain)),
            "{schema}: {plain}"
        );
    }
}

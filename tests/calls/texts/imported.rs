//! Descriptions and faults of tools that are read at run time.

use serde_json::{Value, json};
use toolcast::import::{ImportedSchema, ToolDefinitions};
use toolcast::{Dialect, Provider, render};

use super::declared::descriptions;

fn read(schema: &Value) -> ImportedSchema {
    ImportedSchema::parse(schema).expect("a schema")
}

/// The descriptions of the properties, each in a line.
fn described(schema: &Value) -> String {
    let dialect = Dialect::of(Provider::Mcp, false).expect("a dialect");
    let text = read(schema).with_schema(|schema| render(schema, dialect));
    let schema: Value = serde_json::from_str(&text.expect("a text")).expect("JSON");
    let mut found = Vec::new();
    descriptions(&schema, "", &mut found);
    let lines = found.iter().map(|(name, text)| format!("{name}: {text}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Keywords that the tree can't hold, in the descriptions of properties.
fn of_keywords() -> Value {
    let two = json!({"a": {"type": "integer"}, "b": {"type": "integer"}});
    let either = json!([{"required": ["a"]}, {"required": ["b"]}]);
    json!({"type": "object", "properties": {
        "const": {"const": 1.5},
        "enum": {"enum": [0.5, 1, 2]},
        "multiple": {"type": "integer", "multipleOf": 0.3},
        "pattern": {"type": "string", "pattern": "["},
        "content": {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
        "format": {"type": "string", "format": "color"},
        "default": {"type": "integer", "default": "few"},
        "examples": {"type": "integer", "examples": ["few", "many"]},
        "not": {"type": "string", "not": {"const": "x"}},
        "list": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
        "unique": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}],
            "minItems": 2, "maxItems": 2, "uniqueItems": true},
        "names": {"type": "object", "propertyNames": {"type": "string", "minLength": 2, "description": "A name"},
            "additionalProperties": {"type": "integer"}},
        "never": {"type": "object", "properties": {"a": false}},
        "any_of": {"type": "object", "properties": two, "anyOf": either},
        "one_of": {"type": "object", "properties": two, "oneOf": either},
        "or_none": {"type": "object", "properties": two,
            "anyOf": [{"required": ["a"], "not": {"required": ["b"]}}, {}]},
        "if": {"type": "object", "properties": two, "if": {"required": ["a"]}, "then": {"required": ["b"]}},
    }})
}

pub(super) fn descriptions_of_tools() -> Vec<(&'static str, String)> {
    let grouped = json!({"tools": [{
        "type": "namespace", "name": "crm", "description": "Customers",
        "tools": [{"type": "function", "name": "find", "description": "Find one",
            "parameters": {"type": "object", "properties": {}}}],
    }]});
    let grouped = ToolDefinitions::parse(&grouped).expect("definitions");
    vec![
        ("keywords in descriptions", described(&of_keywords())),
        (
            "a tool of a namespace",
            grouped.tools[0].description().to_owned(),
        ),
    ]
}

/// The faults of a value by the original schema, each in a line.
fn faults_of(schema: &Value, value: &Value) -> String {
    let errors = read(schema).validate(value).expect_err("a fault");
    let lines = errors.faults.iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

/// Faults that the check against the original schema finds.
pub(super) fn faults() -> Vec<(&'static str, String)> {
    let properties = json!({
        "type": {"type": ["string", "integer"]},
        "enum": {"enum": ["a", "b"]},
        "least": {"minimum": 1},
        "most": {"maximum": 9},
        "above": {"exclusiveMinimum": 0},
        "below": {"exclusiveMaximum": 1},
        "step": {"multipleOf": 5},
        "text": {"minLength": 3},
        "letter": {"maxLength": 1},
        "pattern": {"pattern": "^[a-z]+$"},
        "format": {"format": "date"},
        "items": {"minItems": 2},
        "item": {"items": false},
        "more": {"prefixItems": [{"type": "string"}], "items": false},
        "unique": {"uniqueItems": true},
        "contains": {"contains": {"const": "x"}},
        "contains_two": {"contains": {"const": "x"}, "minContains": 2},
        "contains_few": {"contains": {"const": "x"}, "maxContains": 1},
        "members": {"minProperties": 1},
        "required": {"required": ["a"]},
        "dependent": {"dependentRequired": {"a": ["b"]}},
        "closed": {"properties": {"a": {}}, "additionalProperties": false},
        "names": {"propertyNames": {"minLength": 2}},
        "no_names": {"propertyNames": false},
        "not": {"not": {"const": 5}},
        "any_of": {"anyOf": [{"type": "object", "required": ["by"]}, {"type": "string", "minLength": 3}]},
        "one_of": {"oneOf": [{"minimum": 1}, {"minimum": 2}]},
        "nothing": false,
    });
    let value = json!({
        "type": true, "enum": "c", "least": 0, "most": 10, "above": 0, "below": 1, "step": 7,
        "text": "ab", "letter": "ab", "pattern": "A", "format": "today", "items": [1],
        "item": [1], "more": ["a", 1], "unique": [1, 1], "contains": ["a"],
        "contains_two": ["x"], "contains_few": ["x", "x"], "members": {}, "required": {},
        "dependent": {"a": 1}, "closed": {"b": 1}, "names": {"a": 1}, "no_names": {"a": 1},
        "not": 5, "any_of": "x", "one_of": 3, "nothing": 1,
    });
    let one = |schema: &Value| json!({"properties": {"v": schema}});
    let slow = one(&json!({"pattern": "(?=.)[ab]*a[ab]{900}c"}));
    vec![
        (
            "faults by keyword",
            faults_of(&json!({ "properties": properties }), &value),
        ),
        (
            "a pattern that takes too many steps",
            faults_of(&slow, &json!({"v": "ab".repeat(5_000)})),
        ),
        ("a value that can be read in too many ways", {
            let next = |i: usize| json!({"$ref": format!("#/$defs/d{i}")});
            let mut all = serde_json::Map::new();
            for i in 0..14 {
                all.insert(format!("d{i}"), json!({"allOf": vec![next(i + 1); 10]}));
            }
            all.insert("d14".to_owned(), json!({"minimum": 1}));
            let inner = json!({"$ref": "#/$defs/d0", "unevaluatedProperties": false});
            faults_of(
                &json!({"type": "object", "not": inner, "$defs": all}),
                &json!({}),
            )
        }),
    ]
}

//! Items of a list without repetition, in every notation of the same value, beside another
//! validator.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::import::ToolDefinition;

/// Texts of JSON, some of which are the same value.
const ITEMS: [&str; 34] = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "0.0",
    "1",
    "1.0",
    "1e0",
    "10e-1",
    "0.5",
    "5e-1",
    "-1",
    "12345678901234567890123",
    "1.2345678901234567890123e22",
    r#""""#,
    r#""1""#,
    r#""a""#,
    r#""\u0061""#,
    r#""A""#,
    r#""null""#,
    r#""\/""#,
    r#""/""#,
    "[]",
    "[1]",
    "[1.0]",
    "[[]]",
    "{}",
    r#"{"x": 1}"#,
    r#"{"\u0078": 1.0}"#,
    r#"{"x": 1, "y": 2}"#,
    r#"{"y": 2, "x": 1}"#,
    r#"{"x": {"y": [], "z": null}}"#,
    r#"{"x": {"z": null, "y": []}}"#,
];

/// Types of items. The last three make the decoder read members, entries and elements.
fn types() -> Vec<Value> {
    let inner = json!({"type": "object", "properties": {"y": {}, "z": {}}});
    vec![
        json!({}),
        json!({"type": "number"}),
        json!({"type": ["string", "boolean", "null"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "object"}]}),
        json!({"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "array"}]}}),
        json!({"type": "object", "properties": {"x": {"anyOf": [{"type": "number"}, inner]}, "y": {}}}),
        json!({"type": "object", "additionalProperties": {"anyOf": [{"type": "number"}, inner]}}),
    ]
}

#[test]
fn equal_items_in_any_notation_are_judged_as_another_validator_does() {
    let mut failures = Vec::new();
    for items in types() {
        let list = json!({"type": "array", "uniqueItems": true, "items": items});
        let schema = json!({"type": "object", "properties": {"a": list}});
        let judge = jsonschema::validator_for(&schema).expect("a schema");
        let definition = json!({"name": "t", "description": "d", "inputSchema": schema});
        let tool = ToolDefinition::parse(&definition.to_string()).expect("a tool");
        let mut pairs = 0;
        for one in ITEMS {
            for other in ITEMS {
                let text = format!(r#"{{"a": [{one}, {other}]}}"#);
                let ours = tool.decode_arguments(Provider::JsonSchema, &text).is_ok();
                let value: Value = serde_json::from_str(&text).expect("JSON");
                let theirs = judge.is_valid(&value);
                pairs += usize::from(theirs);
                if ours != theirs {
                    failures.push(format!("{items}, {text}: ours {ours}"));
                }
            }
        }
        assert!(pairs > 2, "{items}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

//! The `Schema` of Google's protos as JSON Schema, so that the same judge can read it.

use serde_json::{Map, Value, json};

/// Converts to lower-case types, and `nullable` to a type.
pub fn to_json_schema(schema: &Value) -> Value {
    let Value::Object(object) = schema else {
        return schema.clone();
    };
    let mut out = Map::new();
    for (key, value) in object {
        let value = match key.as_str() {
            "type" => json!(value.as_str().unwrap_or_default().to_lowercase()),
            "properties" => value
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, schema)| (name.clone(), to_json_schema(schema)))
                .collect(),
            "items" | "additionalProperties" => to_json_schema(value),
            "anyOf" => value
                .as_array()
                .into_iter()
                .flatten()
                .map(to_json_schema)
                .collect(),
            "nullable" | "example" | "propertyOrdering" => continue,
            _ => value.clone(),
        };
        out.insert(key.clone(), value);
    }
    if object.get("nullable") == Some(&Value::Bool(true)) {
        json!({ "anyOf": [out, { "type": "null" }] })
    } else {
        Value::Object(out)
    }
}

//! Property names that a schema neither mentions nor forbids, and values that it treats as equal.

use serde_json::{Map, Value, json};

/// Closes every object of the schema that has no rule for other names. A value that the original
/// accepts and the result rejects has unmentioned names. Only the outermost schema of each place is
/// closed, because `allOf` and references may add names.
pub fn closed(schema: &Value) -> Value {
    let mut out = place(schema);
    // A root without keywords is a tool without parameters.
    if let Value::Object(map) = &mut out {
        map.entry("unevaluatedProperties").or_insert(json!(false));
    }
    out
}

/// The keywords whose schemas are about the same value.
const IN_PLACE: [&str; 6] = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

fn place(schema: &Value) -> Value {
    let mut out = inside(schema);
    if let Value::Object(map) = &mut out
        && !map.contains_key("unevaluatedProperties")
        && ["properties", "$ref", "allOf", "anyOf", "oneOf"]
            .iter()
            .any(|key| map.contains_key(*key))
    {
        map.insert("unevaluatedProperties".to_owned(), json!(false));
    }
    out
}

/// Closes the schemas inside one whose place is already handled.
fn inside(schema: &Value) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let list = |value: &Value, of: fn(&Value) -> Value| match value {
        Value::Array(items) => items.iter().map(of).collect(),
        one => of(one),
    };
    let named = |value: &Value, of: fn(&Value) -> Value| match value {
        Value::Object(map) => map
            .iter()
            .map(|(name, one)| (name.clone(), of(one)))
            .collect(),
        other => other.clone(),
    };
    map.iter()
        .filter(|(key, _)| *key != "$schema")
        .map(|(key, value)| {
            let value = match key.as_str() {
                "properties" | "patternProperties" => named(value, place),
                "$defs" | "definitions" | "dependentSchemas" => named(value, inside),
                "items" | "prefixItems" | "additionalItems" | "additionalProperties" => {
                    list(value, place)
                }
                key if IN_PLACE.contains(&key) => list(value, inside),
                _ => value.clone(),
            };
            // The draft 2020-12 spelling.
            let key = match value {
                Value::Array(_) if key == "items" => "prefixItems",
                _ => key,
            };
            (key.to_owned(), value)
        })
        .collect()
}

/// Returns the value without `null` for properties whose default is `null`: it means the same as an
/// absent property.
pub fn plain(root: &Value, schema: &Value, value: &Value, depth: usize) -> Value {
    let mut all = Vec::new();
    parts(root, schema, depth, &mut all);
    match value {
        Value::Object(map) => {
            let mut out = Map::new();
            for (name, value) in map {
                let mut inner = all.iter().filter_map(|part| {
                    part["properties"]
                        .get(name)
                        .or_else(|| part.get("additionalProperties"))
                });
                let says = |schema: &&Value| schema.get("default") == Some(&Value::Null);
                if value.is_null() && inner.clone().any(|schema| says(&schema)) {
                    continue;
                }
                let value = inner
                    .next()
                    .map_or(value.clone(), |one| plain(root, one, value, depth + 1));
                out.insert(name.clone(), value);
            }
            Value::Object(out)
        }
        Value::Array(items) => {
            let inner = all.iter().find_map(|part| part.get("items"));
            let one = |value| {
                inner.map_or_else(
                    || Value::clone(value),
                    |one| plain(root, one, value, depth + 1),
                )
            };
            items.iter().map(one).collect()
        }
        other => other.clone(),
    }
}

/// Collects the schema and its subschemas that apply to the same value.
fn parts<'s>(root: &'s Value, schema: &'s Value, depth: usize, out: &mut Vec<&'s Value>) {
    if depth > 64 || out.len() > 64 {
        return;
    }
    out.push(schema);
    if let Some(found) = schema["$ref"]
        .as_str()
        .and_then(|target| root.pointer(target.trim_start_matches('#')))
    {
        parts(root, found, depth + 1, out);
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        for one in schema[key].as_array().into_iter().flatten() {
            parts(root, one, depth + 1, out);
        }
    }
}

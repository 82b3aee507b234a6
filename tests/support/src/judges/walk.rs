//! Traversal of a schema text.

use crate::json;
use serde_json::{Map, Value};

/// A schema in a schema.
pub struct Node<'a> {
    /// The schema: an object, `true` or `false`.
    pub schema: &'a Value,
    /// A JSON pointer to it.
    pub path: String,
    /// How many objects and arrays enclose it, the root being 0.
    pub depth: usize,
    /// The key that contains it: `properties`, `items`, `anyOf` ..; empty for the root.
    pub place: &'static str,
}

impl<'a> Node<'a> {
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.schema.get(key)
    }

    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.schema
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
    }

    /// Returns the names in `type`, in lower case: one, several or none.
    pub fn types(&self) -> Vec<String> {
        match self.get("type") {
            Some(Value::String(name)) => vec![name.to_lowercase()],
            Some(Value::Array(names)) => names
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_lowercase)
                .collect(),
            _ => vec![],
        }
    }

    pub fn is(&self, name: &str) -> bool {
        self.types().iter().any(|found| found == name)
    }

    pub fn properties(&self) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
    }

    pub fn required(&self) -> Vec<&'a str> {
        let names = self.get("required").and_then(Value::as_array);
        names
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key).and_then(Value::as_str)
    }
}

/// The keywords whose value is one schema.
const ONE: [&str; 8] = [
    "items",
    "additionalProperties",
    "propertyNames",
    "not",
    "contains",
    "if",
    "then",
    "else",
];
/// The keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
/// The keywords whose value is an object of schemas.
const NAMED: [&str; 5] = [
    "properties",
    "$defs",
    "definitions",
    "defs",
    "patternProperties",
];

/// Returns the root and every schema below it, definitions last.
pub fn nodes(root: &Value) -> Vec<Node<'_>> {
    let mut out = Vec::new();
    walk(root, "", 0, "", &mut out);
    out
}

fn walk<'a>(
    schema: &'a Value,
    path: &str,
    depth: usize,
    place: &'static str,
    out: &mut Vec<Node<'a>>,
) {
    out.push(Node {
        schema,
        path: path.to_string(),
        depth,
        place,
    });
    for key in NAMED {
        let below = if key == "properties" { depth + 1 } else { 0 };
        for (name, schema) in schema
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let path = json::below(&format!("{path}/{key}"), name);
            walk(schema, &path, below, key, out);
        }
    }
    for key in LIST {
        for (i, schema) in schema
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            walk(schema, &format!("{path}/{key}/{i}"), depth, key, out);
        }
    }
    for key in ONE {
        match schema.get(key) {
            // The array form of older drafts.
            Some(Value::Array(schemas)) => {
                for (i, schema) in schemas.iter().enumerate() {
                    walk(schema, &format!("{path}/{key}/{i}"), depth + 1, key, out);
                }
            }
            Some(schema) => walk(schema, &format!("{path}/{key}"), depth + 1, key, out),
            None => {}
        }
    }
}

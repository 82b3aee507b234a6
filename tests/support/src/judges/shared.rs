//! Rules that several providers share.

use super::Findings;
use super::walk::{Node, nodes};
use serde_json::Value;

/// Checks the rules of every provider (sections 0 and 16). The root declares `object` and has no
/// keyword that could make it something else. Names in `required` exist, references resolve, no
/// list of alternatives is empty.
pub fn everywhere(root: &Value, f: &mut Findings) {
    if root
        .get("type")
        .and_then(Value::as_str)
        .map(str::to_lowercase)
        .as_deref()
        != Some("object")
    {
        f.refused("", "the root's type is not the literal `object`");
    }
    for key in ["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"] {
        if root.get(key).is_some() {
            f.refused("", format!("`{key}` at the root"));
        }
    }
    for node in nodes(root) {
        well_formed(root, &node, f);
    }
}

fn well_formed(root: &Value, node: &Node<'_>, f: &mut Findings) {
    // `not` restricts the object around it, which has the properties.
    let required = if node.path.contains("/not/") {
        Vec::new()
    } else {
        node.required()
    };
    for (i, name) in required.iter().enumerate() {
        if node
            .get("properties")
            .and_then(|properties| properties.get(name))
            .is_none()
        {
            f.house(&node.path, format!("`{name}` is required and no property"));
        }
        if required[..i].contains(name) {
            f.house(&node.path, format!("`{name}` is required twice"));
        }
    }
    for key in ["enum", "anyOf", "oneOf", "allOf"] {
        if node
            .get(key)
            .and_then(Value::as_array)
            .is_some_and(Vec::is_empty)
        {
            f.refused(&node.path, format!("`{key}` without members"));
        }
    }
    let values = node.get("enum").and_then(Value::as_array);
    let twice = |values: &Vec<Value>| (1..values.len()).any(|i| values[..i].contains(&values[i]));
    if values.is_some_and(twice) {
        f.house(&node.path, "an enum value twice");
    }
    if let Some(reference) = node.text("$ref") {
        if !reference.starts_with('#') {
            f.refused(&node.path, "a reference to another document");
        } else if root.pointer(reference.trim_start_matches('#')).is_none() {
            f.refused(&node.path, "a reference that leads nowhere");
        }
    }
    if node
        .get("description")
        .is_some_and(|text| text.as_str().is_none_or(str::is_empty))
    {
        f.house(&node.path, "an empty description");
    }
    for key in ["$schema", "$id"] {
        if node.has(key) {
            f.house(
                &node.path,
                format!("`{key}` is noise to all and wrong for some"),
            );
        }
    }
}

/// Allows only these keys. `what` records a finding for each other key.
pub fn only_keys(
    root: &Value,
    allowed: &[&str],
    f: &mut Findings,
    what: fn(&mut Findings, &str, String),
) {
    for node in nodes(root) {
        for key in node.keys().filter(|key| !allowed.contains(key)) {
            what(f, &node.path, format!("`{key}` is not known"));
        }
    }
}

/// Allows none of these keys.
pub fn without_keys(
    root: &Value,
    banned: &[&str],
    f: &mut Findings,
    what: fn(&mut Findings, &str, String),
) {
    // Keywords inside a `not` count as part of the `not`.
    for node in nodes(root).iter().filter(|node| node.place != "not") {
        for key in node.keys().filter(|key| banned.contains(key)) {
            what(f, &node.path, format!("`{key}` is not taken"));
        }
    }
}

/// Checks that `$ref` has no siblings.
pub fn references_alone(root: &Value, f: &mut Findings, what: fn(&mut Findings, &str, String)) {
    for node in nodes(root) {
        if node.has("$ref") && node.keys().count() > 1 {
            what(f, &node.path, "`$ref` with siblings".into());
        }
    }
}

/// Checks that arrays declare their items and objects their properties.
pub fn complete(root: &Value, f: &mut Findings, what: fn(&mut Findings, &str, String)) {
    for node in nodes(root) {
        if node.is("array") && !node.has("items") && !node.has("prefixItems") {
            what(f, &node.path, "an array without `items`".into());
        }
        if node.is("object") && !node.has("properties") && !node.has("additionalProperties") {
            what(f, &node.path, "an object without `properties`".into());
        }
    }
}

/// Checks that every schema is an object with a `type`, or a reference or union.
pub fn typed(root: &Value, f: &mut Findings, what: fn(&mut Findings, &str, String)) {
    for node in nodes(root) {
        if matches!(node.place, "additionalProperties" | "not") {
            continue;
        }
        if !["type", "$ref", "anyOf", "oneOf", "allOf"]
            .iter()
            .any(|key| node.has(key))
        {
            what(f, &node.path, "a schema without `type`".into());
        }
    }
}

/// Checks that every object is closed.
pub fn closed(root: &Value, f: &mut Findings) {
    for node in nodes(root) {
        if (node.is("object") || node.has("properties"))
            && node.get("additionalProperties") != Some(&Value::Bool(false))
        {
            f.refused(&node.path, "`additionalProperties` is not `false`");
        }
    }
}

/// Checks that every property is required.
pub fn all_required(root: &Value, f: &mut Findings) {
    for node in nodes(root) {
        let required = node.required();
        for (name, _) in node.properties() {
            if !required.contains(&name.as_str()) {
                f.refused(&node.path, format!("`{name}` is not required"));
            }
        }
        if node.is("object") && !node.has("required") {
            f.refused(&node.path, "an object without `required`");
        }
    }
}

/// Allows only these formats.
pub fn formats(
    root: &Value,
    allowed: &[&str],
    f: &mut Findings,
    what: fn(&mut Findings, &str, String),
) {
    for node in nodes(root) {
        if let Some(format) = node
            .text("format")
            .filter(|format| !allowed.contains(format))
        {
            what(f, &node.path, format!("format `{format}`"));
        }
    }
}

/// Returns true if a reference leads back to an enclosing schema.
pub fn recursive(root: &Value) -> bool {
    fn reaches<'a>(root: &'a Value, schema: &'a Value, path: &mut Vec<&'a str>) -> bool {
        nodes(schema)
            .iter()
            .filter(|node| !node.path.contains("/$defs/"))
            .any(|node| {
                let Some(reference) = node.text("$ref") else {
                    return false;
                };
                if path.contains(&reference) {
                    return true;
                }
                let Some(target) = root.pointer(reference.trim_start_matches('#')) else {
                    return false;
                };
                path.push(reference);
                let found = reaches(root, target, path);
                path.pop();
                found
            })
    }
    reaches(root, root, &mut vec!["#"])
}

/// Returns true if the schema accepts `null`.
pub fn takes_null(root: &Value, schema: &Value) -> bool {
    let schema = match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => root
            .pointer(reference.trim_start_matches('#'))
            .unwrap_or(schema),
        None => schema,
    };
    let by_type = match schema.get("type") {
        Some(Value::String(name)) => name == "null",
        Some(Value::Array(names)) => names.iter().any(|name| name == "null"),
        _ => {
            ["anyOf", "oneOf"].iter().any(|key| {
                let branches = schema.get(*key).and_then(Value::as_array);
                branches
                    .into_iter()
                    .flatten()
                    .any(|branch| takes_null(root, branch))
            }) || !["anyOf", "oneOf", "enum", "const", "type"]
                .iter()
                .any(|key| schema.get(*key).is_some())
        }
    };
    by_type
        && schema
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(|values| values.contains(&Value::Null))
}

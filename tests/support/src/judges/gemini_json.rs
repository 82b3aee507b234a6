//! Gemini and Vertex, the field `parametersJsonSchema`: section 5.3b.

use super::walk::nodes;
use super::{Findings, keys, shared, texts};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::house);
    shared::typed(root, f, Findings::house);
    texts::property_names(
        root,
        f,
        "[A-Za-z_][A-Za-z0-9_]{0,63}",
        texts::is_identifier,
        Findings::house,
    );
    let known = keys::of_sdk("gemini-json-schema", "keys");
    let ignored = keys::documented("gemini-json-schema", "ignored");
    for node in nodes(root) {
        for key in node
            .keys()
            .filter(|key| !known.contains(key) || ignored.contains(key))
        {
            // No document lists the rejected keywords (section 17, 25), so every finding is "lost"
            // at most.
            f.lost(
                &node.path,
                format!(
                    "`{key}` is {}",
                    if ignored.contains(&key) {
                        "ignored"
                    } else {
                        "not listed"
                    }
                ),
            );
        }
        if node.has("$ref") && node.keys().any(|key| !key.starts_with('$')) {
            f.refused(&node.path, "`$ref` with siblings");
        }
        if node.has("anyOf")
            && node
                .keys()
                .any(|key| key != "anyOf" && !key.starts_with('$'))
        {
            f.house(&node.path, "any_of must be the only field set");
        }
        if node.is("string") && node.has("format") {
            f.house(&node.path, "`format` of a string");
        }
    }
    for path in required_cycles(root) {
        f.refused(&path, "a cycle through required properties only");
    }
    let rest = root.get("additionalProperties");
    if nodes(root)[0].properties().next().is_none() && rest.is_none_or(|rest| *rest == false) {
        f.house("", "the field is left out if it has no parameters");
    }
}

/// Lists definitions that reach themselves without passing through an optional property.
fn required_cycles(root: &Value) -> Vec<String> {
    fn reaches(root: &Value, schema: &Value, target: &str, seen: &mut Vec<String>) -> bool {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            if reference == target {
                return true;
            }
            if seen.iter().any(|old| old == reference) {
                return false;
            }
            seen.push(reference.to_string());
            let next = root.pointer(reference.trim_start_matches('#'));
            return next.is_some_and(|next| reaches(root, next, target, seen));
        }
        let required: Vec<_> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .collect();
        let properties = schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        let own = properties
            .filter(|(name, _)| required.iter().any(|r| *r == name.as_str()))
            .map(|(_, schema)| schema);
        let lists = ["anyOf", "oneOf", "prefixItems"];
        let lists = lists
            .iter()
            .filter_map(|key| schema.get(*key)?.as_array())
            .flatten();
        let single = ["items", "additionalProperties"];
        let single = single.iter().filter_map(|key| schema.get(*key));
        own.chain(lists)
            .chain(single)
            .any(|schema| reaches(root, schema, target, seen))
    }
    let definitions = root
        .get("$defs")
        .and_then(Value::as_object)
        .into_iter()
        .flatten();
    let mut targets: Vec<(String, &Value)> = definitions
        .map(|(name, schema)| (format!("#/$defs/{name}"), schema))
        .collect();
    targets.push(("#".into(), root));
    let cyclic = targets
        .into_iter()
        .filter(|(target, schema)| reaches(root, schema, target, &mut vec![]));
    cyclic.map(|(target, _)| target).collect()
}

//! For untested hosts: only keywords that all other providers accept (section 16).

use super::walk::nodes;
use super::{Findings, keys, shared, texts};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::only_keys(root, keys::of_all(), f, Findings::refused);
    texts::property_names(
        root,
        f,
        "[A-Za-z_][A-Za-z0-9_]{0,63}",
        texts::is_identifier,
        Findings::refused,
    );
    for node in nodes(root) {
        if !node.schema.is_object() {
            f.refused(&node.path, "a schema that is not an object");
        }
        if node.has("anyOf") {
            if node.keys().count() > 1 {
                f.refused(&node.path, "`anyOf` with siblings");
            }
        } else if !node.get("type").is_some_and(Value::is_string) {
            f.refused(&node.path, "`type` is not one name");
        }
        if node.is("null") {
            f.refused(&node.path, "a type that not all have");
        }
        if node.is("array") && !node.get("items").is_some_and(Value::is_object) {
            f.refused(&node.path, "an array without `items`");
        }
        if node.is("object") && !node.place.is_empty() && node.properties().next().is_none() {
            f.refused(&node.path, "an object without properties below the root");
        }
        let values = node
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        if values
            .clone()
            .any(|value| value.as_str().is_none_or(str::is_empty))
        {
            f.refused(&node.path, "an enum value that is not a string");
        }
    }
    if root.get("properties").is_none() {
        f.refused("", "the root has no `properties`");
    }
}

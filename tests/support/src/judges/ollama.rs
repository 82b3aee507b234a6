//! Ollama: section 13. The server reads tools into structs and drops the rest; wrong types fail.

use super::walk::{Node, nodes};
use super::{Findings, keys, shared};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    for key in root.as_object().into_iter().flat_map(serde_json::Map::keys) {
        if !keys::of_sdk("ollama", "root").contains(&key.as_str()) {
            f.lost("", format!("`{key}` at the root is dropped"));
        }
    }
    if root.get("properties").is_none() {
        f.house(
            "",
            "templates write `null` for properties that are not there",
        );
    }
    for node in nodes(root).iter().filter(|node| !node.place.is_empty()) {
        property(node, f);
    }
}

fn property(node: &Node<'_>, f: &mut Findings) {
    let known = keys::ollama();
    for key in node.keys().filter(|key| !known.contains(key)) {
        f.lost(&node.path, format!("`{key}` is dropped"));
    }
    let is_text = |value: &Value| value.is_string();
    let is_texts = |value: &Value| {
        value
            .as_array()
            .is_some_and(|items| items.iter().all(Value::is_string))
    };
    if node
        .get("type")
        .is_some_and(|name| !is_text(name) && !is_texts(name))
    {
        f.refused(
            &node.path,
            "`type` is neither a string nor a list of strings",
        );
    }
    if node.get("required").is_some_and(|names| !is_texts(names)) {
        f.refused(&node.path, "`required` is not a list of strings");
    }
}

//! xAI: section 10. Always strict; a keyword beyond the limits is only a hint.

use super::walk::nodes;
use super::{Findings, keys, shared, texts};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::house);
    shared::references_alone(root, f, Findings::house);
    shared::without_keys(
        root,
        keys::documented("xai", "refused"),
        f,
        Findings::refused,
    );
    shared::without_keys(root, keys::documented("xai", "ignored"), f, Findings::lost);
    shared::formats(root, keys::documented("xai", "formats"), f, Findings::lost);
    for node in nodes(root) {
        if node.schema.is_boolean() && node.place != "additionalProperties" {
            f.refused(&node.path, "a schema that is `true` or `false`");
        }
        if node.get("items").is_some_and(Value::is_array) {
            f.refused(&node.path, "`items` as an array");
        }
        if node
            .get("allOf")
            .and_then(Value::as_array)
            .is_some_and(|parts| parts.len() > 1)
        {
            f.lost(&node.path, "`allOf` with more than one schema");
        }
        // A map has to be declared: by default an object is closed.
        if node.is("object")
            && !node.has("properties")
            && !node.has("additionalProperties")
            && !node.has("anyOf")
        {
            f.lost(&node.path, "an object that takes nothing");
        }
        for (key, most) in [
            ("minItems", 256),
            ("maxItems", 256),
            ("minLength", 2048),
            ("maxLength", 2048),
            ("minProperties", 64),
            ("maxProperties", 64),
        ] {
            if node
                .get(key)
                .and_then(Value::as_u64)
                .is_some_and(|n| n > most)
            {
                f.lost(&node.path, format!("`{key}` over {most} is a hint"));
            }
        }
    }
    for (path, pattern) in texts::patterns(root) {
        if texts::is_fancy(&pattern) {
            f.lost(&path, "a pattern that is not simple");
        }
    }
}

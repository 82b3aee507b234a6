//! Groq: section 12. It validates the model's arguments against the schema first, and fails the
//! request if they don't match.

use super::walk::nodes;
use super::{Findings, shared};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::house);
    shared::references_alone(root, f, Findings::house);
    shared::without_keys(root, &["oneOf", "allOf", "const"], f, Findings::house);
    for node in nodes(root) {
        let required = node.required();
        for (name, schema) in node.properties() {
            if !required.contains(&name.as_str()) && !shared::takes_null(root, schema) {
                f.house(
                    &node.path,
                    format!("`{name}` may be absent and not null, which models write for it"),
                );
            }
        }
    }
    if root.get("additionalProperties") == Some(&Value::Bool(false)) {
        f.house("", "a closed root fails the request for one key too many");
    }
    if shared::recursive(root) {
        f.house("", "gpt-oss models see no definitions");
    }
}

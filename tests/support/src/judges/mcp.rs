//! Model Context Protocol, 2026-07-28: section 14. Clients pass the schema on to providers, so the
//! rules are those that most providers share.

use super::{Findings, shared};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::references_alone(root, f, Findings::house);
    if root.get("properties").is_none() {
        f.house("", "some clients want `properties`");
    }
    if let Err(error) = jsonschema::draft202012::meta::validate(root) {
        f.refused("", format!("no schema of draft 2020-12: {error}"));
    }
    shared::without_keys(root, &["oneOf", "allOf"], f, Findings::house);
}

//! JSON Schema draft 2020-12 itself: the canonical text.

use super::{Findings, shared};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::references_alone(root, f, Findings::house);
    if let Err(error) = jsonschema::draft202012::meta::validate(root) {
        f.refused("", format!("no schema of draft 2020-12: {error}"));
    }
    shared::without_keys(
        root,
        &["definitions", "nullable", "example", "propertyOrdering"],
        f,
        Findings::house,
    );
}

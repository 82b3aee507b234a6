//! Mistral: section 8. Tool schemas are a hint; schema identifiers break its grammar.

use super::{Findings, shared};
use serde_json::Value;

pub fn schema(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::house);
    shared::references_alone(root, f, Findings::house);
    shared::without_keys(root, &["oneOf", "allOf", "const"], f, Findings::house);
}

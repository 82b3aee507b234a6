//! DeepSeek: section 11.

use super::{Findings, keys, shared};
use serde_json::Value;

pub fn schema(root: &Value, strict: bool, f: &mut Findings) {
    shared::everywhere(root, f);
    // An empty `parameters: {}` is rejected.
    if root.get("properties").is_none() {
        f.refused("", "the root has no `properties`");
    }
    shared::complete(root, f, Findings::house);
    shared::references_alone(root, f, Findings::house);
    if strict {
        shared::closed(root, f);
        shared::all_required(root, f);
        shared::typed(root, f, Findings::refused);
        shared::formats(
            root,
            keys::documented("deepseek strict", "formats"),
            f,
            Findings::refused,
        );
        let unsupported = keys::documented("deepseek strict", "refused");
        shared::without_keys(root, unsupported, f, Findings::refused);
        // Its documents spell it `$def`.
        shared::without_keys(root, &["$ref", "$defs", "definitions"], f, Findings::house);
    } else {
        shared::without_keys(root, &["oneOf", "allOf", "const"], f, Findings::house);
    }
}

//! Amazon Bedrock, Converse, with Claude as the model: section 7.

use super::{Findings, anthropic, keys, shared};
use serde_json::Value;

pub fn schema(root: &Value, strict: bool, f: &mut Findings) {
    anthropic::plain(root, f);
    if root.get("type") != Some(&Value::from("object")) {
        f.refused(
            "",
            "inputSchema.json.type must be one of the following: object",
        );
    }
    if strict {
        // The API accepts `minLength` and `maxLength`.
        anthropic::strictly(root, f);
        let refused = keys::of_sdk("bedrock strict", "refused");
        shared::without_keys(root, refused, f, Findings::refused);
        shared::without_keys(root, &["$schema", "title"], f, Findings::house);
    }
}

//! Azure OpenAI: section 3. Same rules as OpenAI. Keywords that its page calls unsupported in
//! strict mode count as findings, although the service accepts them.

use super::{Findings, keys, openai, shared};
use serde_json::Value;

pub fn schema(root: &Value, strict: bool, f: &mut Findings) {
    openai::schema(root, strict, f);
    if strict {
        let unsupported = keys::documented("azure-openai strict", "refused");
        shared::without_keys(root, unsupported, f, Findings::house);
    }
}

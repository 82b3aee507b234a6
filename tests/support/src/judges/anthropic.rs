//! Anthropic, Messages: section 4. Claude on Bedrock shares most of it.

use super::walk::nodes;
use super::{Findings, keys, shared, texts};
use serde_json::Value;

pub fn schema(root: &Value, strict: bool, f: &mut Findings) {
    plain(root, f);
    if strict {
        strictly(root, f);
        // Section 17, 11: the documents and two live tests disagree.
        shared::without_keys(root, &["minLength", "maxLength"], f, Findings::house);
    }
}

pub fn plain(root: &Value, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::house);
    shared::references_alone(root, f, Findings::house);
    texts::property_names(
        root,
        f,
        "^[a-zA-Z0-9_.-]{1,64}$",
        texts::is_dotted,
        Findings::refused,
    );
    if let Err(error) = jsonschema::draft202012::meta::validate(root) {
        f.refused(
            "",
            format!("JSON schema is invalid. It must match JSON Schema draft 2020-12: {error}"),
        );
    }
    // Only unions that every mode accepts.
    shared::without_keys(root, &["oneOf", "allOf", "const"], f, Findings::house);
}

/// Section 4.3, the right column, and 4.4.
pub fn strictly(root: &Value, f: &mut Findings) {
    // The SDK's transform removes more than the API rejects.
    let taken = keys::documented("anthropic strict", "keys");
    let mut refused = keys::of_sdk("anthropic strict", "refused").to_vec();
    refused.retain(|key| !taken.contains(key));
    shared::without_keys(root, &refused, f, Findings::refused);
    shared::closed(root, f);
    shared::formats(
        root,
        keys::of_sdk("anthropic strict", "formats"),
        f,
        Findings::refused,
    );
    for node in nodes(root) {
        if node
            .get("minItems")
            .is_some_and(|least| !matches!(least.as_u64(), Some(0 | 1)))
        {
            f.refused(
                &node.path,
                "'minItems' values other than 0 or 1 are not supported",
            );
        }
        if node.has("allOf") && node.has("$ref") {
            f.refused(&node.path, "`allOf` with `$ref`");
        }
    }
    for (path, pattern) in texts::patterns(root) {
        if texts::is_fancy(&pattern) {
            f.refused(&path, "a pattern that is not simple");
        }
    }
    if shared::recursive(root) {
        f.refused("", "a recursive schema");
    }
    let (optional, unions) = counted(root);
    if optional > 24 {
        f.refused("", format!("{optional} optional parameters (limit: 24)"));
    }
    if unions > 16 {
        f.refused(
            "",
            format!("{unions} parameters with type arrays or anyOf (limit: 16)"),
        );
    }
}

/// Counts the optional and the union-typed parameters that are reached without following a
/// reference.
fn counted(root: &Value) -> (usize, usize) {
    let nodes = nodes(root);
    let reached = || {
        nodes
            .iter()
            .filter(|node| !node.path.starts_with("/$defs/"))
    };
    let optional = reached()
        .map(|node| {
            node.properties().count() - node.required().len().min(node.properties().count())
        })
        .sum();
    let unions = reached()
        .filter(|node| node.has("anyOf") || node.types().len() > 1)
        .count();
    (optional, unions)
}

//! OpenAI, Chat Completions and Responses: section 1.

use super::walk::nodes;
use super::{Findings, keys, shared, texts};
use serde_json::Value;

pub fn schema(root: &Value, strict: bool, f: &mut Findings) {
    shared::everywhere(root, f);
    shared::complete(root, f, Findings::refused);
    if strict {
        strictly(root, f);
    } else {
        for (path, pattern) in texts::patterns(root) {
            if texts::looks_around(&pattern) {
                f.house(&path, "a pattern that looks around");
            }
        }
        shared::references_alone(root, f, Findings::house);
        shared::without_keys(root, &["oneOf", "allOf", "const"], f, Findings::house);
        for node in nodes(root) {
            // Reported for some backends, below the root too. A client's documents claim that it
            // drops such an object.
            if node.is("object") && !node.has("properties") {
                f.house(&node.path, "object schema missing properties");
            }
        }
    }
}

pub fn strictly(root: &Value, f: &mut Findings) {
    let known = keys::documented("openai strict", "keys");
    // `minLength` and `maxLength` were rejected until 2025-12 and accepted in 2026-08; `default`
    // and `examples` are disputed (section 17, 1 and 2). The official SDK sends `$schema` and `$id`
    // at the root.
    let disputed = keys::documented("openai strict", "disputed");
    for node in nodes(root) {
        for key in node.keys().filter(|key| !known.contains(key)) {
            if disputed.contains(&key) {
                f.house(&node.path, format!("`{key}` is disputed"));
            } else {
                f.refused(&node.path, format!("`{key}` is not permitted"));
            }
        }
        if node.has("items") && !node.get("items").is_some_and(Value::is_object) {
            f.refused(&node.path, "`items` is not a schema object");
        }
        if node.schema.is_object()
            && node.types().is_empty()
            && !node.has("$ref")
            && !node.has("anyOf")
        {
            f.refused(&node.path, "schema must have a 'type' key");
        }
        // Section 17, 4: the list has to contain null, or validators reject a value that the type
        // accepts.
        let values = node.get("enum").and_then(Value::as_array);
        if node.is("null")
            && node.types().len() > 1
            && values.is_some_and(|values| !values.contains(&Value::Null))
        {
            f.house(
                &node.path,
                "an enum that may be null by type and not by value",
            );
        }
    }
    shared::references_alone(root, f, Findings::refused);
    shared::closed(root, f);
    shared::all_required(root, f);
    shared::formats(
        root,
        keys::of_sdk("openai strict", "formats"),
        f,
        Findings::refused,
    );
    for (path, pattern) in texts::patterns(root) {
        if texts::looks_around(&pattern) {
            f.refused(&path, "a pattern that looks around");
        }
    }
    limits(root, f);
}

/// Checks the limits of section 1.4.
fn limits(root: &Value, f: &mut Findings) {
    let nodes = nodes(root);
    let properties: usize = nodes.iter().map(|node| node.properties().count()).sum();
    if properties > 5000 {
        f.refused("", format!("{properties} parameters exceeds limit of 5000"));
    }
    let depth = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    if depth > 10 {
        f.refused("", format!("{depth} levels of nesting exceeds limit of 10"));
    }
    let mut characters = 0;
    let mut values = 0;
    for node in &nodes {
        characters += node
            .properties()
            .map(|(name, _)| name.chars().count())
            .sum::<usize>();
        let definitions = node.get("$defs").and_then(Value::as_object);
        characters += definitions
            .into_iter()
            .flatten()
            .map(|(name, _)| name.chars().count())
            .sum::<usize>();
        let texts = node
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let own: usize = texts
            .clone()
            .filter_map(Value::as_str)
            .map(|text| text.chars().count())
            .sum();
        if texts.clone().count() > 250 && own > 15_000 {
            f.refused(&node.path, "a large enum of more than 15000 characters");
        }
        values += texts.count();
        characters += own + node.text("const").map_or(0, |text| text.chars().count());
    }
    if characters > 120_000 {
        f.refused(
            "",
            format!("{characters} characters of names and values exceeds limit of 120000"),
        );
    }
    if values > 1000 {
        f.refused("", format!("{values} enum values exceeds limit of 1000"));
    }
}

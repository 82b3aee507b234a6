//! Gemini and Vertex, the field `parameters`: sections 5.3a and 6. A strict parser reads it into a
//! proto, so any other key is an error.

use super::walk::{Node, nodes};
use super::{Findings, Kind, keys, shared, texts};
use serde_json::Value;

/// The two services that read it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Developer,
    Vertex,
}

impl Backend {
    /// Returns one of the lists that were taken from the proto.
    fn proto(self, list: &str) -> &'static [&'static str] {
        let provider = match self {
            Backend::Developer => "gemini",
            Backend::Vertex => "vertex",
        };
        keys::of_sdk(provider, list)
    }
}

pub fn schema(root: &Value, backend: Backend, f: &mut Findings) {
    shared::everywhere(root, f);
    texts::property_names(
        root,
        f,
        "[A-Za-z_][A-Za-z0-9_]{0,63}",
        texts::is_identifier,
        Findings::house,
    );
    for node in nodes(root) {
        known(&node, backend, f);
        types(&node, backend, f);
        values(&node, backend, f);
    }
}

fn known(node: &Node<'_>, backend: Backend, f: &mut Findings) {
    if !node.schema.is_object() {
        if !(backend == Backend::Vertex && node.place == "additionalProperties") {
            f.refused(&node.path, "a schema that is not an object");
        }
        return;
    }
    for key in node.keys() {
        if !backend.proto("keys").contains(&key) {
            f.refused(
                &node.path,
                format!("Unknown name \"{key}\": Cannot find field."),
            );
        }
    }
    if node.has("anyOf") && node.keys().count() > 1 {
        // The Developer API accepts siblings, at least for some models.
        let kind = if backend == Backend::Vertex {
            Kind::Refused
        } else {
            Kind::House
        };
        f.add(
            kind,
            &node.path,
            "When using any_of, it must be the only field set.",
        );
    }
    // Accepted and ignored, so it gives the model no information.
    for key in ["default", "title"] {
        if node.has(key) {
            f.house(&node.path, format!("`{key}` is ignored"));
        }
    }
}

fn types(node: &Node<'_>, backend: Backend, f: &mut Findings) {
    let names = backend.proto("types");
    match node.get("type") {
        Some(Value::String(name)) => {
            if !names.contains(&name.to_uppercase().as_str()) {
                f.refused(&node.path, format!("type `{name}`"));
            }
            if name.to_uppercase() != *name {
                f.house(
                    &node.path,
                    "a type in lower case, which a strict proto parser does not know",
                );
            }
        }
        Some(_) => f.refused(&node.path, "`type` is no string"),
        None if !node.has("anyOf") && node.schema.is_object() => {
            f.refused(
                &node.path,
                "type: must be specified when not using one_of, any_of or all_of fields",
            );
        }
        None => {}
    }
    if node.is("array") != node.has("items") {
        f.refused(
            &node.path,
            if node.has("items") {
                "`items` without type ARRAY"
            } else {
                "items: missing field"
            },
        );
    }
    if node.is("object") && node.properties().next().is_none() && !node.has("additionalProperties")
    {
        // Rejected in 2024 and 2025; recordings of both services with Gemini 2.0 and 2.5 accepted
        // it.
        f.house(
            &node.path,
            "properties: should be non-empty for OBJECT type",
        );
    }
    for name in node.required() {
        if node
            .get("properties")
            .and_then(|properties| properties.get(name))
            .is_none()
        {
            f.refused(
                &node.path,
                format!("required: property `{name}` is not defined"),
            );
        }
    }
}

fn values(node: &Node<'_>, backend: Backend, f: &mut Findings) {
    if let Some(values) = node.get("enum").and_then(Value::as_array) {
        if values.iter().any(|value| !value.is_string()) {
            f.refused(&node.path, "an enum value that is not a string");
        }
        if values.iter().any(|value| value == "") {
            f.refused(&node.path, "enum: cannot be empty");
        }
        if !node.is("string") && backend == Backend::Developer {
            f.house(&node.path, "enum: only allowed for STRING type");
        }
    }
    let formats: &[&str] = match node.types().first().map(String::as_str) {
        Some("number") => &["float", "double"],
        Some("integer") => &["int32", "int64", "enum"],
        Some("string") => &["enum", "date-time"],
        _ => &[],
    };
    if let Some(format) = node
        .text("format")
        .filter(|format| !formats.contains(format))
    {
        f.refused(&node.path, format!("format `{format}`"));
    }
    for key in backend.proto("counts") {
        // JSON has a proto int64 as a number or as a string.
        if node
            .get(key)
            .is_some_and(|n| n.as_u64().is_none() && n.as_str().is_none())
        {
            f.refused(&node.path, format!("`{key}` is not an integer"));
        }
    }
    // A number field of the proto without presence.
    for key in backend.proto("without_zero") {
        let zero = |n: &Value| n.as_f64() == Some(0.0);
        if node.get(key).is_some_and(zero) {
            f.lost(
                &node.path,
                format!("`{key}` of 0: the proto can't distinguish it from none"),
            );
        }
    }
}

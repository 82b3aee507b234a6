//! The members of a definition that the common model lacks.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::examples::EXAMPLES;
use super::sdk;
use super::shape::Shape;
use crate::decode::Json;
use crate::provider::Provider;

/// A member of a definition that the common model lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// A JSON Pointer into the source.
    pub pointer: String,
    /// The member's name.
    pub name: String,
    /// Its value, as JSON text.
    pub value: String,
}

/// Members that are copied to a provider's declarations if the definition has that provider's
/// shape.
const GIVEN_BACK: [(Shape, &[Provider], &[&str]); 3] = [
    (
        Shape::Mcp,
        &[Provider::Mcp],
        &["icons", "execution", "_meta"],
    ),
    (
        Shape::Anthropic,
        &[Provider::Anthropic],
        &[
            "cache_control",
            "defer_loading",
            "allowed_callers",
            "eager_input_streaming",
        ],
    ),
    (
        Shape::Gemini,
        &[
            Provider::Gemini,
            Provider::GeminiJsonSchema,
            Provider::Vertex,
        ],
        &[
            "behavior",
            "response",
            "responseJsonSchema",
            "response_json_schema",
        ],
    ),
];

/// Returns true if a member is copied to a provider's declarations of definitions in a shape.
pub(super) fn is_given_back(shape: Shape, provider: Provider, name: &str) -> bool {
    // Copied for every shape, because they are examples of the same arguments.
    name == EXAMPLES && provider == Provider::Anthropic
        || GIVEN_BACK.iter().any(|(of, providers, names)| {
            *of == shape && providers.contains(&provider) && names.contains(&written(shape, name))
        })
}

/// A member's name as the provider of the shape spells it.
fn written(shape: Shape, name: &str) -> &str {
    match shape {
        Shape::Mcp => sdk::name(name),
        _ => name,
    }
}

/// Returns the text of the copied members for each provider of the shape.
pub(super) fn extra(shape: Shape, rest: &[(String, String, Json)]) -> Vec<(Provider, String)> {
    let Some((_, providers, names)) = GIVEN_BACK.iter().find(|(of, ..)| *of == shape) else {
        return Vec::new();
    };
    let members: Vec<String> = rest
        .iter()
        .map(|(_, name, value)| (written(shape, name), value))
        .filter(|(name, value)| names.contains(name) && **value != Json::Null)
        .map(|(name, value)| match shape {
            Shape::Mcp => format!("\"{name}\":{}", sdk::value(value.clone()).text()),
            _ => format!("\"{name}\":{}", value.text()),
        })
        .collect();
    if members.is_empty() {
        return Vec::new();
    }
    let members = members.join(",");
    providers
        .iter()
        .map(|provider| (*provider, members.clone()))
        .collect()
}

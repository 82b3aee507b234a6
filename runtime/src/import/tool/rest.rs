//! What stands in a definition beside what every definition has.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::examples::EXAMPLES;
use super::sdk;
use super::shape::Shape;
use crate::decode::Json;
use crate::provider::Provider;

/// A member of a definition that is nothing every definition has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// A JSON Pointer into what was given.
    pub pointer: String,
    /// The member's name.
    pub name: String,
    /// Its value, as JSON text.
    pub value: String,
}

/// Members that a provider's texts have again where the definition came in its shape.
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

/// Whether a member stands again in a provider's texts of definitions in a shape.
pub(super) fn is_given_back(shape: Shape, provider: Provider, name: &str) -> bool {
    // Whatever the shape: they are examples of the same arguments everywhere.
    name == EXAMPLES && provider == Provider::Anthropic
        || GIVEN_BACK.iter().any(|(of, providers, names)| {
            *of == shape && providers.contains(&provider) && names.contains(&written(shape, name))
        })
}

/// A member's name as the provider of the shape has it.
fn written(shape: Shape, name: &str) -> &str {
    match shape {
        Shape::Mcp => sdk::name(name),
        _ => name,
    }
}

/// What stands again in the texts of providers whose shape it is.
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

//! What stands in a definition beside what every definition has.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

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

/// The members that stand again in a provider's texts of definitions in a shape.
pub(super) fn given_back(shape: Shape, provider: Provider) -> &'static [&'static str] {
    GIVEN_BACK
        .iter()
        .find(|(of, providers, _)| *of == shape && providers.contains(&provider))
        .map_or(&[], |(_, _, names)| *names)
}

/// What stands again in the texts of providers whose shape it is.
pub(super) fn extra(shape: Shape, rest: &[(String, String, Json)]) -> Vec<(Provider, String)> {
    let Some((_, providers, names)) = GIVEN_BACK.iter().find(|(of, ..)| *of == shape) else {
        return Vec::new();
    };
    let members: Vec<String> = rest
        .iter()
        .filter(|(_, name, _)| names.contains(&name.as_str()))
        .map(|(_, name, value)| format!("\"{name}\":{}", value.text()))
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

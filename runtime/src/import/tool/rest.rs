//! The members of a definition that the common model lacks.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::examples::EXAMPLES;
use super::sdk;
use crate::decode::Json;
use crate::provider::{Provider, ToolFormat};

/// A member of a definition that the common model lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtraField {
    /// A JSON Pointer into the source.
    pub pointer: String,
    /// The member's name.
    pub name: String,
    /// Its value, as JSON text.
    pub value: String,
}

/// Returns true if a member is copied to a provider's declarations of definitions in a shape.
pub(super) fn is_given_back(shape: ToolFormat, provider: Provider, name: &str) -> bool {
    let form = provider.tool_form();
    // Examples are copied for every shape, because they are examples of the same arguments.
    name == EXAMPLES && form.examples
        || form.shape == shape && form.members.contains(&written(shape, name))
}

/// A member's name as the provider of the shape spells it.
fn written(shape: ToolFormat, name: &str) -> &str {
    match shape {
        ToolFormat::Mcp => sdk::name(name),
        _ => name,
    }
}

/// Returns the text of the copied members for each provider of the shape.
pub(super) fn extra(shape: ToolFormat, rest: &[(String, String, Json)]) -> Vec<(Provider, String)> {
    let text = |(name, value): (&str, &Json)| match shape {
        ToolFormat::Mcp => format!("\"{name}\":{}", sdk::value(value.clone()).text()),
        _ => format!("\"{name}\":{}", value.text()),
    };
    let of = |provider: Provider| {
        let form = provider.tool_form();
        let members: Vec<String> = rest
            .iter()
            .map(|(_, name, value)| (written(shape, name), value))
            .filter(|(name, value)| form.members.contains(name) && **value != Json::Null)
            .map(text)
            .collect();
        (form.shape == shape && !members.is_empty()).then(|| (provider, members.join(",")))
    };
    Provider::ALL.iter().copied().filter_map(of).collect()
}

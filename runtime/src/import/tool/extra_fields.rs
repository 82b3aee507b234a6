//! The members of a definition that the common model lacks.

use super::examples::EXAMPLES;
use super::sdk;
use crate::decode::JsonTree;
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

/// Returns true if a member is copied to a provider's declarations of definitions in a format.
pub(super) fn is_given_back(format: ToolFormat, provider: Provider, name: &str) -> bool {
    let form = provider.tool_form();
    // Examples are copied for every format, because they are examples of the same arguments.
    name == EXAMPLES && form.examples
        || form.format == format && form.members.contains(&written(format, name))
}

/// A member's name as the provider of the format spells it.
fn written(format: ToolFormat, name: &str) -> &str {
    match format {
        ToolFormat::Mcp => sdk::name(name),
        _ => name,
    }
}

/// Returns the text of the copied members for each provider of the format.
pub(super) fn extra(
    format: ToolFormat,
    rest: &[(String, String, JsonTree)],
) -> Vec<(Provider, String)> {
    let text = |(name, value): (&str, &JsonTree)| match format {
        ToolFormat::Mcp => format!("\"{name}\":{}", sdk::value(value.clone()).text()),
        _ => format!("\"{name}\":{}", value.text()),
    };
    let of = |provider: Provider| {
        let form = provider.tool_form();
        let members: Vec<String> = rest
            .iter()
            .map(|(_, name, value)| (written(format, name), value))
            .filter(|(name, value)| form.members.contains(name) && **value != JsonTree::Null)
            .map(text)
            .collect();
        (form.format == format && !members.is_empty()).then(|| (provider, members.join(",")))
    };
    Provider::ALL.iter().copied().filter_map(of).collect()
}

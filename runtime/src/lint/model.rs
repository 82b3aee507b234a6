//! The model of a request, if its rules differ from those of the provider's other models.

use serde_json::Value;

use crate::provider::{ModelName, ModelRules, Provider};

/// Returns the rules of a request's model. An unknown name has none.
pub(super) fn rules_of(provider: Provider, request: &Value) -> Option<&'static ModelRules> {
    let name = ["model", "modelId"]
        .iter()
        .find_map(|key| request.get(*key)?.as_str())?;
    let is = |part: &&str| base(name).to_ascii_lowercase().contains(part);
    let models = provider.refusal().models.iter();
    let mut models = models.filter(|model| match model.name {
        ModelName::Starts(start) => name.starts_with(start),
        ModelName::Has(parts) => parts.iter().any(is),
    });
    models.next()
}

/// Returns the base model of a name such as `ft:gpt-4o:team::id`, whose rules apply to it too.
/// Other names are returned unchanged.
fn base(name: &str) -> &str {
    match name.strip_prefix("ft:") {
        Some(tuned) => tuned.split(':').next().unwrap_or(tuned),
        None => name,
    }
}

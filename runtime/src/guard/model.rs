//! The model of a request, if its rules differ from the provider's other models.

use serde_json::Value;

use crate::provider::Provider;

/// The kind of model, recognised by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// A model without special rules.
    Any,
    /// A fine-tuned OpenAI model.
    Tuned,
    /// Grok, unless xAI serves it.
    Grok,
    /// gpt-oss.
    GptOss,
    /// A Bedrock model that rejects the member `strict`.
    NeverStrict,
}

impl Model {
    /// Returns the kind of a request's model. An unknown name gives [`Any`](Self::Any).
    pub(super) fn of(provider: Provider, request: &Value) -> Self {
        let name = ["model", "modelId"]
            .iter()
            .find_map(|key| request.get(*key)?.as_str());
        let Some(name) = name else {
            return Model::Any;
        };
        let is = |part: &str| base(name).to_ascii_lowercase().contains(part);
        match provider {
            Provider::AzureOpenAi if is("grok") => Model::Grok,
            Provider::OpenAi | Provider::OpenAiResponses if name.starts_with("ft:") => Model::Tuned,
            Provider::Groq if is("gpt-oss") => Model::GptOss,
            Provider::Bedrock
                if ["amazon.nova", "llama", "gpt-oss"]
                    .iter()
                    .any(|part| is(part)) =>
            {
                Model::NeverStrict
            }
            _ => Model::Any,
        }
    }
}

/// Returns the base model of a name such as `ft:gpt-4o:team::id`, whose rules apply to it too.
/// Other names are returned unchanged.
fn base(name: &str) -> &str {
    match name.strip_prefix("ft:") {
        Some(tuned) => tuned.split(':').next().unwrap_or(tuned),
        None => name,
    }
}

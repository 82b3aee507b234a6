//! The model of a request, as far as other rules hold for it than for its provider's others.

use serde_json::Value;

use crate::provider::Provider;

/// What is known of the model by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// Nothing that matters.
    Any,
    /// One of OpenAI's that somebody trained further.
    Tuned,
    /// Grok, where it is not xAI that serves it.
    Grok,
    /// gpt-oss.
    GptOss,
    /// On Bedrock, one that refuses the member `strict`.
    NeverStrict,
}

impl Model {
    /// Of a request; a name that nobody knows is any model's.
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

/// The model that `ft:gpt-4o:team::id` was made of; any other name as it is. The rules of the base hold for it too.
fn base(name: &str) -> &str {
    match name.strip_prefix("ft:") {
        Some(tuned) => tuned.split(':').next().unwrap_or(tuned),
        None => name,
    }
}

//! The providers, by name.

use core::fmt;
use core::str::FromStr;

/// Who reads a tool's declaration. Each gets a text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Provider {
    /// OpenAI, Chat Completions.
    OpenAi,
    /// OpenAI, Responses.
    OpenAiResponses,
    /// Azure OpenAI (Microsoft Foundry), Chat Completions.
    AzureOpenAi,
    /// Anthropic, Messages.
    Anthropic,
    /// Gemini API, the field `parameters`.
    Gemini,
    /// Gemini API and Vertex AI, the field `parametersJsonSchema`.
    GeminiJsonSchema,
    /// Vertex AI, the field `parameters`.
    Vertex,
    /// Amazon Bedrock, Converse.
    Bedrock,
    /// Mistral.
    Mistral,
    /// Cohere, version 2.
    Cohere,
    /// xAI.
    XAi,
    /// DeepSeek.
    DeepSeek,
    /// Groq.
    Groq,
    /// Ollama, its own API.
    Ollama,
    /// Model Context Protocol, an entry of `tools/list`.
    Mcp,
    /// JSON Schema draft 2020-12: the schema of the parameters itself.
    JsonSchema,
    /// For hosts that nobody tested: the envelope of OpenAI, and only what every provider accepts.
    Portable,
}

impl Provider {
    /// How many there are.
    pub const COUNT: usize = 17;

    /// All of them, in order of declaration.
    pub const ALL: [Provider; Self::COUNT] = [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::AzureOpenAi,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
        Provider::Bedrock,
        Provider::Mistral,
        Provider::Cohere,
        Provider::XAi,
        Provider::DeepSeek,
        Provider::Groq,
        Provider::Ollama,
        Provider::Mcp,
        Provider::JsonSchema,
        Provider::Portable,
    ];

    /// The name, in lower case with hyphens: what [`FromStr`] reads and [`Display`](fmt::Display) writes.
    pub const fn name(self) -> &'static str {
        match self {
            Provider::OpenAi => "openai",
            Provider::OpenAiResponses => "openai-responses",
            Provider::AzureOpenAi => "azure-openai",
            Provider::Anthropic => "anthropic",
            Provider::Gemini => "gemini",
            Provider::GeminiJsonSchema => "gemini-json-schema",
            Provider::Vertex => "vertex",
            Provider::Bedrock => "bedrock",
            Provider::Mistral => "mistral",
            Provider::Cohere => "cohere",
            Provider::XAi => "xai",
            Provider::DeepSeek => "deepseek",
            Provider::Groq => "groq",
            Provider::Ollama => "ollama",
            Provider::Mcp => "mcp",
            Provider::JsonSchema => "json-schema",
            Provider::Portable => "portable",
        }
    }

    /// The place in [`ALL`](Self::ALL).
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// This provider's bit in a set of providers.
    #[doc(hidden)]
    pub const fn bit(self) -> u32 {
        1 << (self as u32)
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Provider {
    type Err = UnknownProvider;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|provider| provider.name() == name)
            .ok_or(UnknownProvider(()))
    }
}

/// No provider has this name. Its text lists those there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProvider(());

impl fmt::Display for UnknownProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown provider, expected one of ")?;
        for (i, provider) in Provider::ALL.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(provider.name())?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownProvider {}

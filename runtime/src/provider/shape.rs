//! The shapes of tool definitions.

use core::fmt;
use core::str::FromStr;

use super::Provider;

/// The format of a tool definition: the provider's envelope around its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Shape {
    /// `{"type":"function","function":{"name", "description", "parameters", "strict"}}`: OpenAI's
    /// Chat Completions, Azure, Mistral, Cohere, xAI, DeepSeek, Groq, Ollama and most others.
    OpenAi,
    /// `{"type":"function","name", "description", "parameters", "strict"}`: OpenAI's Responses.
    OpenAiResponses,
    /// `{"name", "description", "input_schema"}`.
    Anthropic,
    /// `{"name", "description", "parameters"}` or `parametersJsonSchema`: Gemini and Vertex AI, and
    /// OpenAI's deprecated `functions`.
    Gemini,
    /// `{"toolSpec":{"name", "description", "inputSchema":{"json"}}}`.
    Bedrock,
    /// `{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}`.
    Mcp,
    /// A JSON Schema of the parameters, with the tool's name in its `title`.
    JsonSchema,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 7] = [
        Shape::OpenAi,
        Shape::OpenAiResponses,
        Shape::Anthropic,
        Shape::Gemini,
        Shape::Bedrock,
        Shape::Mcp,
        Shape::JsonSchema,
    ];

    /// The name, in lower case with hyphens, as written by [`Display`](fmt::Display).
    pub const fn name(self) -> &'static str {
        match self {
            Shape::OpenAi => "openai",
            Shape::OpenAiResponses => "openai-responses",
            Shape::Anthropic => "anthropic",
            Shape::Gemini => "gemini",
            Shape::Bedrock => "bedrock",
            Shape::Mcp => "mcp",
            Shape::JsonSchema => "json-schema",
        }
    }

    /// The shape of a provider's definitions.
    pub const fn of(provider: Provider) -> Self {
        provider.tool_form().shape
    }

    /// The providers to which `"strict": true` in this shape applies.
    pub(crate) fn strict_for(self) -> u32 {
        let meant = |provider: &Provider| provider.tool_form().strict_of.contains(&self);
        let meant = Provider::ALL.into_iter().filter(meant);
        meant.fold(0, |all, provider| all | provider.bit())
    }
}

impl From<Provider> for Shape {
    fn from(provider: Provider) -> Self {
        Shape::of(provider)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shape {
    type Err = UnknownShape;

    /// Parses a shape's name, or the name of a provider with that shape: `mistral` is `openai`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        name.parse::<Provider>()
            .map(Shape::of)
            .map_err(|_| UnknownShape(()))
    }
}

/// The text is not the name of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownShape(());

impl fmt::Display for UnknownShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown shape; the names are")?;
        for (i, shape) in Shape::ALL.iter().enumerate() {
            let comma = if i == 0 { " " } else { ", " };
            write!(f, "{comma}{shape}")?;
        }
        f.write_str(", and those of providers")
    }
}

impl core::error::Error for UnknownShape {}

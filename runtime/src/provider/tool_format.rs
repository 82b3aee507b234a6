//! The formats of tool definitions, and what a provider takes in its own.

use core::fmt;
use core::str::FromStr;

use super::Provider;

/// The format of a tool definition: the provider's envelope around its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ToolFormat {
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

impl ToolFormat {
    /// All formats.
    pub const ALL: &[ToolFormat] = &[
        ToolFormat::OpenAi,
        ToolFormat::OpenAiResponses,
        ToolFormat::Anthropic,
        ToolFormat::Gemini,
        ToolFormat::Bedrock,
        ToolFormat::Mcp,
        ToolFormat::JsonSchema,
    ];

    /// The name, in lower case with hyphens, as written by [`Display`](fmt::Display).
    pub const fn name(self) -> &'static str {
        match self {
            ToolFormat::OpenAi => "openai",
            ToolFormat::OpenAiResponses => "openai-responses",
            ToolFormat::Anthropic => "anthropic",
            ToolFormat::Gemini => "gemini",
            ToolFormat::Bedrock => "bedrock",
            ToolFormat::Mcp => "mcp",
            ToolFormat::JsonSchema => "json-schema",
        }
    }

    /// The providers to which `"strict": true` in this format applies.
    pub(crate) fn strict_for(self) -> u32 {
        let meant = |provider: &Provider| provider.tool_form().strict_of.contains(&self);
        let meant = Provider::ALL.iter().copied().filter(meant);
        meant.fold(0, |all, provider| all | provider.bit())
    }
}

impl From<Provider> for ToolFormat {
    /// Returns the format of the provider's tool definitions.
    fn from(provider: Provider) -> Self {
        provider.tool_form().format
    }
}

impl fmt::Display for ToolFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ToolFormat {
    type Err = UnknownToolFormat;

    /// Parses a format's name, or the name of a provider with that format: `mistral` is `openai`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        name.parse::<Provider>()
            .map(ToolFormat::from)
            .map_err(|_| UnknownToolFormat(()))
    }
}

/// The error of parsing a [`ToolFormat`]: the text is neither the name of a format nor of a
/// provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownToolFormat(());

impl fmt::Display for UnknownToolFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown format; the names are")?;
        for (i, format) in ToolFormat::ALL.iter().enumerate() {
            let comma = if i == 0 { " " } else { ", " };
            write!(f, "{comma}{format}")?;
        }
        f.write_str(", and those of providers")
    }
}

impl core::error::Error for UnknownToolFormat {}

/// The members of a provider's tool definitions.
#[derive(Clone, Copy)]
pub(crate) struct ToolForm {
    pub(crate) format: ToolFormat,
    /// The formats whose `"strict": true` is meant for this provider.
    pub(crate) strict_of: &'static [ToolFormat],
    /// The members that the common model lacks and that a declaration keeps, if the definition has
    /// this format.
    pub(crate) members: &'static [&'static str],
    /// `input_examples` is accepted.
    pub(crate) examples: bool,
}

impl ToolForm {
    /// The common model's members in this format, without strict mode.
    pub(super) const fn plain(format: ToolFormat) -> Self {
        ToolForm {
            format,
            strict_of: &[],
            members: &[],
            examples: false,
        }
    }
}

//! The APIs, and what hosts with the same API take.

/// The API of a provider.
#[derive(Clone, Copy)]
pub(crate) enum Api {
    /// OpenAI's Chat Completions.
    Chat(Chat),
    Responses,
    Anthropic,
    Gemini,
    Bedrock,
    Cohere,
    Ollama,
    Mcp,
    /// There are no calls.
    None,
}

/// Features of a host with OpenAI's Chat Completions.
#[derive(Clone, Copy)]
pub(crate) struct Chat {
    /// `tool_choice` accepts a list of tools.
    pub(crate) allowed_tools: bool,
    /// `tool_choice` accepts `none`. Otherwise no tools are declared.
    pub(crate) none: bool,
    /// `parallel_tool_calls` is supported.
    pub(crate) parallel: bool,
    /// A message of the user may follow a result.
    pub(crate) user_after_result: bool,
    pub(crate) style: MessageStyle,
}

/// The differences between providers with messages in OpenAI's format.
#[derive(Clone, Copy)]
pub(crate) struct MessageStyle {
    /// Image parts are supported.
    pub(crate) images: bool,
    /// Audio and file parts are supported.
    pub(crate) files: bool,
    /// The role `developer` is supported.
    pub(crate) developer: bool,
    /// A result includes the tool's name.
    pub(crate) named: bool,
}

impl MessageStyle {
    /// Text and images: what most hosts document.
    pub(crate) const IMAGES: Self = MessageStyle {
        images: true,
        files: false,
        developer: false,
        named: false,
    };
}

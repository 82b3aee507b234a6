//! The layout of a chat request's body.

/// The positions of the parts of a chat request in its body.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// The member that has the messages.
    pub(crate) messages: &'static str,
    pub(crate) system: SystemText,
    /// The model is the member `model`. Otherwise it is a part of the URL.
    pub(crate) model: bool,
    /// The path to the limit on the answer's tokens.
    pub(crate) max_tokens: &'static [&'static str],
    /// The limit that is sent if the program sets none, for a provider that requires one.
    pub(crate) required_max_tokens: Option<u32>,
    /// The path to the temperature.
    pub(crate) temperature: &'static [&'static str],
    /// The members of a request for a complete answer, as a JSON object.
    pub(crate) complete: &'static str,
    /// The members of a request for a streamed answer, as a JSON object.
    pub(crate) streamed: &'static str,
    /// The media that a message of the user may have besides text, for messages.
    pub(crate) media: &'static str,
    /// The API rejects a request with two documents of one name, also in different messages:
    /// "Messages can't contain duplicate document names" (github.com/BerriAI/litellm/pull/30093).
    pub(crate) unique_document_names: bool,
    /// A request whose messages have calls needs a declaration of tools.
    pub(crate) calls_need_tools: bool,
    /// The finish reasons after which the conversation is sent again unchanged.
    pub(crate) paused: &'static [&'static str],
}

/// The position of the system text.
#[derive(Clone, Copy)]
pub(crate) enum SystemText {
    /// The first message.
    Message,
    /// A member with the text.
    Text(&'static str),
    /// A member with a list: `[{"text":..}]`.
    List(&'static str),
    /// A member with parts: `{"parts":[{"text":..}]}`.
    Parts(&'static str),
}

impl Layout {
    /// OpenAI's Chat Completions, as most hosts document it. `max_tokens` is deprecated at OpenAI
    /// itself.
    pub(super) const CHAT: Self = Layout {
        messages: "messages",
        system: SystemText::Message,
        model: true,
        max_tokens: &["max_tokens"],
        required_max_tokens: None,
        temperature: &["temperature"],
        complete: "{}",
        streamed: r#"{"stream":true}"#,
        media: "images (PNG, JPEG, GIF, WebP) as bytes or by URL",
        unique_document_names: false,
        calls_need_tools: false,
        paused: &[],
    };
}

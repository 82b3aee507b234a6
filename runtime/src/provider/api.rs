//! The APIs, and what hosts with the same API take.

use super::ChoiceFormat;
#[cfg(feature = "testing")]
use super::HostAnswer;

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
    /// A format for declarations alone, without calls.
    None,
}

/// An API's words for the reasons to stop. The first of each is the one of most answers.
#[derive(Clone, Copy)]
pub(crate) struct StopWords {
    pub(crate) stop: &'static [&'static str],
    /// The model waits for results. Some APIs have no word for it but `stop`.
    pub(crate) calls: &'static [&'static str],
    pub(crate) length: &'static [&'static str],
    pub(crate) refused: &'static [&'static str],
}

impl Api {
    /// Its form of a tool choice.
    pub(crate) const fn tool_choice(&self) -> &'static ChoiceFormat {
        match self {
            Api::Chat(chat) => chat.tool_choice,
            Api::Responses => &ChoiceFormat::RESPONSES,
            Api::Anthropic => &ChoiceFormat::ANTHROPIC,
            Api::Gemini => &ChoiceFormat::GEMINI,
            Api::Bedrock => &ChoiceFormat::BEDROCK,
            Api::Cohere => &ChoiceFormat::COHERE,
            Api::Ollama | Api::Mcp | Api::None => &ChoiceFormat::NONE,
        }
    }

    /// Its words for the reasons to stop.
    pub(crate) const fn stop_words(&self) -> StopWords {
        match self {
            Api::Chat(_) => StopWords {
                stop: &["stop"],
                calls: &["tool_calls", "function_call"],
                // The second is Mistral's.
                length: &["length", "model_length"],
                refused: &["content_filter"],
            },
            Api::Anthropic => StopWords {
                refused: &["refusal"],
                ..Self::BLOCKS
            },
            Api::Bedrock => StopWords {
                refused: &["guardrail_intervened", "content_filtered"],
                ..Self::BLOCKS
            },
            Api::Gemini => StopWords {
                stop: &["STOP"],
                calls: &[],
                length: &["MAX_TOKENS"],
                refused: &[
                    "SAFETY",
                    "PROHIBITED_CONTENT",
                    "BLOCKLIST",
                    "SPII",
                    "RECITATION",
                    "MODEL_ARMOR",
                    "IMAGE_SAFETY",
                    "IMAGE_PROHIBITED_CONTENT",
                    "IMAGE_RECITATION",
                ],
            },
            Api::Cohere => StopWords {
                stop: &["COMPLETE", "STOP_SEQUENCE"],
                calls: &["TOOL_CALL"],
                length: &["MAX_TOKENS"],
                refused: &[],
            },
            Api::Ollama => StopWords {
                stop: &["stop"],
                calls: &[],
                length: &["length"],
                refused: &[],
            },
            // Their responses have no single word.
            Api::Responses | Api::Mcp | Api::None => StopWords {
                stop: &[],
                calls: &[],
                length: &[],
                refused: &[],
            },
        }
    }

    /// Of Anthropic's models, also on Bedrock.
    const BLOCKS: StopWords = StopWords {
        stop: &["end_turn", "stop_sequence"],
        calls: &["tool_use"],
        length: &["max_tokens", "model_context_window_exceeded"],
        refused: &[],
    };
}

/// Features of a host with OpenAI's Chat Completions.
#[derive(Clone, Copy)]
pub(crate) struct Chat {
    pub(crate) tool_choice: &'static ChoiceFormat,
    /// A message of the user may follow a result.
    pub(crate) user_after_result: bool,
    pub(crate) style: MessageStyle,
    /// The members of its answers, for a scripted model.
    #[cfg(feature = "testing")]
    pub(crate) answer: HostAnswer,
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
    /// An answer with calls needs its thoughts, which may be empty, under this key.
    pub(crate) thoughts: Option<&'static str>,
}

impl MessageStyle {
    /// Text and images: what most hosts document.
    pub(crate) const IMAGES: Self = MessageStyle {
        images: true,
        files: false,
        developer: false,
        named: false,
        thoughts: None,
    };
}

//! The empty texts that a provider rejects in a conversation.

#[cfg(feature = "lint")]
use super::Citation;

/// A provider's rules for empty texts.
#[derive(Clone, Copy)]
pub(crate) struct Empties {
    /// The member of a message that has its content.
    pub(crate) key: &'static str,
    /// The kind of content parts that are rejected if empty.
    pub(crate) parts: TextParts,
    /// White space alone counts as empty.
    pub(crate) blank: bool,
    /// Content required in a message of the model without calls.
    pub(crate) answer: ContentNeed,
    /// Content required in a message of the model with calls outside its content.
    pub(crate) calling: ContentNeed,
    /// Content required in any other message.
    pub(crate) other: ContentNeed,
    /// Roles must alternate or follow an order, so an empty message is replaced instead of removed.
    pub(crate) ordered: bool,
    /// The evidence for the rules.
    #[cfg(feature = "lint")]
    pub(crate) because: Citation,
}

/// The format of text parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextParts {
    /// No part is rejected.
    Any,
    /// `{"type":"text","text":..}`
    Anthropic,
    /// `{"text":..}`
    Bedrock,
    /// `{"text":..}`, optionally with `thought`. A part with a signature may have an empty text.
    Gemini,
}

/// The amount of content that a message needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ContentNeed {
    Nothing,
    /// A text, which may be empty.
    Content,
    Text,
}

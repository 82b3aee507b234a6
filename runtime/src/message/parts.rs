//! The provider-independent message model.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::media::{Media, MediaSource};
use crate::call::{Content, ToolCall, ToolResult};
use crate::schema::SchemaRef;

/// A message in the provider-independent model.
///
/// ```
/// use toolcast::wire::{Message, Part, write_messages};
/// use toolcast::Provider;
///
/// let messages = [
///     Message::System("Be brief.".into()),
///     Message::User(vec![Part::text("Hello")]),
/// ];
/// let written = write_messages(&messages, Provider::Anthropic)?;
/// assert_eq!(written.system, ["Be brief."]);
/// assert_eq!(written.messages[0]["role"], "user");
/// # Ok::<(), toolcast::WireError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// A system message.
    System(String),
    /// A message in OpenAI's role `developer`, which other providers call `system`.
    Developer(String),
    /// A message of the user.
    User(Vec<Part>),
    /// A message of the model: text, then calls.
    Assistant {
        /// The model's text.
        text: String,
        /// The calls, in order.
        calls: Vec<ToolCall>,
    },
    /// The results of the preceding message's calls.
    Results(Vec<ToolResultMessage>),
}

pub(crate) type NumberedMessage<'m> = (usize, Cow<'m, Message>);

/// A part of a user's message or of a result.
///
/// ```
/// use toolcast::wire::Part;
/// use toolcast::{Conversation, Provider, ToolSet};
///
/// let png = b"\x89PNG";
/// let mut chat = Conversation::new(Provider::Gemini, "a-model");
/// chat.user_parts([Part::text("What is this?"), Part::image("image/png", png)])?;
/// let request = chat.request(&ToolSet::default())?;
/// assert_eq!(request["contents"][0]["parts"][0]["text"], "What is this?");
/// # Ok::<(), toolcast::conversation::ConversationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text(String),
    /// A JSON value as text; only in results.
    Json(String),
    /// Media other than text.
    Media(Media),
}

/// The result of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResultMessage {
    /// The call's id.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The result's content.
    pub parts: Vec<Part>,
    /// `true` if the call failed. The parts then describe the error.
    pub is_error: bool,
}

impl Part {
    /// Creates a part with text.
    pub fn text(text: impl Into<String>) -> Self {
        Part::Text(text.into())
    }

    /// Creates an image from its raw bytes (not base64). An example of a media type is `image/png`.
    pub fn image(media_type: &str, bytes: &[u8]) -> Self {
        Part::Media(Media::new(media_type, "", bytes))
    }

    /// Creates an image at a URL. A URL such as `data:image/png;base64,..` contains the bytes;
    /// another one has no known format, so the media type is `image/*`.
    pub fn image_at(url: &str) -> Self {
        let mut media = Media::from_url(url, "");
        if media.media_type.is_empty() {
            media.media_type = String::from("image/*");
        }
        Part::Media(media)
    }

    /// Creates a file from its raw bytes (not base64): a document, or audio.
    pub fn file(media_type: &str, name: impl Into<String>, bytes: &[u8]) -> Self {
        Part::Media(Media::new(media_type, name, bytes))
    }

    /// Creates a file at a URL.
    pub fn file_at(media_type: &str, name: impl Into<String>, url: impl Into<String>) -> Self {
        Part::Media(Media::at_url(media_type, name, url))
    }

    pub(crate) fn media(media_type: &str, name: &str, source: MediaSource) -> Self {
        Part::Media(Media::of(media_type, name.to_owned(), source))
    }

    /// Returns a tool's text as a JSON part if it is an object or a list.
    pub(crate) fn text_or_json(text: &str) -> Self {
        let begins = text.starts_with(['{', '[']);
        if begins && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
            Part::Json(text.to_owned())
        } else {
            Part::Text(text.to_owned())
        }
    }

    pub(crate) fn or_json(self) -> Self {
        match self {
            Part::Text(text) => Self::text_or_json(&text),
            other => other,
        }
    }
}

impl From<&ToolResult> for ToolResultMessage {
    fn from(result: &ToolResult) -> Self {
        ToolResultMessage {
            id: result.call.id.clone(),
            name: result.call.name.clone(),
            parts: result.content.iter().map(part_of).collect(),
            is_error: result.is_error(),
        }
    }
}

impl ToolResultMessage {
    /// Creates the result of a call that succeeded.
    pub fn new(id: impl Into<String>, name: impl Into<String>, parts: Vec<Part>) -> Self {
        ToolResultMessage {
            id: id.into(),
            name: name.into(),
            parts,
            is_error: false,
        }
    }

    /// Creates the result of a call that failed. The parts describe the error.
    pub fn error(id: impl Into<String>, name: impl Into<String>, parts: Vec<Part>) -> Self {
        ToolResultMessage {
            is_error: true,
            ..ToolResultMessage::new(id, name, parts)
        }
    }

    fn view(&self) -> ResultView<'_> {
        ResultView {
            id: self.id.as_str(),
            name: &self.name,
            body: match self.parts.as_slice() {
                [Part::Text(text)] => ResultBody::Text(text),
                [Part::Json(text)] => ResultBody::Json(text),
                parts => ResultBody::Parts(Cow::Borrowed(parts)),
            },
            is_error: self.is_error,
            output: None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ResultView<'r> {
    pub(crate) id: &'r str,
    pub(crate) name: &'r str,
    pub(crate) body: ResultBody<'r>,
    pub(crate) is_error: bool,
    /// The tool's output schema, if it declares one and the result is a regular answer.
    pub(crate) output: Option<SchemaRef>,
}

#[derive(Clone, Debug)]
pub(crate) enum ResultBody<'r> {
    Text(&'r str),
    /// A JSON value as text.
    Json(&'r str),
    /// Zero or several parts, or media.
    Parts(Cow<'r, [Part]>),
}

pub(crate) fn result_views(results: &[ToolResultMessage]) -> Vec<ResultView<'_>> {
    results.iter().map(ToolResultMessage::view).collect()
}

impl<'r> ResultView<'r> {
    pub(crate) fn of(result: &'r ToolResult) -> Self {
        ResultView {
            id: result.call.id.as_str(),
            name: &result.call.name,
            body: match result.content.as_slice() {
                [Content::Text(text)] => ResultBody::Text(text),
                [Content::Json(text)] => ResultBody::Json(text),
                parts => ResultBody::Parts(parts.iter().map(part_of).collect()),
            },
            is_error: result.is_error(),
            output: result.output,
        }
    }
}

/// The placeholder for a provider that rejects an empty text.
pub(crate) const EMPTY_CONTENT: &str = "(nothing)";

/// The prefix of an error's text for providers without an error flag.
pub(crate) const ERROR: &str = "Error: ";

fn part_of(content: &Content) -> Part {
    match content {
        Content::Text(text) => Part::Text(text.clone()),
        Content::Json(text) => Part::Json(text.clone()),
        Content::Image { media_type, data } | Content::Audio { media_type, data } => {
            Part::image(media_type, data)
        }
        Content::File {
            media_type,
            name,
            data,
        } => Part::file(media_type, name, data),
    }
}

//! The provider-independent message model.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::call::{CallId, Content, ToolCall, ToolResult};
use crate::schema::SchemaRef;
use crate::text::excerpt;

/// A message in the provider-independent model.
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

/// A message with the index of the old message that it starts with.
pub(crate) type Numbered<'m> = (usize, Cow<'m, Message>);

/// A part of a user's message or of a result.
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

/// An image, audio, or another file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Media {
    /// The media type, such as `image/png`; empty if unknown.
    pub media_type: String,
    /// The file's name; empty if it has none.
    pub name: String,
    /// The data or its URL.
    pub source: MediaSource,
}

/// A file's data, or its URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum MediaSource {
    /// Inline data, base64-encoded.
    Base64(String),
    /// The URL of the data.
    Url(String),
}

/// The result of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResultMessage {
    /// The call's id.
    pub id: CallId,
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

    /// Creates an image from its bytes, which aren't encoded. The media type is such as
    /// `image/png`.
    pub fn image(media_type: &str, bytes: &[u8]) -> Self {
        Part::media(media_type, "", MediaSource::of(bytes))
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

    /// Creates a file from its bytes, which aren't encoded: a document, or audio.
    pub fn file(media_type: &str, name: &str, bytes: &[u8]) -> Self {
        Part::media(media_type, name, MediaSource::of(bytes))
    }

    /// Creates a file at a URL.
    pub fn file_at(media_type: &str, name: &str, url: &str) -> Self {
        Part::media(media_type, name, MediaSource::Url(url.to_owned()))
    }

    pub(crate) fn media(media_type: &str, name: &str, source: MediaSource) -> Self {
        Part::Media(Media::new(media_type, name, source))
    }
}

/// Returns a media type as providers write it: in lower case, and without parameters. A text in
/// another character set and raw audio keep them, because their bytes mean nothing without.
fn as_providers_write(media_type: &str) -> String {
    let (kind, parameters) = media_type.split_once(';').unwrap_or((media_type, ""));
    let kind = kind.trim().to_ascii_lowercase();
    let charset = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| value.trim().trim_matches('"').to_ascii_lowercase())
    });
    let is_utf8 = charset.is_none_or(|charset| matches!(&*charset, "utf-8" | "us-ascii"));
    let needs_them = kind == "audio/l16" || (kind.starts_with("text/") && !is_utf8);
    if needs_them && !parameters.is_empty() {
        format!("{kind};{parameters}")
    } else {
        kind
    }
}

impl MediaSource {
    fn of(bytes: &[u8]) -> Self {
        MediaSource::Base64(data_encoding::BASE64.encode(bytes))
    }
}

impl Media {
    /// Creates media. The media type is such as `image/png`; it gets lower case and loses its
    /// parameters, as providers write it. It and the name may be empty.
    pub fn new(media_type: &str, name: &str, source: MediaSource) -> Self {
        Media {
            media_type: as_providers_write(media_type),
            name: name.to_owned(),
            source,
        }
    }

    /// Returns the file's name, or a placeholder because some providers require one.
    pub(crate) fn file_name(&self) -> &str {
        match self.name.as_str() {
            "" => "file",
            name => name,
        }
    }

    /// Returns `true` for an image, by its media type.
    pub fn is_image(&self) -> bool {
        self.media_type.starts_with("image/")
    }

    /// Returns `true` for an image in a format that every provider with image support accepts, or
    /// at a URL without a known format. Other formats, such as SVG, make the provider reject the
    /// whole request.
    pub(crate) fn is_common_image(&self) -> bool {
        match self.media_type.as_str() {
            "image/png" | "image/jpeg" | "image/gif" | "image/webp" => true,
            "image/*" => matches!(self.source, MediaSource::Url(_)),
            _ => false,
        }
    }

    /// Returns `true` for audio, by its media type.
    pub fn is_audio(&self) -> bool {
        self.media_type.starts_with("audio/")
    }

    /// Builds media from a URL. A URL such as `data:image/png;base64,..` contains the bytes.
    pub(crate) fn from_url(url: &str, name: &str) -> Self {
        let inside = url
            .strip_prefix("data:")
            .and_then(|rest| rest.split_once(";base64,"));
        let (media_type, source) = match inside {
            Some((media_type, data)) => (media_type, MediaSource::Base64(data.to_owned())),
            None => ("", MediaSource::Url(url.to_owned())),
        };
        Media::new(media_type, name, source)
    }

    /// Returns a URL; inline data becomes a `data:` URL.
    pub(crate) fn to_url(&self) -> String {
        match &self.source {
            MediaSource::Url(url) => url.clone(),
            MediaSource::Base64(data) => format!("data:{};base64,{data}", self.media_type),
        }
    }

    /// Returns the base64 text of inline data.
    pub(crate) fn base64(&self) -> Option<&str> {
        match &self.source {
            MediaSource::Base64(data) => Some(data),
            MediaSource::Url(_) => None,
        }
    }

    /// Returns inline data as text, if it is non-empty UTF-8.
    pub(crate) fn utf8(&self) -> Option<String> {
        let bytes = data_encoding::BASE64
            .decode(self.base64()?.as_bytes())
            .ok()?;
        String::from_utf8(bytes)
            .ok()
            .filter(|text| !text.is_empty())
    }

    fn kind(&self) -> &'static str {
        match self.media_type.split('/').next() {
            Some("image") => "image",
            Some("audio") => "audio",
            Some("video") => "video",
            _ => "file",
        }
    }

    /// Describes the media without its content, its URL and its name: "a file of type text/csv by
    /// URL".
    pub(crate) fn in_words(&self) -> String {
        let article = match self.kind() {
            "image" => "an image",
            "audio" => "audio",
            "video" => "a video",
            _ => "a file",
        };
        let media_type = match self.media_type.as_str() {
            "" | "image/*" => String::new(),
            media_type => format!(" of type {}", excerpt(media_type, 80)),
        };
        let by = match self.source {
            MediaSource::Base64(_) => "as bytes",
            MediaSource::Url(_) => "by URL",
        };
        format!("{article}{media_type} {by}")
    }

    /// Returns a placeholder text for a provider that doesn't accept this media.
    pub(crate) fn note(&self) -> String {
        let kind = self.kind();
        let name = match self.name.as_str() {
            "" => String::new(),
            name => format!(" `{name}`"),
        };
        let media_type = match self.media_type.as_str() {
            "" => String::new(),
            media_type => format!(" of type {media_type}"),
        };
        let size = match &self.source {
            MediaSource::Url(url) => format!(" at {url}"),
            MediaSource::Base64(data) => {
                format!(", {} bytes", data.trim_end_matches('=').len() * 3 / 4)
            }
        };
        format!("[{kind}{name}{media_type}{size}: left out, it can't be shown here]")
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
    pub fn new(id: impl Into<CallId>, name: impl Into<String>, parts: Vec<Part>) -> Self {
        ToolResultMessage {
            id: id.into(),
            name: name.into(),
            parts,
            is_error: false,
        }
    }

    /// Creates the result of a call that failed. The parts describe the error.
    pub fn error(id: impl Into<CallId>, name: impl Into<String>, parts: Vec<Part>) -> Self {
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

/// A borrowed call result.
#[derive(Clone, Debug)]
pub(crate) struct ResultView<'r> {
    pub(crate) id: &'r str,
    pub(crate) name: &'r str,
    pub(crate) body: ResultBody<'r>,
    pub(crate) is_error: bool,
    /// The tool's output schema, if it declares one and the result is a regular answer.
    pub(crate) output: Option<SchemaRef>,
}

/// A result's content; usually one text.
#[derive(Clone, Debug)]
pub(crate) enum ResultBody<'r> {
    Text(&'r str),
    /// A JSON value as text.
    Json(&'r str),
    /// Zero or several parts, or media.
    Parts(Cow<'r, [Part]>),
}

/// Borrows a conversation's results in the same form as a turn's results.
pub(crate) fn result_views(results: &[ToolResultMessage]) -> Vec<ResultView<'_>> {
    results.iter().map(ToolResultMessage::view).collect()
}

impl<'r> ResultView<'r> {
    /// Borrows a tool's result.
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
    let media = |media_type: &str, name: &str, data: &[u8]| {
        Part::media(media_type, name, MediaSource::of(data))
    };
    match content {
        Content::Text(text) => Part::Text(text.clone()),
        Content::Json(text) => Part::Json(text.clone()),
        Content::Image { media_type, data } | Content::Audio { media_type, data } => {
            media(media_type, "", data)
        }
        Content::File {
            media_type,
            name,
            data,
        } => media(media_type, name, data),
    }
}

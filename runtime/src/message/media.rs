//! Images, audio and other files of messages.

use serde::{Deserialize, Serialize};

use crate::text::excerpt;

/// An image, audio, or another file: its data, or its URL.
///
/// ```
/// use toolcast::wire::Media;
///
/// let picture = Media::new("image/png", "cat.png", b"\x89PNG");
/// assert!(picture.is_image());
/// assert_eq!(picture.base64(), Some("iVBORw=="));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Media {
    /// The media type, such as `image/png`; empty if unknown.
    pub media_type: String,
    /// The file's name; empty if it has none.
    pub name: String,
    pub(crate) source: MediaSource,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MediaSource {
    /// Inline data, base64-encoded.
    Base64(String),
    /// The URL of the data.
    Url(String),
}

impl Media {
    /// Creates media from bytes, which aren't encoded. The media type is such as `image/png`; it
    /// gets lower case and loses its parameters, as providers write it. It and the name may be
    /// empty.
    pub fn new(media_type: &str, name: impl Into<String>, bytes: &[u8]) -> Self {
        Self::from_base64(media_type, name, data_encoding::BASE64.encode(bytes))
    }

    /// Creates media from bytes that are encoded as base64 already; see [`new`](Self::new) for the
    /// media type and the name.
    pub fn from_base64(media_type: &str, name: impl Into<String>, data: impl Into<String>) -> Self {
        Self::of(media_type, name.into(), MediaSource::Base64(data.into()))
    }

    /// Creates media at a URL, which a provider loads itself; see [`new`](Self::new) for the media
    /// type and the name.
    pub fn at_url(media_type: &str, name: impl Into<String>, url: impl Into<String>) -> Self {
        Self::of(media_type, name.into(), MediaSource::Url(url.into()))
    }

    pub(super) fn of(media_type: &str, name: String, source: MediaSource) -> Self {
        Media {
            media_type: as_providers_write(media_type),
            name,
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
        Media::of(media_type, name.to_owned(), source)
    }

    /// Returns the data as base64 text, unless the media is at a URL.
    pub fn base64(&self) -> Option<&str> {
        match &self.source {
            MediaSource::Base64(data) => Some(data),
            MediaSource::Url(_) => None,
        }
    }

    /// Returns the URL, unless the media has its data.
    pub fn url(&self) -> Option<&str> {
        match &self.source {
            MediaSource::Url(url) => Some(url),
            MediaSource::Base64(_) => None,
        }
    }

    pub(crate) fn to_url(&self) -> String {
        match &self.source {
            MediaSource::Url(url) => url.clone(),
            MediaSource::Base64(data) => format!("data:{};base64,{data}", self.media_type),
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

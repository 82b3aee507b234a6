//! The stored form of results: JSON that another process can load.
//!
//! A result keeps what the model receives, and a call that waits. It loses the artifact, the
//! accepted mistakes, the ignored names, the output schema and the source of an error, which belong
//! to the process that ran the call. An error keeps its kind only if a program would act on it; any
//! other is loaded as [`ToolError::Failed`].

use data_encoding::{BASE64, DecodeError};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::outgoing::Outgoing;
use super::{Content, ToolCall, ToolError, ToolResult, ToolResults, WaitingCall};
use crate::text::shorten;

/// The version of the stored form. Raise it if older code would misread the form.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct StoredResults<R> {
    version: u32,
    results: R,
}

/// `waiting` has the call if there is one, else `call`.
#[derive(Serialize, Deserialize)]
struct StoredResult {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<ToolCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    waiting: Option<WaitingCall>,
    #[serde(with = "contents")]
    content: Vec<Content>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<StoredError>,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    return_direct: bool,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    stop: bool,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    altered: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    loaded: Vec<String>,
}

/// An error with its text. A waiting call needs none.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", content = "text", rename_all = "snake_case")]
enum StoredError {
    Denied(String),
    Cancelled,
    Failed(String),
}

impl Serialize for ToolResults {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredResults {
            version: VERSION,
            results: &self.0,
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ToolResults {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Any form of the results, so that an unknown version is reported as such.
        let stored = StoredResults::<Value>::deserialize(deserializer)?;
        let version = stored.version;
        if version > VERSION {
            return Err(D::Error::custom(format!(
                "the results were stored in version {version}; this program reads version {VERSION}"
            )));
        }
        let results = Vec::<ToolResult>::deserialize(stored.results);
        results.map(ToolResults).map_err(D::Error::custom)
    }
}

impl Serialize for ToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let call = self.waiting.is_none().then(|| self.call.clone());
        let error = match &self.error {
            None | Some(ToolError::Waiting) => None,
            Some(ToolError::Denied(text)) => Some(StoredError::Denied(text.clone())),
            Some(ToolError::Cancelled) => Some(StoredError::Cancelled),
            // The error's own text, which `on_error` may have replaced for the model. That of a
            // panic has no message.
            Some(error) => {
                let mut text = error.to_string();
                shorten(&mut text, Outgoing::DEFAULT_BYTES);
                Some(StoredError::Failed(text))
            }
        };
        let stored = StoredResult {
            call,
            waiting: self.waiting.clone(),
            content: self.content.clone(),
            error,
            return_direct: self.return_direct,
            stop: self.stop,
            altered: self.altered,
            loaded: self.loaded.clone(),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ToolResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredResult::deserialize(deserializer)?;
        let waits = stored.waiting.as_ref().map(|waiting| waiting.call.clone());
        let error = match (&waits, stored.error) {
            (Some(_), _) => Some(ToolError::Waiting),
            (None, error) => error.map(|error| match error {
                StoredError::Denied(text) => ToolError::Denied(text),
                StoredError::Cancelled => ToolError::Cancelled,
                StoredError::Failed(text) => ToolError::Failed(text.into()),
            }),
        };
        let call = waits.or(stored.call);
        let call = call.ok_or_else(|| D::Error::missing_field("call"))?;
        let mut result = ToolResult::new(call, stored.content);
        result.error = error;
        result.waiting = stored.waiting;
        result.return_direct = stored.return_direct;
        result.stop = stored.stop;
        result.altered = stored.altered;
        result.loaded = stored.loaded;
        Ok(result)
    }
}

/// The stored form of a [`Content`], which can't implement `Serialize` itself: every serializable
/// value is an answer of a tool, in JSON.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum StoredContent {
    Text {
        text: String,
    },
    Json {
        text: String,
    },
    Image {
        media_type: String,
        base64: String,
    },
    Audio {
        media_type: String,
        base64: String,
    },
    File {
        media_type: String,
        name: String,
        base64: String,
    },
}

impl From<&Content> for StoredContent {
    fn from(content: &Content) -> Self {
        let base64 = |data: &[u8]| BASE64.encode(data);
        match content {
            Content::Text(text) => StoredContent::Text { text: text.clone() },
            Content::Json(text) => StoredContent::Json { text: text.clone() },
            Content::Image { media_type, data } => StoredContent::Image {
                media_type: media_type.clone(),
                base64: base64(data),
            },
            Content::Audio { media_type, data } => StoredContent::Audio {
                media_type: media_type.clone(),
                base64: base64(data),
            },
            Content::File {
                media_type,
                name,
                data,
            } => StoredContent::File {
                media_type: media_type.clone(),
                name: name.clone(),
                base64: base64(data),
            },
        }
    }
}

impl TryFrom<StoredContent> for Content {
    type Error = DecodeError;

    fn try_from(stored: StoredContent) -> Result<Self, DecodeError> {
        let bytes = |base64: String| BASE64.decode(base64.as_bytes());
        Ok(match stored {
            StoredContent::Text { text } => Content::Text(text),
            StoredContent::Json { text } => Content::Json(text),
            StoredContent::Image { media_type, base64 } => Content::Image {
                media_type,
                data: bytes(base64)?,
            },
            StoredContent::Audio { media_type, base64 } => Content::Audio {
                media_type,
                data: bytes(base64)?,
            },
            StoredContent::File {
                media_type,
                name,
                base64,
            } => Content::File {
                media_type,
                name,
                data: bytes(base64)?,
            },
        })
    }
}

/// A list of contents in its stored form.
pub(super) mod contents {

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::{Content, StoredContent};

    pub(in crate::call) fn serialize<S: Serializer>(
        contents: &[Content],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(contents.iter().map(StoredContent::from))
    }

    pub(in crate::call) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Content>, D::Error> {
        let stored = Vec::<StoredContent>::deserialize(deserializer)?;
        let contents = stored.into_iter().map(Content::try_from);
        contents.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

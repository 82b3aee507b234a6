//! Content of a tool's answer.

use core::any::Any;

use serde_json::Value;

/// A part of a tool's answer.
///
/// ```
/// use toolcast::{Content, tool};
///
/// /// Draws a chart.
/// #[tool]
/// fn draw() -> Vec<Content> {
///     vec![Content::text("the chart"), Content::image("image/png", b"\x89PNG..")]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text(String),
    /// A JSON value as text. Some providers expect it as an object, others as a string.
    Json(String),
    /// An image.
    Image {
        /// The media type: `image/png`.
        media_type: String,
        /// The bytes, not encoded.
        data: Vec<u8>,
    },
    /// An audio clip.
    Audio {
        /// The media type: `audio/wav`.
        media_type: String,
        /// The bytes, not encoded.
        data: Vec<u8>,
    },
    /// Another file.
    File {
        /// The media type: `application/pdf`.
        media_type: String,
        /// The file's name.
        name: String,
        /// The bytes, not encoded.
        data: Vec<u8>,
    },
}

impl Content {
    /// Creates a part with plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Content::Text(text.into())
    }

    /// Creates a part with a JSON value. Prefer it to the variant [`Json`](Self::Json), whose text
    /// isn't checked to be valid JSON.
    pub fn json(value: impl Into<Value>) -> Self {
        Content::Json(value.into().to_string())
    }

    /// Creates an image from its raw bytes (not base64). An example of a media type is
    /// `image/png`.
    pub fn image(media_type: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Content::Image {
            media_type: media_type.into(),
            data: data.into(),
        }
    }

    /// Creates an audio clip from its raw bytes (not base64). An example of a media type is
    /// `audio/wav`.
    pub fn audio(media_type: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Content::Audio {
            media_type: media_type.into(),
            data: data.into(),
        }
    }

    /// Creates a file from its raw bytes (not base64). An example of a media type is
    /// `application/pdf`.
    pub fn file(
        media_type: impl Into<String>,
        name: impl Into<String>,
        data: impl Into<Vec<u8>>,
    ) -> Self {
        Content::File {
            media_type: media_type.into(),
            name: name.into(),
            data: data.into(),
        }
    }
}

/// Returns the texts of content, a line each.
pub(crate) fn text_of(content: &[Content]) -> String {
    let texts = content.iter().filter_map(|part| match part {
        Content::Text(text) | Content::Json(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// A value of any type that a tool keeps for the program.
pub type Artifact = Box<dyn Any + Send + Sync>;

/// The answer of a tool: content for the model, and an artifact for the program. The model never
/// sees the artifact.
///
/// A tool that returns one names the types of both. A call ends with a `ToolOutput` without
/// parameters, which has the content's parts and the artifact if there is one:
///
/// ```
/// use toolcast::{Provider, ToolOutput, tool};
///
/// /// Counts the lines of a text.
/// #[tool]
/// fn count_lines(
///     /// The text
///     text: &str,
/// ) -> ToolOutput<usize, String> {
///     ToolOutput::new(text.lines().count(), text.to_uppercase())
/// }
///
/// let call = count_lines::call(Provider::OpenAi, r#"{"text": "one\ntwo"}"#);
/// let output: ToolOutput = call.now_or_never().expect("not async")?;
/// let artifact = output.artifact.expect("the text");
/// assert_eq!(artifact.downcast_ref::<String>().unwrap(), "ONE\nTWO");
/// # Ok::<_, toolcast::ToolError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolOutput<T = Vec<Content>, A = Option<Artifact>> {
    /// The content for the model: any value that a tool may return.
    pub content: T,
    /// The artifact for the program, returned in
    /// [`ToolResult::artifact`](super::ToolResult::artifact).
    pub artifact: A,
}

/// Removes the type of an artifact. One without a type is kept.
pub(crate) fn untyped<A: Any + Send + Sync>(artifact: A) -> Option<Artifact> {
    let mut artifact = Some(artifact);
    let any: &mut dyn Any = &mut artifact;
    if let Some(untyped) = any.downcast_mut::<Option<Artifact>>() {
        return untyped.take();
    }
    if let Some(untyped) = any.downcast_mut::<Option<Option<Artifact>>>() {
        return untyped.take().flatten();
    }
    artifact.map(|artifact| Box::new(artifact) as Artifact)
}

impl<T, A> ToolOutput<T, A> {
    /// Creates an output from the content and the artifact.
    pub const fn new(content: T, artifact: A) -> Self {
        ToolOutput { content, artifact }
    }
}

//! Content of a tool's answer.

/// A part of a tool's answer.
#[derive(Clone, Debug, PartialEq)]
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

/// Content for the model and an artifact for the program. The model never sees the artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolOutput<T, A = ()> {
    /// The content for the model: any value that a tool may return.
    pub content: T,
    /// The artifact for the program, returned in
    /// [`ToolResult::artifact`](super::ToolResult::artifact).
    pub artifact: A,
}

impl<T, A> ToolOutput<T, A> {
    /// Creates an output with an artifact.
    pub const fn new(content: T, artifact: A) -> Self {
        ToolOutput { content, artifact }
    }
}

//! What a tool answers.

use alloc::string::String;
use alloc::vec::Vec;

/// A part of an answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text(String),
    /// A JSON value, as text: some providers take it as an object, others as a string.
    Json(String),
    /// An image.
    Image {
        /// The media type: `image/png`.
        media_type: String,
        /// The bytes, not encoded.
        data: Vec<u8>,
    },
    /// Sound.
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

/// Content for the model, and an artifact for the program, which the model never sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolOutput<T, A = ()> {
    /// What the model gets: anything that a tool may return.
    pub content: T,
    /// What the program gets, in [`ToolResult::artifact`](super::ToolResult::artifact).
    pub artifact: A,
}

impl<T, A> ToolOutput<T, A> {
    /// Both.
    pub const fn new(content: T, artifact: A) -> Self {
        ToolOutput { content, artifact }
    }
}

//! One answer of a scripted model.

use core::fmt::Display;

use crate::wire::FinishReason;

/// One answer of a scripted model: a turn, or an error.
///
/// ```
/// use serde_json::json;
/// use toolcast::testing::Answer;
///
/// let turn = Answer::new()
///     .reasoning("The user wants the weather.")
///     .text("I'll look.")
///     .call("weather", json!({"city": "Oslo"}));
/// let error = Answer::error(429, "slow down").header("retry-after", "2");
/// let cut = Answer::from("a text that never ends").cut_after(100);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Answer {
    pub(super) text: String,
    pub(super) reasoning: String,
    pub(super) calls: Vec<(String, String)>,
    pub(super) finish: FinishReason,
    pub(super) input_tokens: u64,
    pub(super) output_tokens: u64,
    pub(super) status: u16,
    pub(super) message: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<String>,
    pub(super) cut: Option<usize>,
}

impl Answer {
    /// Creates an answer without content: status 200, 10 input tokens and 5 output tokens. The
    /// finish reason follows from the content, unless [`finish_reason`](Self::finish_reason) sets
    /// it.
    pub fn new() -> Self {
        Answer {
            text: String::new(),
            reasoning: String::new(),
            calls: Vec::new(),
            finish: FinishReason::Unknown,
            input_tokens: 10,
            output_tokens: 5,
            status: 200,
            message: String::new(),
            headers: Vec::new(),
            body: None,
            cut: None,
        }
    }

    /// Creates an error: an HTTP status, and a body in the provider's format with this text.
    pub fn error(status: u16, message: impl Into<String>) -> Self {
        Answer {
            status,
            message: message.into(),
            ..Answer::new()
        }
    }

    /// Sets the text.
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// Sets the reasoning before the text. It is left out if the provider sends none.
    pub fn reasoning(mut self, text: impl Into<String>) -> Self {
        self.reasoning = text.into();
        self
    }

    /// Adds a call with arguments as JSON: a [`serde_json::Value`] or a text. A text may be
    /// invalid, as models' arguments are. The call's id is made from the number of the answer and
    /// of the call.
    ///
    /// If the provider's arguments are an object, their numbers have 64 bits.
    pub fn call(mut self, name: impl Into<String>, arguments: impl Display) -> Self {
        self.calls.push((name.into(), arguments.to_string()));
        self
    }

    /// Sets the reason to stop. By default it is [`FinishReason::ToolCalls`] if there are calls,
    /// otherwise [`FinishReason::Stop`]. Providers without a word for a refusal send that of a
    /// complete answer.
    pub fn finish_reason(mut self, finish: FinishReason) -> Self {
        self.finish = finish;
        self
    }

    /// Sets the token counts of input and output. By default, they are 10 and 5.
    pub fn tokens(mut self, input: u64, output: u64) -> Self {
        self.input_tokens = input;
        self.output_tokens = output;
        self
    }

    /// Adds a header to the response of a [`ModelServer`](super::ModelServer).
    ///
    /// # Panics
    ///
    /// Panics if the name isn't letters, digits, `-` and `_`, or if the value has a line break.
    #[track_caller]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let (name, value) = (name.into(), value.into());
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        assert!(
            !name.is_empty() && name.bytes().all(is_name),
            "{name:?} can't be the name of a header"
        );
        assert!(
            !value.contains(['\r', '\n']),
            "{value:?} can't be the value of a header: it has a line break"
        );
        self.headers.push((name, value));
        self
    }

    /// Sends this text as the whole body of the response, in place of the provider's format. It is
    /// sent unchanged if the request asks for a stream.
    pub fn body(mut self, body: impl Into<String>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// Cuts the body after this number of bytes. A [`ModelServer`](super::ModelServer) closes the
    /// connection there.
    pub fn cut_after(mut self, bytes: usize) -> Self {
        self.cut = Some(bytes);
        self
    }
}

impl Default for Answer {
    fn default() -> Self {
        Answer::new()
    }
}

/// A text alone.
impl From<&str> for Answer {
    fn from(text: &str) -> Self {
        Answer::new().text(text)
    }
}

/// A text alone.
impl From<String> for Answer {
    fn from(text: String) -> Self {
        Answer::new().text(text)
    }
}

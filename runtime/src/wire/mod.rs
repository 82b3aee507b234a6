//! Requests, responses and conversations: tool choice, calls and results in each provider's format.
//!
//! - [`Provider::parse_turn`] and [`Provider::parse_calls`] read a response, [`Provider::stream`] a
//!   streamed one.
//! - [`ToolResults::to_messages`](crate::call::ToolResults::to_messages) encodes call results.
//! - [`ToolSet::request_fragment`](crate::ToolSet::request_fragment) and
//!   [`ToolSet::extend_request`](crate::ToolSet::extend_request) put tools and a [`ToolChoice`]
//!   into a request.
//! - [`Provider::set_response_format`] asks for an answer in the form of a type.
//! - [`convert_messages`] converts a conversation from one provider's format to another's.
//!
//! This module sends nothing and never panics, whatever a response contains. The formats by
//! provider:
#![cfg_attr(doc, doc = include_str!("../../docs/wire.md"))]

mod api;
pub(crate) mod empty;
mod events;
mod finish_reason;
mod history;
mod ids;
mod limits;
mod model_parts;
mod node;
mod reader;
mod response;
mod result_order;
mod results;
#[cfg(feature = "testing")]
pub(crate) mod scripted;
mod shorten;
mod stream;
mod turn;
mod unanswered_calls;
mod usage;
mod writer;

pub use crate::message::{Media, Message, Part, ToolResultMessage};
pub use crate::request::{ToolChoice, WireError};
#[doc(hidden)]
pub use crate::request::{
    ToolDeclaration, exactly, extend_request, request_fragment, request_members, tools_member,
};
pub use api::result_steps;
#[doc(hidden)] // For tests.
pub use events::EventDecoder;
pub use finish_reason::FinishReason;
pub use history::{
    Converted, convert_messages, convert_messages_with_system, read_messages, write_messages,
};
pub use limits::ResponseLimits;
pub use stream::{PartialJson, StreamEvent, TurnStream};
pub use turn::Turn;
pub use usage::Usage;
pub use writer::ConversionLoss;

pub(crate) use api::leave_out_signatures;
pub(crate) use history::{append, calls_of_messages, convert_with_open_calls, write_behind};
pub(crate) use ids::accepted_id;
pub(crate) use shorten::{clear_results, user_messages};

use serde_json::Value;

use crate::call::ToolCall;
use crate::provider::Provider;
use crate::request::set_response_format;
use crate::schema::ToolSchema;

impl Provider {
    /// Returns the calls of a complete response, in order; empty if the model called nothing.
    ///
    /// Arguments keep their source text, including the digits of numbers: a string's content, or an
    /// object's part of the response. A call without an id gets one that depends only on its
    /// position and content. An id that repeats within the turn gets a suffix (`x`, `x-2`). A call
    /// inside a call's arguments is part of the arguments.
    ///
    /// ```
    /// use toolcast::Provider;
    ///
    /// let response = r#"{"content": [
    ///     {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {"a": 1.50}}
    /// ]}"#;
    /// let calls = Provider::Anthropic.parse_calls(response)?;
    /// assert_eq!(calls[0].name, "add");
    /// assert_eq!(calls[0].arguments, r#"{"a": 1.50}"#);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`WireError::Api`] if the provider answered with an error.
    /// - [`WireError::Syntax`] or [`WireError::Shape`], with the path, if this isn't one of its
    ///   responses.
    /// - [`WireError::TooLarge`] beyond the default [`ResponseLimits`].
    /// - [`WireError::NoCalls`] for [`Provider::JsonSchema`].
    pub fn parse_calls(self, response: &str) -> Result<Vec<ToolCall>, WireError> {
        response::read(self, response, ResponseLimits::default(), false).map(|turn| turn.calls)
    }

    /// Reads a complete response: the model's text and calls, and the messages that the provider
    /// expects back. Of several alternatives, the first is read.
    ///
    /// ```
    /// use toolcast::Provider;
    ///
    /// let response = r#"{"choices": [
    ///     {"message": {"role": "assistant", "content": "Hello!"}, "finish_reason": "stop"}
    /// ]}"#;
    /// let turn = Provider::OpenAi.parse_turn(response)?;
    /// assert_eq!(turn.text, "Hello!");
    /// assert_eq!(turn.messages[0]["role"], "assistant"); // for the next request
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`parse_calls`](Self::parse_calls). A history can't contain numbers beyond an `f64` or
    /// values nested deeper than 127 levels: [`WireError::Syntax`].
    pub fn parse_turn(self, response: &str) -> Result<Turn, WireError> {
        self.parse_turn_with(response, ResponseLimits::default())
    }

    /// Reads a complete response within custom limits. Otherwise as
    /// [`parse_turn`](Self::parse_turn).
    ///
    /// # Errors
    ///
    /// As [`parse_turn`](Self::parse_turn).
    pub fn parse_turn_with(
        self,
        response: &str,
        limits: ResponseLimits,
    ) -> Result<Turn, WireError> {
        response::read(self, response, limits, true)
    }

    /// Starts decoding a streamed response.
    ///
    /// ```
    /// use toolcast::{Provider, StreamEvent};
    ///
    /// let mut stream = Provider::OpenAi.stream()?;
    /// let events = stream.push(br#"data: {"choices":[{"index":0,"delta":{"content":"Hello!"}}]}
    ///
    /// data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
    ///
    /// data: [DONE]
    ///
    /// "#)?;
    /// assert_eq!(events[0], StreamEvent::Text("Hello!".into()));
    /// assert_eq!(stream.finish()?.text, "Hello!");
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WireError::NoCalls`] for [`Provider::JsonSchema`].
    pub fn stream(self) -> Result<TurnStream, WireError> {
        self.stream_with(ResponseLimits::default())
    }

    /// Starts decoding a streamed response within custom limits. Otherwise as
    /// [`stream`](Self::stream).
    ///
    /// # Errors
    ///
    /// As [`stream`](Self::stream).
    pub fn stream_with(self, limits: ResponseLimits) -> Result<TurnStream, WireError> {
        TurnStream::new(self, limits)
    }

    /// Asks for an answer in the form of a type: puts the members that
    /// [`response_format!`](crate::response_format!) creates for this provider into a request. They
    /// replace an earlier format; other options beside it stay. Read the answer's text with
    /// [`decode`](crate::decode()).
    ///
    /// ```
    /// use serde_json::json;
    /// use toolcast::{Provider, ToolSchema};
    ///
    /// #[derive(serde::Deserialize, ToolSchema)]
    /// struct Answer {
    ///     correct: bool,
    /// }
    ///
    /// let provider: Provider = "gemini".parse()?;
    /// let mut request = json!({"contents": [], "generationConfig": {"temperature": 0}});
    /// provider.set_response_format::<Answer>(&mut request)?;
    /// let config = &request["generationConfig"];
    /// assert_eq!(config["responseMimeType"], "application/json");
    /// assert_eq!(config["temperature"], 0);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`WireError::ResponseFormat`] if the provider rejects the type's schema, or has no format
    ///   with a schema (DeepSeek). It has the reasons.
    /// - [`WireError::Shape`] if the request isn't an object.
    ///
    /// The request is unchanged after an error.
    pub fn set_response_format<T: ToolSchema + ?Sized>(
        self,
        request: &mut Value,
    ) -> Result<(), WireError> {
        set_response_format(self, T::SCHEMA, request)
    }
}

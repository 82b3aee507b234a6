//! The events of a streamed response.

use crate::call::{CallId, ToolCall};
use crate::wire::{FinishReason, Usage};

/// An event of a streamed response, in the same form for every provider.
///
/// The events of a call come in this order: [`CallStarted`](Self::CallStarted), any number of
/// [`Arguments`](Self::Arguments), [`CallComplete`](Self::CallComplete). The events of several
/// calls may alternate. [`Finished`](Self::Finished) is the last event.
///
/// A provider that repeats its deltas in a later event may contradict them there (OpenAI's
/// Responses API, Gemini's Interactions API). Then [`Turn`](super::Turn) has the text of the later
/// event.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StreamEvent {
    /// More of the model's text. All of them together are [`Turn::text`](super::Turn::text).
    Text(String),
    /// More of the model's reasoning, or of its summary. All of them together are
    /// [`Turn::reasoning`](super::Turn::reasoning).
    Reasoning(String),
    /// A call starts. It has no arguments yet.
    #[non_exhaustive]
    CallStarted {
        /// The number of the call, from 0 up in the order of their starts.
        index: usize,
        /// The call's id, if the provider has sent one so far. Otherwise it is known when the call
        /// is complete.
        id: Option<CallId>,
        /// The tool's name.
        name: String,
    },
    /// More of a call's arguments. All of them together are the arguments of the complete call.
    /// Until then they are the beginning of a JSON text, which [`PartialJson`](super::PartialJson)
    /// completes.
    #[non_exhaustive]
    Arguments {
        /// The number of the call.
        index: usize,
        /// The text to append.
        delta: String,
    },
    /// A call is complete. It is the same as in [`Turn::calls`](super::Turn::calls), and can be
    /// made before the stream ends.
    #[non_exhaustive]
    CallComplete {
        /// The number of the call.
        index: usize,
        /// The call.
        call: ToolCall,
    },
    /// The tokens that the response consumed, once, before [`Finished`](Self::Finished). Absent if
    /// the provider doesn't report them.
    Usage(Usage),
    /// The model has stopped. [`TurnStream::finish`](super::TurnStream::finish) returns the turn.
    Finished(FinishReason),
}

//! What goes over the wire beside the declarations: the choice of tools, calls, results, and whole conversations, in each provider's shape.
//!
//! - [`Provider::parse_turn`] and [`Provider::parse_calls`] read a response, [`Provider::stream`] a streamed one;
//! - [`ToolResults::to_messages`](crate::call::ToolResults::to_messages) writes what the calls gave;
//! - [`request_members`] and [`extend_request`] put tools and a [`ToolChoice`] into a request;
//! - [`convert_history`] takes a conversation from one provider to another.
//!
//! Nothing here sends anything, and nothing panics, whatever a response has in it. Each provider's shapes:
#![doc = include_str!("../../docs/wire.md")]

mod answers;
mod choice;
pub(crate) mod empty;
mod error;
mod events;
mod exact;
mod family;
mod heard;
mod history;
mod ids;
mod limits;
mod neutral;
mod node;
mod place;
mod renamed;
mod request;
mod results;
mod said;
mod stream;
mod tape;
mod turn;
mod unanswered;
mod waiting;
mod write;

use alloc::vec::Vec;

pub use choice::ToolChoice;
pub use error::WireError;
pub use events::Events;
#[cfg(feature = "mcp")]
pub(crate) use family::name_of;
pub use family::result_steps;
pub use history::{
    Converted, convert_history, convert_history_with_system, read_history, write_history,
};
pub use limits::Limits;
pub use neutral::{CallResult, Media, Message, Part, Source};
pub use request::{Declared, extend_request, request_fragment, request_members, tools_member};
pub use said::Lost;
pub use stream::StreamedCalls;
pub use turn::{Finish, Turn};

pub(crate) use request::declared_in;

use family::wire_of;
use said::Said;

use crate::call::ToolCall;
use crate::provider::Provider;

impl Provider {
    /// The calls in a whole response, in order; none where the model called nothing.
    ///
    /// Arguments stay as they came, numbers and their digits too: the text in a string, or an object's part of the response. A call without an id gets one that depends on its place
    /// and content alone; an id that is used again in the same turn is made another (`x`, `x-2`). Calls within a call's arguments are arguments.
    ///
    /// # Errors
    ///
    /// [`WireError::Api`] where the provider answered with an error; [`WireError::Syntax`] and [`WireError::Shape`] where this is none of its responses, with the place;
    /// [`WireError::TooLarge`] beyond the default [`Limits`]; [`WireError::NoCalls`] for [`Provider::JsonSchema`].
    pub fn parse_calls(self, response: &str) -> Result<Vec<ToolCall>, WireError> {
        turn::read(self, response, Limits::default(), false).map(|turn| turn.calls)
    }

    /// All of a whole response: what the model said and called, and what the provider wants back of it. Of several answers the first.
    ///
    /// # Errors
    ///
    /// As [`parse_calls`](Self::parse_calls). Numbers beyond an `f64` and values nested more than 127 deep are no part of a history: [`WireError::Syntax`].
    pub fn parse_turn(self, response: &str) -> Result<Turn, WireError> {
        self.parse_turn_within(response, Limits::default())
    }

    /// As [`parse_turn`](Self::parse_turn), with limits of one's own.
    ///
    /// # Errors
    ///
    /// As [`parse_turn`](Self::parse_turn).
    pub fn parse_turn_within(self, response: &str, limits: Limits) -> Result<Turn, WireError> {
        turn::read(self, response, limits, true)
    }

    /// Begins to gather a streamed response.
    ///
    /// # Errors
    ///
    /// [`WireError::NoCalls`] for [`Provider::JsonSchema`].
    pub fn stream(self) -> Result<StreamedCalls, WireError> {
        StreamedCalls::new(self, Limits::default())
    }
}

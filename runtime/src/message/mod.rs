//! Messages in a form that all providers share, and a result as the Model Context Protocol has it.

mod json_value;
mod mcp_result;
mod media;
mod parts;

pub(crate) use json_value::{JsonMembers, JsonValue};
pub use mcp_result::mcp_result;
pub(crate) use mcp_result::{FILE, write_result};
pub use media::Media;
pub(crate) use media::MediaSource;
pub(crate) use parts::{
    EMPTY_CONTENT, ERROR, NumberedMessage, ResultBody, ResultView, result_views,
};
pub use parts::{Message, Part, ToolResultMessage};

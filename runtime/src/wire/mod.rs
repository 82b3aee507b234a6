//! What goes over the wire beside the declarations: the choice of tools, calls, results, and whole conversations, in each provider's shape.

mod choice;
mod error;
mod family;
mod node;
mod request;

pub use choice::ToolChoice;
pub use error::WireError;
pub use request::{Declared, extend_request, request_fragment, request_members, tools_member};

use family::wire_of;

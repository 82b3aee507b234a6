//! The test kit: what its model writes is read as it was scripted, its server is bounded, and its
//! arguments are accepted.

mod arguments;
mod assertions;
mod declarations;
mod model;
mod scripted;
mod server;

use crate::conversation::chats;

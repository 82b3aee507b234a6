//! The members of a request that declare tools and choose among them. Conversations and responses
//! are in `wire`, behind the feature `chat`.

mod choice;
mod documents;
mod error;
mod lossless;
mod members;
#[cfg(feature = "chat")]
mod response_format;
mod schema_counts;

#[cfg(feature = "lint")]
pub(crate) use choice::RequestedChoice;
pub use choice::ToolChoice;
pub(crate) use choice::{forget_choice, keep_choice};
pub use documents::DocumentNames;
#[cfg(feature = "chat")]
pub(crate) use documents::MAX_DOCUMENT_NAME;
pub(crate) use documents::number_documents;
pub use error::WireError;
pub(crate) use lossless::can_embed_verbatim;
pub use lossless::exactly;
#[cfg(feature = "lint")]
pub(crate) use lossless::exactly_once;
#[cfg(feature = "chat")]
pub(crate) use lossless::message_tree;
pub use members::{
    ToolDeclaration, extend_request, request_fragment, request_members, tools_member,
};
pub(crate) use members::{
    declared_in, extended, find, kind_of, merge, text_of, tools_in, update_declared,
};
#[cfg(feature = "chat")]
pub(crate) use response_format::set_response_format;
#[cfg(feature = "lint")]
pub(crate) use schema_counts::{DEFINITIONS, SchemaStep, each_schema};
pub(crate) use schema_counts::{SchemaCounts, schema_counts};

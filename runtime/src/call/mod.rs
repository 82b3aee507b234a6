//! Calls from a model: the call, its context, and its result.

mod cancellation;
mod content;
mod context;
pub(crate) mod error;
mod failure;
mod inject;
mod invocation;
mod outgoing;
mod over_budget;
mod parameters;
mod progress;
mod reply;
mod result;
mod stored;
mod tool_call;
mod waiting;

pub use cancellation::CancellationToken;
#[cfg(feature = "tracing")]
pub(crate) use content::text_of;
pub use content::{Artifact, Content, ToolOutput};
pub use context::CallContext;
pub(crate) use context::Extensions;
pub(crate) use error::ShownName;
pub use error::ToolError;
pub use failure::ToolFailure;
pub use inject::Inject;
#[doc(hidden)]
pub use inject::{Requirement, Requirements};
#[doc(hidden)]
pub use invocation::Invocation;
pub use invocation::ToolFuture;
pub(crate) use outgoing::Outgoing;
pub use over_budget::OverBudget;
#[doc(hidden)]
pub use parameters::{Parameters, Run};
pub(crate) use progress::ProgressListener;
pub use progress::{ProgressReporter, ProgressUpdate};
pub use reply::IntoContent;
#[doc(hidden)]
pub use reply::{
    ConvertError, ErrorText, Reply, ReturnValue, ReturnedError, ReturnedText, SplitReturn,
};
pub use result::{ToolResult, ToolResults};
pub use tool_call::ToolCall;
pub use waiting::{Verdict, WaitingCall};

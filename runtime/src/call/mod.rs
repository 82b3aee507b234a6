//! Calls from a model: the call, its context, and its result.
//!
//! | for | see |
//! |---|---|
//! | the call as the model sent it | [`ToolCall`] |
//! | the call's id, values of one request, state of the program, in a function | [`CallContext`], and `#[tool(inject)]` on a parameter |
//! | cancellation, and its signal in a function | [`CancellationToken`] |
//! | progress, from a function to the program | [`ProgressReporter`], [`ProgressUpdate`] |
//! | a value of your own type, made from the context of the call | [`Inject`] |
//! | a result with images, audio or files, or with a value for the program alone | [`Content`], [`ToolOutput`] |
//! | an error, for the model and for the program | [`ToolError`], [`ToolFailure`] |
//! | the results of a turn, and their messages | [`ToolResult`], [`ToolResults`] |
//! | calls that wait for an approval or an answer | [`WaitingCall`], [`Verdict`] |
//!
//! ```
//! use toolcast::call::{CallContext, Content, ToolOutput};
//! use toolcast::{Provider, ToolCall, tool, toolset};
//!
//! /// Draw a picture.
//! #[tool]
//! fn draw(
//!     /// The subject
//!     subject: &str,
//!     #[tool(inject)] context: &CallContext,
//! ) -> ToolOutput<Vec<Content>, u32> {
//!     let text = format!("{subject}, for the call {}", context.id());
//!     let picture = Content::image("image/png", [137, 80, 78, 71]);
//!     ToolOutput::new(vec![Content::text(text), picture], 7)
//! }
//!
//! # futures_executor::block_on(async {
//! let tools = toolset![draw].build()?;
//! let call = ToolCall::new("call_1", "draw", r#"{"subject": "a fox"}"#);
//! let result = tools.call(Provider::Anthropic, call).await;
//! assert_eq!(result.text(), "a fox, for the call call_1");
//! let artifact = result.artifact.and_then(|value| value.downcast::<u32>().ok());
//! assert_eq!(artifact.as_deref(), Some(&7));
//! # Ok::<(), toolcast::Error>(())
//! # }).unwrap();
//! ```

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

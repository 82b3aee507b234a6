//! A call that waits for an approval or an answer, and the decision about a call: plain data that
//! can be stored.

use core::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Content, ToolCall};
use crate::provider::Provider;

/// A call that waits for an approval or an answer, as plain data. It has no state of the program
/// and no values of the request, so it can be stored and shown to a user. A hook has deferred it,
/// or its tool requires an approval; a call that a hook decides about now is a
/// [`PendingCall`](crate::PendingCall).
///
/// ```
/// use toolcast::{Provider, ToolCall, Verdict, tool, toolset};
///
/// /// Deletes a file.
/// #[tool(approve)]
/// fn delete(path: &str) -> String {
///     format!("{path} is gone")
/// }
///
/// let tools = toolset![delete].build()?;
/// let calls = [ToolCall::new("call_1", "delete", r#"{"path": "a.txt"}"#)];
/// # let block_on = |future| futures_executor::block_on(future);
/// let mut results = block_on(tools.call_all(Provider::OpenAi, calls));
/// let question = results.waiting().next().unwrap();
/// assert_eq!((&*question.tool, question.arguments()), ("delete", r#"{"path": "a.txt"}"#));
///
/// // The user agrees.
/// let answers = [(question.id().to_owned(), Verdict::Allow)];
/// # let block_on = |future| futures_executor::block_on(future);
/// block_on(tools.resume(&mut results, answers))?;
/// assert!(!results[0].is_error());
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WaitingCall {
    /// The call as the model wrote it. Its arguments fit the tool.
    pub call: ToolCall,
    /// The tool's name in the set. The model may have been shown another one.
    pub tool: String,
    /// The provider whose model made the call.
    pub provider: Provider,
    /// The [fingerprint](crate::set::ToolInfo::fingerprint_for) of the tool at the time of the
    /// call.
    pub fingerprint: String,
    /// The arguments that a hook put in place of the model's, as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
}

impl WaitingCall {
    /// The call's id.
    pub fn id(&self) -> &str {
        &self.call.id
    }

    /// The arguments that an approval runs, as JSON text: the model's, or those of a hook that
    /// modified them.
    pub fn arguments(&self) -> &str {
        self.modified.as_ref().unwrap_or(&self.call.arguments)
    }
}

/// The decision about a call: that of a hook before it runs, or the later one about a call that
/// waits.
///
/// ```
/// use toolcast::{Verdict, tool, toolset};
///
/// /// Deletes a file.
/// #[tool(destructive)]
/// fn delete(path: String) {}
///
/// let tools = toolset![delete]
///     .before_call(|call| match call.arguments() {
///         arguments if arguments.contains("..") => Verdict::deny("stay in the folder"),
///         _ if call.tool().annotations().destructive == Some(true) => Verdict::Wait,
///         _ => Verdict::Allow,
///     })
///     .build()?;
/// # Ok::<(), toolcast::set::SetError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// Follow the tool's own setting: a call of a tool with `#[tool(approve)]` waits, any other
    /// runs. A call that waits goes on waiting.
    // Not called `Default`: rustc would then spell the trait's name in full in users' errors.
    #[default]
    AsDeclared,
    /// Run the call, even if the tool has `#[tool(approve)]`.
    Allow,
    /// Let the call wait for an approval, or for the answer of another system. The arguments are
    /// checked; the function does not run. [`ToolResults::waiting`] has the call, and
    /// [`ToolSet::resume`] continues it.
    ///
    /// [`ToolResults::waiting`]: super::ToolResults::waiting
    /// [`ToolSet::resume`]: crate::ToolSet::resume
    Wait,
    /// Reject the call. The model receives the text.
    Deny(String),
    /// Use these arguments, as JSON text, instead of the model's. They are decoded as if the model
    /// had written them. The [`ToolResult`](super::ToolResult) keeps the model's own arguments.
    ///
    /// A call that waits runs with them. Of a hook, it is otherwise like
    /// [`AsDeclared`](Self::AsDeclared): a call of a tool with `#[tool(approve)]` waits.
    Modify(String),
    /// Don't run the function: this is the call's answer, such as that of a cache, or of another
    /// system that executed the call. Of a hook, it also answers a call of a tool with
    /// `#[tool(approve)]`. Neither the arguments nor the answer are checked.
    Answer(#[serde(with = "super::stored::contents")] Vec<Content>),
    /// Don't run the function: another system executed the call, and it failed with this text.
    Fail(String),
}

impl fmt::Debug for Verdict {
    // Prints no content, because it may be long or secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::AsDeclared => "AsDeclared",
            Verdict::Allow => "Allow",
            Verdict::Wait => "Wait",
            Verdict::Deny(_) => "Deny(..)",
            Verdict::Modify(_) => "Modify(..)",
            Verdict::Answer(_) => "Answer(..)",
            Verdict::Fail(_) => "Fail(..)",
        })
    }
}

impl Verdict {
    /// Creates a [`Deny`](Self::Deny). The model receives the text.
    pub fn deny(text: impl Into<String>) -> Self {
        Verdict::Deny(text.into())
    }

    /// Creates a [`Modify`](Self::Modify) with a value.
    pub fn modify(arguments: &Value) -> Self {
        Verdict::Modify(ToString::to_string(arguments))
    }

    /// Creates an [`Answer`](Self::Answer) with a text.
    pub fn answer(text: impl Into<String>) -> Self {
        Verdict::Answer(Vec::from([Content::Text(text.into())]))
    }
}

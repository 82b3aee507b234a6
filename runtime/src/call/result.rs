//! Results of calls.

use core::any::Any;

use super::content::text_of;
use super::{Content, ToolCall, ToolError, WaitingCall};
use crate::decode::Coercion;
use crate::schema::SchemaRef;

/// The result of one call.
///
/// ```
/// use toolcast::{Content, Provider, ToolCall, ToolResult};
///
/// let call = ToolCall::new("call_1", "add", r#"{"a": 1, "b": 2}"#);
/// let result = ToolResult::new(call, vec![Content::Json("3".into())]);
/// let messages = result.to_messages(Provider::OpenAi);
/// assert_eq!(messages[0]["tool_call_id"], "call_1");
/// assert_eq!(messages[0]["content"], "3");
/// ```
#[derive(Debug)]
#[must_use = "the provider expects the result in the next request"]
#[non_exhaustive]
pub struct ToolResult {
    /// The call.
    pub call: ToolCall,
    /// The content for the model, including the text of an error.
    pub content: Vec<Content>,
    /// The error, if the call failed.
    pub error: Option<ToolError>,
    /// The artifact for the program, if the function returned a [`ToolOutput`](super::ToolOutput).
    pub artifact: Option<Box<dyn Any + Send + Sync>>,
    /// True if the answer is meant for the user, not for the model.
    pub return_direct: bool,
    /// True if the program should not ask the model again, according to the set's
    /// [`stop_on_error`](crate::ToolSetBuilder::stop_on_error), or because a limit is reached.
    pub stop: bool,
    /// The mistakes in the arguments that were accepted.
    pub coercions: Vec<Coercion>,
    /// The paths of unknown names in nested open types, which are ignored. An unknown parameter of
    /// the tool itself is an error.
    pub ignored: Vec<String>,
    /// The call as plain data, if it waits for an approval or an answer. The
    /// [`error`](Self::error) is [`ToolError::Waiting`] then.
    pub waiting: Option<WaitingCall>,
    /// The names of the [deferred](crate::set::ToolSet::with_deferred) tools that the call has
    /// found, if it is one of the built-in search. `Conversation::results` takes them. Without a
    /// conversation, all names so far belong to
    /// [`RequestOptions::load_tools`](crate::set::RequestOptions::load_tools).
    pub loaded: Vec<String>,
    /// The tool's output schema, if it declares one.
    pub(crate) output: Option<SchemaRef>,
    /// True if the content differs from the tool's answer: secrets were removed, or texts were cut.
    /// An artifact that repeats the answer must not be shown in place of the content then.
    pub altered: bool,
}

impl ToolResult {
    /// Creates a successful result for a call.
    pub fn new(call: ToolCall, content: Vec<Content>) -> Self {
        ToolResult {
            call,
            content,
            error: None,
            artifact: None,
            return_direct: false,
            stop: false,
            coercions: Vec::new(),
            ignored: Vec::new(),
            waiting: None,
            loaded: Vec::new(),
            output: None,
            altered: false,
        }
    }

    /// Creates the result of a call that ended with an error, with its own text.
    pub(crate) fn of_error(call: ToolCall, error: ToolError) -> Self {
        let text = error.to_string();
        let mut result = ToolResult::new(call, Vec::from([Content::Text(text)]));
        result.error = Some(error);
        result
    }

    /// Returns true if [`error`](Self::error) is set: the call failed, was denied, or waits for an
    /// approval or an answer.
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// Returns the texts and JSON documents of the content, a line each. Images, audio and files
    /// are left out.
    ///
    /// ```
    /// # futures_executor::block_on(async {
    /// use toolcast::{Provider, ToolCall, tool, toolset};
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// fn add(a: i32, b: i32) -> i32 {
    ///     a + b
    /// }
    ///
    /// let tools = toolset![add].build()?;
    /// let call = ToolCall::new("call_1", "add", r#"{"a":1,"b":2}"#);
    /// let result = tools.call(Provider::OpenAi, call).await;
    /// assert_eq!(result.text(), "3");
    /// # Ok::<(), toolcast::Error>(())
    /// # }).unwrap();
    /// ```
    pub fn text(&self) -> String {
        text_of(&self.content)
    }
}

/// The results of the calls of one turn, in the order of the calls. It is a slice of
/// [`ToolResult`]s, and is collected from them: `ToolResults::from(vec![result])`.
///
/// ```
/// use toolcast::{Provider, ToolCall, tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// let tools = toolset![add].build()?;
/// let calls = [
///     ToolCall::new("call_1", "add", r#"{"a": 1, "b": 2}"#),
///     ToolCall::new("call_2", "add", r#"{"a": 1}"#),
/// ];
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all(Provider::OpenAi, calls));
/// assert_eq!(results.iter().filter(|result| result.is_error()).count(), 1);
/// let messages = results.to_messages(Provider::OpenAi);
/// assert_eq!(messages[0]["content"], "3");
/// assert_eq!(messages[1]["tool_call_id"], "call_2");
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Debug, Default)]
#[must_use = "the provider expects the results in the next request"]
pub struct ToolResults(pub(crate) Vec<ToolResult>);

impl ToolResults {
    /// The first result after which the program should not ask the model again: an error for which
    /// [`stop_on_error`](crate::ToolSetBuilder::stop_on_error) returned `true`, or beyond a
    /// [`Budget`](crate::set::Budget).
    pub fn stopped_by(&self) -> Option<&ToolResult> {
        self.0.iter().find(|result| result.stop)
    }

    /// The calls that wait for an approval or an answer, in order. [`ToolSet::resume`] replaces
    /// their results.
    ///
    /// [`ToolSet::resume`]: crate::set::ToolSet::resume
    pub fn waiting(&self) -> impl Iterator<Item = &WaitingCall> {
        self.0.iter().filter_map(|result| result.waiting.as_ref())
    }

    /// The results, if all of them are meant for the user. The model need not be asked again then.
    pub fn direct_answers(&self) -> Option<&[ToolResult]> {
        let all = !self.0.is_empty() && self.0.iter().all(|result| result.return_direct);
        all.then_some(&self.0[..])
    }
}

impl core::ops::Deref for ToolResults {
    type Target = [ToolResult];

    fn deref(&self) -> &[ToolResult] {
        &self.0
    }
}

impl core::ops::DerefMut for ToolResults {
    fn deref_mut(&mut self) -> &mut [ToolResult] {
        &mut self.0
    }
}

impl From<Vec<ToolResult>> for ToolResults {
    fn from(results: Vec<ToolResult>) -> Self {
        ToolResults(results)
    }
}

impl FromIterator<ToolResult> for ToolResults {
    fn from_iter<I: IntoIterator<Item = ToolResult>>(results: I) -> Self {
        ToolResults(results.into_iter().collect())
    }
}

impl Extend<ToolResult> for ToolResults {
    fn extend<I: IntoIterator<Item = ToolResult>>(&mut self, results: I) {
        self.0.extend(results);
    }
}

impl IntoIterator for ToolResults {
    type Item = ToolResult;
    type IntoIter = std::vec::IntoIter<ToolResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'r> IntoIterator for &'r ToolResults {
    type Item = &'r ToolResult;
    type IntoIter = core::slice::Iter<'r, ToolResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

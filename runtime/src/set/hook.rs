//! Pre-call hook: it decides about a call before it runs.

use core::fmt;
use core::future::{Future, poll_fn};
use core::pin::Pin;
use core::task::Poll;
use std::sync::Arc;

use serde_json::Value;

use super::member::Member;
use super::tool_info::ToolInfo;
use super::{Budget, CallOptions};
use crate::call::{CancellationToken, Content, Extensions, ToolCall, ToolError, Verdict};
use crate::provider::Provider;
use crate::task::{BoxFuture, CatchUnwind, catch_panic};

/// A call before it runs, as a hook sees it. If the hook defers it by
/// [`Verdict::Wait`](crate::Verdict::Wait), it becomes a [`WaitingCall`](crate::call::WaitingCall).
///
/// ```
/// use toolcast::{PendingCall, Provider, ToolCall, Verdict, tool, toolset};
///
/// /// Reads a file.
/// #[tool(read_only)]
/// fn read_file(path: &str) -> String {
///     format!("the text of {path}")
/// }
///
/// let tools = toolset![read_file]
///     .before_call(|call: &PendingCall| match call.arguments_value() {
///         Ok(arguments) if arguments["path"] == "/etc/passwd" => Verdict::deny("not this file"),
///         _ if call.tool().annotations().read_only == Some(true) => Verdict::Allow,
///         _ => Verdict::Wait,
///     })
///     .build()?;
/// let call = ToolCall::new("call_1", "read_file", r#"{"path": "/etc/passwd"}"#);
/// # let block_on = |future| futures_executor::block_on(future);
/// let result = block_on(tools.call(Provider::OpenAi, call));
/// assert_eq!(result.error.unwrap().to_string(), "not this file");
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone)]
pub struct PendingCall {
    pub(crate) call: ToolCall,
    pub(crate) provider: Provider,
    pub(crate) member: Arc<Member>,
    pub(crate) extensions: Option<Arc<Extensions>>,
}

impl fmt::Debug for PendingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCall")
            .field("call", &self.call)
            .field("provider", &self.provider)
            .field("hints", &self.tool().annotations())
            .finish_non_exhaustive()
    }
}

impl PendingCall {
    /// The call's id.
    pub fn id(&self) -> &str {
        &self.call.id
    }

    /// The tool's name in the set.
    pub fn name(&self) -> &str {
        &self.member.name
    }

    /// The tool: its source, its behaviour hints, its description. Hints and texts of an external
    /// tool are as trustworthy as its [`source`](ToolInfo::source).
    pub fn tool(&self) -> ToolInfo<'_> {
        ToolInfo::of(&self.member, true)
    }

    /// The provider whose model made the call.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The arguments as the model wrote them, or as an earlier hook has modified them, as JSON
    /// text. They are not validated yet.
    pub fn arguments(&self) -> &str {
        &self.call.arguments
    }

    /// Parses the arguments.
    ///
    /// # Errors
    ///
    /// Returns an error if the model did not write valid JSON.
    pub fn arguments_value(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_str(&self.call.arguments)
    }

    /// The value of a type that the program set for this request.
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        Extensions::in_option(self.extensions.as_ref())
    }
}

/// The user's hook function.
#[derive(Clone)]
pub(crate) enum Hook {
    Sync(Arc<dyn Fn(&PendingCall) -> Verdict + Send + Sync>),
    Async(Arc<dyn Fn(PendingCall) -> BoxFuture<'static, Verdict> + Send + Sync>),
}

impl Hook {
    /// Returns true if both are clones of one hook.
    pub(crate) fn is(&self, other: &Hook) -> bool {
        match (self, other) {
            (Hook::Sync(one), Hook::Sync(other)) => Arc::ptr_eq(one, other),
            (Hook::Async(one), Hook::Async(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Asks the hook. A panic of it, and a cancellation while it decides, are errors.
    pub(crate) async fn decide(
        &self,
        pending: &PendingCall,
        tokens: [Option<&CancellationToken>; 2],
    ) -> Result<Verdict, ToolError> {
        let decide = match self {
            Hook::Sync(hook) => {
                return catch_panic(|| hook(pending)).map_err(ToolError::Panicked);
            }
            Hook::Async(hook) => catch_panic(|| hook(pending.clone())),
        };
        let mut deciding = CatchUnwind::new(decide.map_err(ToolError::Panicked)?);
        let mut cancelled = tokens.map(|token| token.map(CancellationToken::cancelled));
        let verdict = poll_fn(|cx| {
            for cancelled in cancelled.iter_mut().flatten() {
                if Pin::new(cancelled).poll(cx).is_ready() {
                    return Poll::Ready(None);
                }
            }
            Pin::new(&mut deciding).poll(cx).map(Some)
        });
        match verdict.await {
            None => Err(ToolError::Cancelled),
            Some(verdict) => verdict.map_err(ToolError::Panicked),
        }
    }
}

/// The decision of the hooks.
#[derive(Default)]
pub(super) struct Decision {
    /// The call waits: its arguments are checked, and the function doesn't run.
    pub(super) waits: bool,
    /// The arguments in place of the model's.
    pub(super) edited: Option<String>,
    /// The answer in place of the function's.
    pub(super) answer: Option<Vec<Content>>,
}

/// Asks the hooks in their order. The strictest decision counts: a denial or a failure ends the
/// call, and a wait outweighs an answer and a permission. A hook sees the arguments as the earlier
/// ones changed them.
pub(super) async fn ask(
    hooks: &[Hook],
    member: &Arc<Member>,
    provider: Provider,
    call: &ToolCall,
    options: &CallOptions,
) -> Result<Decision, ToolError> {
    let mut decision = Decision::default();
    let mut allowed = !member.tool.spec().approve;
    if !hooks.is_empty() {
        let mut pending = PendingCall {
            call: call.clone(),
            provider,
            member: Arc::clone(member),
            extensions: options.extensions.clone(),
        };
        let budget = options.budget.as_ref().map(Budget::cancellation);
        let tokens = [options.cancellation.as_ref(), budget];
        for hook in hooks {
            match hook.decide(&pending, tokens).await? {
                Verdict::AsDeclared => {}
                Verdict::Allow => allowed = true,
                Verdict::Modify(arguments) => {
                    pending.call.arguments.clone_from(&arguments);
                    decision.edited = Some(arguments);
                }
                Verdict::Wait => decision.waits = true,
                Verdict::Deny(text) => return Err(ToolError::Denied(text)),
                Verdict::Fail(text) => return Err(ToolError::Failed(text.into())),
                Verdict::Answer(content) => decision.answer = Some(content),
            }
        }
    }
    if decision.waits {
        decision.answer = None;
    }
    decision.waits |= !allowed;
    Ok(decision)
}

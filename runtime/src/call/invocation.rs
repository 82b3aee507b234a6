//! The decoded call that generated code reads its parameters from.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{self, Poll, Waker};
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use super::{CallContext, Inject, Reply, Requirements, ToolError, ToolOutput};
use crate::decode::{ArgumentNotes, Arguments, ParamReader};
use crate::dialect::{Dialect, of};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::task::{BoxFuture, MaybeSend};

/// A call that is passed to a tool's function. Generated code reads the parameters from it.
#[derive(Debug)]
pub struct Invocation<'c> {
    params: &'c Schema<'c>,
    /// The dialect of the declaration that the model received.
    dialect: &'static Dialect,
    /// `None` in a dry run that only collects what the function needs.
    arguments: Option<Arguments<'c>>,
    context: Cow<'c, CallContext>,
    dry_run: Option<Mutex<Requirements>>,
}

impl<'c> Invocation<'c> {
    /// Creates a call of a tool with these parameters, whose declaration is not strict.
    pub fn new(params: &'c Schema<'c>, arguments: Arguments<'c>, context: CallContext) -> Self {
        let dialect = of(context.provider(), false);
        Self::with_dialect(params, arguments, Cow::Owned(context), dialect)
    }

    /// Like [`new`](Self::new), with the dialect of the declaration that the model received.
    pub(crate) fn with_dialect(
        params: &'c Schema<'c>,
        arguments: Arguments<'c>,
        context: Cow<'c, CallContext>,
        dialect: &'static Dialect,
    ) -> Self {
        Invocation {
            params,
            dialect,
            arguments: Some(arguments),
            context,
            dry_run: None,
        }
    }

    /// Creates a dry run: injected parameters are recorded, and the function is not called.
    pub(super) fn dry_run() -> Self {
        Invocation {
            params: crate::schema::NO_PARAMS.get(),
            dialect: of(Provider::JsonSchema, false),
            arguments: None,
            context: Cow::Owned(CallContext::new(Provider::JsonSchema, "", "")),
            dry_run: Some(Mutex::default()),
        }
    }

    /// The call's context.
    pub fn context(&self) -> &CallContext {
        &self.context
    }

    /// The arguments; `None` in a dry run. After the call they have the accepted mistakes and
    /// ignored names.
    pub fn arguments(&self) -> Option<&Arguments<'c>> {
        self.arguments.as_ref()
    }

    /// Starts reading the model's arguments manually; `None` in a dry run.
    /// [`parameters`](Self::parameters) also reads injected parameters.
    pub fn take(&'c self) -> Option<ParamReader<'c>> {
        let arguments = self.arguments.as_ref()?;
        Some(ParamReader::new(self.params, arguments, self.dialect))
    }

    /// Returns what a dry run recorded.
    pub(super) fn into_needs(self) -> Requirements {
        let noted = self.dry_run.map(Mutex::into_inner);
        let noted = noted.map(|it| it.unwrap_or_else(PoisonError::into_inner));
        noted.unwrap_or_default()
    }

    pub(super) fn dry_run_needs(&self) -> Option<&Mutex<Requirements>> {
        self.dry_run.as_ref()
    }

    /// The notes on the arguments, once all were read.
    pub(crate) fn notes(&self) -> ArgumentNotes {
        let arguments = self.arguments.as_ref();
        arguments.map_or_else(ArgumentNotes::default, Arguments::notes)
    }

    /// Returns an injected value.
    ///
    /// # Errors
    ///
    /// Returns an error if the program did not provide the value.
    pub fn inject<T: Inject<'c>>(&'c self) -> Result<T, ToolError> {
        T::inject(&self.context)
    }
}

/// The future of a tool call, which ends with a [`ToolOutput`] or a [`ToolError`]. It is `Send`,
/// except on wasm32.
///
/// ```
/// use toolcast::{Content, Provider, tool};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// // Not `async`, so the future has its output at once.
/// let call = add::call(Provider::OpenAi, r#"{"a": 1, "b": 2}"#);
/// assert_eq!(call.now_or_never().unwrap()?.content, [Content::Json("3".into())]);
/// # Ok::<(), toolcast::ToolError>(())
/// ```
#[must_use = "a future does nothing unless it is awaited"]
pub struct ToolFuture<'c>(BoxFuture<'c, Reply>);

impl<'c> ToolFuture<'c> {
    /// Creates the future of a call from one that returns its end.
    pub fn new(
        future: impl Future<Output = Result<ToolOutput, ToolError>> + MaybeSend + 'c,
    ) -> Self {
        ToolFuture(Box::pin(future))
    }
}

impl ToolFuture<'_> {
    /// Creates a future whose call has already ended.
    pub fn ready(reply: Result<ToolOutput, ToolError>) -> Self {
        ToolFuture::new(core::future::ready(reply))
    }

    /// Polls the future once, and returns the result of the call if it is ready. A function that
    /// isn't `async` is always ready. Otherwise the future is dropped, and `None` is returned.
    pub fn now_or_never(mut self) -> Option<Result<ToolOutput, ToolError>> {
        match self
            .0
            .as_mut()
            .poll(&mut task::Context::from_waker(Waker::noop()))
        {
            Poll::Ready(reply) => Some(reply),
            Poll::Pending => None,
        }
    }
}

impl fmt::Debug for ToolFuture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolFuture").finish_non_exhaustive()
    }
}

impl Future for ToolFuture<'_> {
    type Output = Result<ToolOutput, ToolError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

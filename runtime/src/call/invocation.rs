//! One call on its way into the function.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{self, Poll, Waker};
use std::sync::{Mutex, PoisonError};

use super::{Context, Inject, Needs, Parameters, Reply, ToolError};
use crate::decode::{Arguments, Notes, Take};
use crate::dialect::{Dialect, of};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::task::MaybeSend;

/// One call on its way into the function: what generated code takes the parameters from.
#[derive(Debug)]
pub struct Invocation<'c> {
    params: &'c Schema<'c>,
    /// What the model was shown.
    dialect: &'static Dialect,
    /// None: no call at all, but the question what the function needs.
    arguments: Option<Arguments<'c>>,
    context: Cow<'c, Context>,
    question: Option<Mutex<Needs>>,
}

impl<'c> Invocation<'c> {
    /// A call of a tool with these parameters, whose text asks for no strict mode.
    pub fn new(params: &'c Schema<'c>, arguments: Arguments<'c>, context: Context) -> Self {
        let dialect = of(context.provider(), false);
        Self::shown(params, arguments, context, dialect)
    }

    /// As [`new`](Self::new), by what the model was shown.
    pub(crate) fn shown(
        params: &'c Schema<'c>,
        arguments: Arguments<'c>,
        context: Context,
        dialect: &'static Dialect,
    ) -> Self {
        Self::of(params, arguments, Cow::Owned(context), dialect)
    }

    /// The same, where somebody else keeps what surrounds the call.
    pub(crate) fn within(
        params: &'c Schema<'c>,
        arguments: Arguments<'c>,
        context: &'c Context,
        dialect: &'static Dialect,
    ) -> Self {
        Self::of(params, arguments, Cow::Borrowed(context), dialect)
    }

    fn of(
        params: &'c Schema<'c>,
        arguments: Arguments<'c>,
        context: Cow<'c, Context>,
        dialect: &'static Dialect,
    ) -> Self {
        Invocation {
            params,
            dialect,
            arguments: Some(arguments),
            context,
            question: None,
        }
    }

    /// No call: the function's injected parameters are noted, and it is not reached.
    fn of_question() -> Self {
        Invocation {
            params: crate::schema::NO_PARAMS.get(),
            dialect: of(Provider::JsonSchema, false),
            arguments: None,
            context: Cow::Owned(Context::new(Provider::JsonSchema, "", "")),
            question: Some(Mutex::default()),
        }
    }

    /// What surrounds the call.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The arguments, where there is a call; after it, what was forgiven and ignored in them.
    pub fn arguments(&self) -> Option<&Arguments<'c>> {
        self.arguments.as_ref()
    }

    /// Begins to take the parameters.
    pub fn parameters(&'c self) -> Parameters<'c> {
        Parameters::new(self)
    }

    /// Begins to take what the model sent, by hand; nothing where there is no call. See [`parameters`](Self::parameters), which takes what is injected too.
    pub fn take(&'c self) -> Option<Take<'c>> {
        let arguments = self.arguments.as_ref()?;
        Some(Take::new(self.params, arguments, self.dialect))
    }

    /// Calls a tool's function. The parameters are made and dropped here, so that no tool has the code for it.
    pub(crate) fn run<R>(&'c self, run: fn(&mut Parameters<'c>) -> R) -> R {
        run(&mut self.parameters())
    }

    pub(super) fn question(&self) -> Option<&Mutex<Needs>> {
        self.question.as_ref()
    }

    /// Notes on the arguments, once all were taken.
    pub(crate) fn notes(&self) -> Notes {
        let arguments = self.arguments.as_ref();
        arguments.map_or_else(Notes::default, Arguments::notes)
    }

    /// A value that the program gives.
    ///
    /// # Errors
    ///
    /// Where the program did not.
    pub fn inject<T: Inject<'c>>(&'c self) -> Result<T, ToolError> {
        T::inject(&self.context)
    }
}

/// How a tool's function is called.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// It answers at once.
    Sync(for<'c> fn(&mut Parameters<'c>) -> Reply),
    /// It answers later.
    Async(for<'c> fn(&mut Parameters<'c>) -> Pending<'c>),
}

impl Run {
    /// Notes what the function wants of the program. It is not called for it.
    pub fn needs(self, needs: &mut Needs) {
        let question = Invocation::of_question();
        match self {
            Run::Sync(run) => drop(run(&mut question.parameters())),
            Run::Async(run) => drop(run(&mut question.parameters())),
        }
        let noted = question.question.map(Mutex::into_inner);
        let noted = noted.map(|it| it.unwrap_or_else(PoisonError::into_inner));
        needs.0.extend(noted.unwrap_or_default().0);
    }
}

#[cfg(not(target_arch = "wasm32"))]
type Boxed<'c> = Pin<Box<dyn Future<Output = Reply> + Send + 'c>>;
#[cfg(target_arch = "wasm32")]
type Boxed<'c> = Pin<Box<dyn Future<Output = Reply> + 'c>>;

/// An answer that is being made. It can be sent to another thread, except on wasm32.
pub struct Pending<'c>(Boxed<'c>);

impl<'c> Pending<'c> {
    /// Wraps a future.
    pub fn new(future: impl Future<Output = Reply> + MaybeSend + 'c) -> Self {
        Pending(Box::pin(future))
    }
}

impl Pending<'_> {
    /// An answer that is there.
    pub fn ready(reply: Reply) -> Self {
        Pending::new(core::future::ready(reply))
    }

    /// The answer, where it is there without waiting: that of a function that isn't `async`. What waits is dropped.
    pub fn now(mut self) -> Option<Reply> {
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

impl fmt::Debug for Pending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}

impl Future for Pending<'_> {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Reply> {
        self.0.as_mut().poll(cx)
    }
}

//! One call on its way into the function.

use alloc::boxed::Box;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{self, Poll};

use super::{Context, Inject, Reply, ToolError};
use crate::decode::{Arguments, Take};
use crate::schema::Schema;

/// One call on its way into the function: what generated code takes the parameters from.
#[derive(Debug)]
pub struct Invocation<'c> {
    params: &'c Schema<'c>,
    arguments: Arguments<'c>,
    context: Context,
}

impl<'c> Invocation<'c> {
    /// A call of a tool with these parameters.
    pub fn new(params: &'c Schema<'c>, arguments: Arguments<'c>, context: Context) -> Self {
        Invocation {
            params,
            arguments,
            context,
        }
    }

    /// What surrounds the call.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The arguments; after the call, what was forgiven and ignored in them.
    pub fn arguments(&self) -> &Arguments<'c> {
        &self.arguments
    }

    /// Begins to take the parameters.
    pub fn take(&'c self) -> Take<'c> {
        Take::new(self.params, &self.arguments, self.context.provider())
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
    Sync(for<'c> fn(&'c Invocation<'c>) -> Reply),
    /// It answers later.
    Async(for<'c> fn(&'c Invocation<'c>) -> Pending<'c>),
}

#[cfg(not(target_arch = "wasm32"))]
type Boxed<'c> = Pin<Box<dyn Future<Output = Reply> + Send + 'c>>;
#[cfg(target_arch = "wasm32")]
type Boxed<'c> = Pin<Box<dyn Future<Output = Reply> + 'c>>;

/// An answer that is being made. It can be sent to another thread, except on wasm32.
pub struct Pending<'c>(Boxed<'c>);

impl<'c> Pending<'c> {
    /// Of a future.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new(future: impl Future<Output = Reply> + Send + 'c) -> Self {
        Pending(Box::pin(future))
    }

    /// Of a future.
    #[cfg(target_arch = "wasm32")]
    pub fn new(future: impl Future<Output = Reply> + 'c) -> Self {
        Pending(Box::pin(future))
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

//! The parameters of a function, read in order from the model's arguments and from the context.

use serde::Deserialize;

use super::{Inject, Invocation, Reply, Requirements, ToolError, ToolFuture};
use crate::decode::ParamReader;
use crate::task::lock;

/// Reads a function's parameters and collects the errors. Generated code reads each parameter and
/// then calls [`finish`](Self::finish).
///
/// In a dry run, which only collects what the tool [needs](super::Requirements), every parameter is
/// missing.
///
/// The generic methods here are compiled once per type, not inlined into each tool.
#[derive(Debug)]
pub struct Parameters<'c> {
    call: &'c Invocation<'c>,
    take: Option<ParamReader<'c>>,
    error: Option<ToolError>,
}

impl<'c> Parameters<'c> {
    /// Reads the parameter with this index among those sent by the model.
    #[inline(never)]
    pub fn take<T: Deserialize<'c>>(&mut self, field: usize) -> Option<T> {
        self.take.as_mut()?.take(field)
    }

    /// Reads a parameter with a default: `Some(None)` if it is absent.
    #[inline(never)]
    pub fn take_or_absent<T: Deserialize<'c>>(&mut self, field: usize) -> Option<Option<T>> {
        self.take.as_mut()?.take_or_absent(field)
    }

    /// Reads an injected parameter.
    #[inline(never)]
    pub fn inject<T: Inject<'c>>(&mut self) -> Option<T> {
        if let Some(needs) = self.call.dry_run_needs() {
            lock(needs).0.extend(T::requirements().0);
            return None;
        }
        match self.call.inject() {
            Ok(value) => Some(value),
            Err(error) => {
                // Only the first error is kept: all of them are errors of the program.
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// Returns true if all parameters were present and no others were sent. Must be called last.
    pub fn finish(&mut self) -> bool {
        if let Some(take) = self.take.take()
            && let Err(errors) = take.finish()
        {
            self.error.get_or_insert(ToolError::Arguments(errors));
        }
        if self.call.context().only_checks {
            self.error.get_or_insert(ToolError::Waiting);
        }
        self.error.is_none()
    }

    /// Returns the error that prevents the call.
    ///
    /// # Errors
    ///
    /// Always returns an error.
    pub fn fail(&mut self) -> Reply {
        // A dry run has no error, and its result is not read.
        Err(self.error.take().unwrap_or_else(ToolError::no_function))
    }

    /// Returns the error that prevents the call of an `async` function.
    pub fn fail_later(&mut self) -> ToolFuture<'c> {
        ToolFuture::ready(self.fail())
    }
}

impl<'c> Invocation<'c> {
    /// Starts reading the parameters.
    pub fn parameters(&'c self) -> Parameters<'c> {
        Parameters {
            call: self,
            take: self.take(),
            error: None,
        }
    }

    /// Calls a tool's function. Parameters are created and dropped here, so that this code is not
    /// repeated in each tool.
    pub(crate) fn run<R>(&'c self, run: fn(&mut Parameters<'c>) -> R) -> R {
        run(&mut self.parameters())
    }
}

/// The entry point of a tool's function.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// A synchronous function.
    Sync(for<'c> fn(&mut Parameters<'c>) -> Reply),
    /// An `async` function.
    Async(for<'c> fn(&mut Parameters<'c>) -> ToolFuture<'c>),
}

impl Run {
    /// The requirements of a function into which nothing is injected.
    pub const NO_NEEDS: fn(&mut Requirements) = |_| {};

    /// Records the state that the function needs, without calling it.
    pub fn needs(self, needs: &mut Requirements) {
        let dry_run = Invocation::dry_run();
        match self {
            Run::Sync(run) => drop(run(&mut dry_run.parameters())),
            Run::Async(run) => drop(run(&mut dry_run.parameters())),
        }
        needs.0.extend(dry_run.into_needs().0);
    }
}

//! A function's parameters, one after the other, from the model and from the program.

use serde::Deserialize;

use super::{Inject, Invocation, Pending, Reply, ToolError};
use crate::decode::Take;

/// Takes a function's parameters out of a call, and keeps what was wrong until the end: generated code asks for each of them, then whether all are there.
///
/// Of a call that only asks what the tool [needs](super::Needs), nothing is there.
///
/// What is generic here is one function a type and not one a parameter: it is never written into the code of each tool.
#[derive(Debug)]
pub struct Parameters<'c> {
    call: &'c Invocation<'c>,
    take: Option<Take<'c>>,
    error: Option<ToolError>,
}

impl<'c> Parameters<'c> {
    pub(super) fn new(call: &'c Invocation<'c>) -> Self {
        Parameters {
            call,
            take: call.take(),
            error: None,
        }
    }

    /// The parameter of that number among those that the model sends.
    #[inline(never)]
    pub fn take<T: Deserialize<'c>>(&mut self, field: usize) -> Option<T> {
        self.take.as_mut()?.take(field)
    }

    /// As [`take`](Self::take), for a parameter with a default: `Some(None)` where it is absent.
    #[inline(never)]
    pub fn take_or_absent<T: Deserialize<'c>>(&mut self, field: usize) -> Option<Option<T>> {
        self.take.as_mut()?.take_or_absent(field)
    }

    /// A flattened parameter: what it is made of stands beside the others.
    #[inline(never)]
    pub fn take_flat<T: Deserialize<'c>>(&mut self, field: usize) -> Option<T> {
        self.take.as_mut()?.take_flat(field)
    }

    /// A parameter that the program gives.
    #[inline(never)]
    pub fn inject<T: Inject<'c>>(&mut self) -> Option<T> {
        if let Some(needs) = self.call.question() {
            T::need(
                &mut needs
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner),
            );
            return None;
        }
        match self.call.inject() {
            Ok(value) => Some(value),
            Err(error) => {
                // The first one counts: the others are the program's fault too.
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// Whether everything was there and nothing else was sent. Comes last.
    pub fn finish(&mut self) -> bool {
        if let Some(take) = self.take.take()
            && let Err(errors) = take.finish()
        {
            self.error.get_or_insert(ToolError::Arguments(errors));
        }
        self.error.is_none()
    }

    /// Why the function can't be called.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn fail(&mut self) -> Reply {
        // Without an error it was a question, whose answer is not read.
        Err(self.error.take().unwrap_or_else(ToolError::no_function))
    }

    /// Why the function can't be called, of one that answers later.
    pub fn fail_later(&mut self) -> Pending<'c> {
        Pending::ready(self.fail())
    }
}

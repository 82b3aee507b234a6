//! Code of others: a panic in it becomes its message.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use core::any::Any;
use core::future::Future;
use core::panic::AssertUnwindSafe;
use core::pin::Pin;
use core::task::{Context, Poll};
use std::panic::catch_unwind;

/// Calls code of others.
///
/// What it leaves behind after a panic is never looked at again, except what is shared: that is theirs to keep in order, as with a thread that panics.
pub(crate) fn catch<R>(code: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(code)).map_err(message)
}

/// Drops a value of others.
pub(crate) fn discard<T>(value: T) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // Its own `drop` may panic as well.
        core::mem::forget(payload);
    }
}

/// What others gave, held while their code runs: if it is the last to hold it, a panic while it is dropped is nobody's.
pub(crate) struct Held<T>(Option<T>);

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Self {
        Held(Some(value))
    }

    pub(crate) fn get(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => unreachable!("it is there until it is dropped"),
        }
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

fn message(payload: Box<dyn Any + Send>) -> String {
    let text = match payload.downcast_ref::<&str>() {
        Some(text) => (*text).to_owned(),
        None => match payload.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => "a panic without a text".to_owned(),
        },
    };
    discard(payload);
    text
}

/// A future of others: a panic in it is an error, and one while it is dropped is nobody's.
pub(crate) struct Guarded<F: ?Sized>(Option<Pin<Box<F>>>);

impl<F: Future + ?Sized> Guarded<F> {
    pub(crate) fn new(future: Pin<Box<F>>) -> Self {
        Guarded(Some(future))
    }
}

impl<F: Future + ?Sized> Future for Guarded<F> {
    type Output = Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.0 else {
            return Poll::Pending;
        };
        let done = match catch(|| future.as_mut().poll(cx)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(output)) => Ok(output),
            Err(message) => Err(message),
        };
        discard(self.0.take());
        Poll::Ready(done)
    }
}

impl<F: ?Sized> Drop for Guarded<F> {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

//! Catches panics of caller-supplied code and returns their messages.

use core::any::Any;
use core::future::Future;
use core::panic::AssertUnwindSafe;
use core::pin::Pin;
use core::task::{Context, Poll};
use std::panic::catch_unwind;

/// Calls caller-supplied code and returns the message of a panic.
///
/// After a panic its values are dropped, except shared ones, which their owner has to keep
/// consistent, as with a thread that panics.
///
/// # Errors
///
/// Returns the message of the panic.
#[doc(hidden)]
pub fn catch_panic<R>(code: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(code)).map_err(message)
}

/// Drops a caller-supplied value, and swallows a panic of its `Drop`.
pub(crate) fn drop_catching<T>(value: T) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // Its own `drop` may panic as well.
        core::mem::forget(payload);
    }
}

/// Owns a caller-supplied value during a call. If this is the last reference, a panic of its `Drop`
/// is caught and discarded.
pub(crate) struct CatchDrop<T>(Option<T>);

impl<T> CatchDrop<T> {
    pub(crate) fn new(value: T) -> Self {
        CatchDrop(Some(value))
    }

    pub(crate) fn get(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => unreachable!("it is there until it is dropped"),
        }
    }
}

impl<T> Drop for CatchDrop<T> {
    fn drop(&mut self) {
        drop_catching(self.0.take());
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
    drop_catching(payload);
    text
}

/// A caller-supplied future. A panic while it is polled is an error; a panic of its `Drop` is
/// discarded.
pub(crate) struct CatchUnwind<F: ?Sized>(Option<Pin<Box<F>>>);

impl<F: Future + ?Sized> CatchUnwind<F> {
    pub(crate) fn new(future: Pin<Box<F>>) -> Self {
        CatchUnwind(Some(future))
    }
}

impl<F: Future + ?Sized> Future for CatchUnwind<F> {
    type Output = Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.0 else {
            return Poll::Pending;
        };
        let done = match catch_panic(|| future.as_mut().poll(cx)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(output)) => Ok(output),
            Err(message) => Err(message),
        };
        drop_catching(self.0.take());
        Poll::Ready(done)
    }
}

impl<F: ?Sized> Drop for CatchUnwind<F> {
    fn drop(&mut self) {
        drop_catching(self.0.take());
    }
}

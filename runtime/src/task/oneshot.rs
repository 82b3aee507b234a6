//! A channel for one value, from a thread to a future. Unlike the channels of other crates, the
//! receiver drops a value that panics in its `Drop` without a panic of its own.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use std::sync::{Arc, Mutex, MutexGuard};

use super::{drop_catching, lock};

/// Creates both ends of a channel for one value.
pub(crate) fn oneshot<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(ChannelShared(Mutex::new(ChannelState {
        value: None,
        closed: false,
        waker: None,
    })));
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

struct ChannelShared<T>(Mutex<ChannelState<T>>);

struct ChannelState<T> {
    value: Option<T>,
    closed: bool,
    waker: Option<Waker>,
}

impl<T> ChannelShared<T> {
    fn lock(&self) -> MutexGuard<'_, ChannelState<T>> {
        lock(&self.0)
    }
}

pub(crate) struct Sender<T>(Arc<ChannelShared<T>>);

impl<T> Sender<T> {
    pub(crate) fn send(self, value: T) {
        self.0.lock().value = Some(value);
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waker = {
            let mut state = self.0.lock();
            state.closed = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Receives the value, or `None` if the sender was dropped without sending.
pub(crate) struct Receiver<T>(Arc<ChannelShared<T>>);

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let value = self.0.lock().value.take();
        drop_catching(value);
    }
}

impl<T> Future for Receiver<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut state = self.0.lock();
        if state.closed {
            return Poll::Ready(state.value.take());
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

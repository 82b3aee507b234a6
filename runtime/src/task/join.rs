//! Runs a bounded number of futures at a time, with outputs in their order.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::drop_catching;

/// Runs futures, at most `most` at a time, each begun in its order; the outputs are in that order too.
///
/// Every future that has begun is polled when any is woken. A turn has a handful of calls, and a poll of one that waits costs less than keeping a waker
/// of its own for each.
pub(crate) struct Join<F: Future> {
    /// Those that have not ended.
    waiting: Vec<Option<Pin<Box<F>>>>,
    done: Vec<Option<F::Output>>,
    most: usize,
    left: usize,
    /// How many of the first have ended: a long turn is not walked from its beginning each time.
    ended: usize,
}

impl<F: Future> Join<F> {
    pub(crate) fn new(futures: impl IntoIterator<Item = F>, most: usize) -> Self {
        let waiting: Vec<_> = futures
            .into_iter()
            .map(|future| Some(Box::pin(future)))
            .collect();
        Join {
            done: waiting.iter().map(|_| None).collect(),
            left: waiting.len(),
            waiting,
            most: most.max(1),
            ended: 0,
        }
    }
}

impl<F: Future> Drop for Join<F> {
    fn drop(&mut self) {
        // One that panics leaves the others to be dropped.
        self.waiting.drain(..).for_each(drop_catching);
        self.done.drain(..).for_each(drop_catching);
    }
}

// Nothing in it is pinned in place: each future has a box of its own.
impl<F: Future> Unpin for Join<F> {}

impl<F: Future> Future for Join<F> {
    type Output = Vec<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let mut running = 0;
        let from = this.ended;
        let waiting = this.waiting[from..].iter_mut();
        for (future, done) in waiting.zip(&mut this.done[from..]) {
            // One that ends makes room for the next at once.
            if running == this.most {
                break;
            }
            let Some(pending) = future else { continue };
            match pending.as_mut().poll(cx) {
                Poll::Pending => running += 1,
                Poll::Ready(output) => {
                    *done = Some(output);
                    *future = None;
                    this.left -= 1;
                }
            }
        }
        let ended = |future: &&Option<_>| future.is_none();
        this.ended += this.waiting[from..].iter().take_while(ended).count();
        if this.left > 0 {
            return Poll::Pending;
        }
        Poll::Ready(
            core::mem::take(&mut this.done)
                .into_iter()
                .flatten()
                .collect(),
        )
    }
}

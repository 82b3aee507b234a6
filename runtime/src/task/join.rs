//! Runs a bounded number of futures concurrently and returns their outputs in order.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::drop_catching;

/// Runs futures, at most `max` at a time. They start in order, and the outputs have the same
/// order.
///
/// A wake-up polls every running future. A turn has only a few calls, and polling a pending one
/// costs less than a separate waker for each.
pub(crate) struct Join<F: Future> {
    /// The futures that have not ended.
    waiting: Vec<Option<Pin<Box<F>>>>,
    done: Vec<Option<F::Output>>,
    max: usize,
    left: usize,
    /// The number of leading futures that have ended, so that polling a long turn doesn't start
    /// from its beginning.
    ended: usize,
}

impl<F: Future> Join<F> {
    pub(crate) fn new(futures: impl IntoIterator<Item = F>, max: usize) -> Self {
        let waiting: Vec<_> = futures
            .into_iter()
            .map(|future| Some(Box::pin(future)))
            .collect();
        Join {
            done: waiting.iter().map(|_| None).collect(),
            left: waiting.len(),
            waiting,
            max: max.max(1),
            ended: 0,
        }
    }
}

impl<F: Future> Drop for Join<F> {
    fn drop(&mut self) {
        // If one panics, the others are still dropped.
        self.waiting.drain(..).for_each(drop_catching);
        self.done.drain(..).for_each(drop_catching);
    }
}

// Nothing is pinned in place, because each future is boxed.
impl<F: Future> Unpin for Join<F> {}

impl<F: Future> Future for Join<F> {
    type Output = Vec<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let mut running = 0;
        let from = this.ended;
        let waiting = this.waiting[from..].iter_mut();
        for (future, done) in waiting.zip(&mut this.done[from..]) {
            // A future that ends makes room for the next in the same poll.
            if running == this.max {
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

//! How a call is told to stop.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll, Waker};
use std::sync::{Mutex, PoisonError};

/// A handle by which a call is told to stop. All clones are one handle.
///
/// A tool may take it by `#[tool(inject)]`, ask [`is_cancelled`](Self::is_cancelled) or await [`cancelled`](Self::cancelled). The handle that a tool is
/// given is the call's own: it is cancelled too where the call took too long or nobody waits for it any more.
#[derive(Clone, Default)]
pub struct Cancellation(Arc<Inner>);

#[derive(Default)]
struct Inner {
    cancelled: AtomicBool,
    /// Cancelled with it.
    parent: Option<Cancellation>,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cancellation({})", self.is_cancelled())
    }
}

impl Cancellation {
    /// One that nobody cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// One that is cancelled with this one, and can be cancelled alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Cancellation(Arc::new(Inner {
            cancelled: AtomicBool::new(false),
            parent: Some(self.clone()),
            waiting: Mutex::default(),
        }))
    }

    /// Tells whoever asks or waits that the answer is not wanted any more.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        // Woken after the lock is given back: a waker may do anything.
        for (_, waker) in core::mem::take(&mut self.0.lock().wakers) {
            waker.wake();
        }
    }

    /// Whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.ancestors()
            .any(|one| one.0.cancelled.load(Ordering::SeqCst))
    }

    /// Waits until [`cancel`](Self::cancel) is called.
    pub fn cancelled(&self) -> Cancelled {
        Cancelled {
            of: self.clone(),
            places: Vec::new(),
        }
    }

    /// This one, what it is a child of, and so on.
    fn ancestors(&self) -> impl Iterator<Item = &Cancellation> {
        core::iter::successors(Some(self), |one| one.0.parent.as_ref())
    }
}

// One after the other: tools that call tools make a line of handles, which recursion would walk down on the stack.
impl Drop for Inner {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut last) = next.and_then(|one| Arc::into_inner(one.0)) {
            next = last.parent.take();
        }
    }
}

impl Inner {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whom to wake, in the place that it has already.
    fn wait(&self, place: Option<u64>, waker: &Waker) -> u64 {
        let mut waiting = self.lock();
        if let Some(place) = place
            && let Some((_, old)) = waiting.wakers.iter_mut().find(|(at, _)| *at == place)
        {
            old.clone_from(waker);
            return place;
        }
        let place = waiting.next;
        waiting.next += 1;
        waiting.wakers.push((place, waker.clone()));
        place
    }

    fn leave(&self, place: u64) {
        self.lock().wakers.retain(|(at, _)| *at != place);
    }
}

/// Waits until a [`Cancellation`] is cancelled: see [`Cancellation::cancelled`].
#[must_use = "futures do nothing unless they are awaited"]
pub struct Cancelled {
    of: Cancellation,
    /// The place in the list of each ancestor, where it has one.
    places: Vec<u64>,
}

impl fmt::Debug for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cancelled({})", self.of.is_cancelled())
    }
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.of.is_cancelled() {
            return Poll::Ready(());
        }
        let of = self.of.clone();
        for (i, one) in of.ancestors().enumerate() {
            let place = one.0.wait(self.places.get(i).copied(), cx.waker());
            match self.places.get_mut(i) {
                Some(old) => *old = place,
                None => self.places.push(place),
            }
        }
        // Cancelled while it was put on the lists: whoever did so may not have seen it there.
        if self.of.is_cancelled() {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        for (one, place) in self.of.ancestors().zip(&self.places) {
            one.0.leave(*place);
        }
    }
}

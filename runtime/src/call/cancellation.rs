//! Cancellation of calls.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll, Waker};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::task::lock;

/// A token that cancels a call. Clones share the state.
///
/// A tool can receive it with `#[tool(inject)]`, and poll [`is_cancelled`](Self::is_cancelled) or
/// await [`cancelled`](Self::cancelled). A tool receives the call's own token, which is also
/// cancelled if the call times out or its future is dropped.
///
/// ```
/// use toolcast::{CallContext, CancellationToken, Content, Provider, tool};
///
/// /// Watches a folder until the program stops it.
/// #[tool]
/// async fn watch(#[tool(inject)] stop: CancellationToken) -> &'static str {
///     stop.cancelled().await;
///     "stopped"
/// }
///
/// let stop = CancellationToken::new();
/// let context = CallContext::new(Provider::OpenAi, "call_1", "watch");
/// let call = watch::call_with(context.with_cancellation(stop.clone()), "{}");
/// stop.cancel();
/// let output = call.now_or_never().unwrap()?;
/// assert_eq!(output.content, [Content::Text("stopped".into())]);
/// # Ok::<(), toolcast::ToolError>(())
/// ```
#[derive(Clone, Default)]
pub struct CancellationToken(Arc<TokenState>);

#[derive(Default)]
struct TokenState {
    cancelled: AtomicBool,
    /// The token that cancels this one too.
    parent: Option<CancellationToken>,
    waiting: Mutex<CancelWaiters>,
}

#[derive(Default)]
struct CancelWaiters {
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

impl fmt::Debug for CancellationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CancellationToken({})", self.is_cancelled())
    }
}

impl CancellationToken {
    /// Creates a new, uncancelled token.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a token that is cancelled together with this one, and can also be cancelled alone.
    #[must_use]
    pub fn child_token(&self) -> Self {
        CancellationToken(Arc::new(TokenState {
            cancelled: AtomicBool::new(false),
            parent: Some(self.clone()),
            waiting: Mutex::default(),
        }))
    }

    /// Cancels the token and wakes everything that awaits it.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        // Taken before the loop: the list is not locked while a waker runs, which may drop a
        // `Cancelled` of this token.
        let wakers = core::mem::take(&mut self.0.lock().wakers);
        for (_, waker) in wakers {
            waker.wake();
        }
    }

    /// Returns true if [`cancel`](Self::cancel) was called on this token or on a parent.
    pub fn is_cancelled(&self) -> bool {
        self.ancestors()
            .any(|one| one.0.cancelled.load(Ordering::SeqCst))
    }

    /// Returns a future that completes when the token is cancelled.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + Sync + Unpin + use<> {
        Cancelled {
            of: self.clone(),
            places: Vec::new(),
        }
    }

    /// This token, its parent, and so on.
    fn ancestors(&self) -> impl Iterator<Item = &CancellationToken> {
        core::iter::successors(Some(self), |one| one.0.parent.as_ref())
    }
}

// Iterative, because tools that call tools build a chain of handles, and a recursive drop would
// take stack for each.
impl Drop for TokenState {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut last) = next.and_then(|one| Arc::into_inner(one.0)) {
            next = last.parent.take();
        }
    }
}

impl TokenState {
    fn lock(&self) -> MutexGuard<'_, CancelWaiters> {
        lock(&self.waiting)
    }

    /// Registers a waker, or replaces the one registered under the same key.
    fn wait(&self, place: Option<u64>, waker: &Waker) -> u64 {
        // Dropping a waker may run code of the program, which may take the lock.
        let mut replaced = waker.clone();
        let mut waiting = self.lock();
        if let Some(place) = place
            && let Some((_, old)) = waiting.wakers.iter_mut().find(|(at, _)| *at == place)
        {
            core::mem::swap(old, &mut replaced);
            drop(waiting);
            return place;
        }
        let place = waiting.next;
        waiting.next += 1;
        waiting.wakers.push((place, replaced));
        place
    }

    fn deregister(&self, place: u64) {
        let mut waiting = self.lock();
        let found = waiting.wakers.iter().position(|(at, _)| *at == place);
        let waker = found.map(|at| waiting.wakers.remove(at));
        drop(waiting);
        drop(waker);
    }
}

/// The future of [`CancellationToken::cancelled`].
struct Cancelled {
    of: CancellationToken,
    /// The key in the waker list of each ancestor, once registered.
    places: Vec<u64>,
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
        // `cancel` may have run while we registered, without seeing our waker. Check again.
        if self.of.is_cancelled() {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        for (one, place) in self.of.ancestors().zip(&self.places) {
            one.0.deregister(*place);
        }
    }
}

//! An append-only store: values can be added while earlier ones are borrowed.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;

/// One bucket for each bit of `usize`. The last is never reached, because memory is smaller.
const BUCKETS: usize = usize::BITS as usize;

/// A list that only grows. Its values never move, so they can be borrowed while more are added,
/// also by several threads.
pub(crate) struct Arena<T> {
    /// Bucket `n` holds `2^n` values. An empty arena allocates nothing, and most stay empty.
    buckets: OnceLock<Box<[Bucket<T>; BUCKETS]>>,
    len: AtomicUsize,
}

type Bucket<T> = OnceLock<Box<[OnceLock<T>]>>;

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Arena {
            buckets: OnceLock::new(),
            len: AtomicUsize::new(0),
        }
    }

    /// Adds a value, which lives as long as the arena.
    pub(crate) fn push(&self, value: T) -> &T {
        // Counted from 1: the first bucket holds the first value, the second the next two.
        let number = self.len.fetch_add(1, Ordering::Relaxed) + 1;
        let bucket = number.ilog2();
        let buckets = self
            .buckets
            .get_or_init(|| Box::new([const { OnceLock::new() }; BUCKETS]));
        let slots = buckets[bucket as usize]
            .get_or_init(|| (0..1_usize << bucket).map(|_| OnceLock::new()).collect());
        // Only this call has this number, so the slot is empty.
        slots[number - (1 << bucket)].get_or_init(|| value)
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> core::fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Arena({})", self.len.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::Arena;

    #[test]
    fn references_stay_valid_after_more_values_are_added() {
        let arena = Arena::<String>::new();
        let all: Vec<&String> = (0..100).map(|n| arena.push(n.to_string())).collect();
        for (n, text) in all.iter().enumerate() {
            assert_eq!(**text, n.to_string());
        }
    }

    #[test]
    fn several_threads_may_add() {
        let arena = Arena::<usize>::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let arena = &arena;
                scope.spawn(move || {
                    let all: Vec<&usize> =
                        (0..200).map(|n| arena.push(thread * 1000 + n)).collect();
                    for (n, value) in all.iter().enumerate() {
                        assert_eq!(**value, thread * 1000 + n);
                    }
                });
            }
        });
    }
}

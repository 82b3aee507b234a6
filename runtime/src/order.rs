//! Sorting by a comparison that is not compiled anew for each type: a stable sort is large.

use core::cmp::Ordering;

/// Returns the indices below `n` in the order of the comparison. Equal ones keep their order.
pub(crate) fn order(n: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    all.sort_by(|a, b| compare(*a, *b));
    all
}

/// Sorts the items by their keys. Equal ones keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let swaps = swaps(items.len(), &|a, b| key(&items[a]).cmp(&key(&items[b])));
    for (one, other) in swaps {
        items.swap(one, other);
    }
}

/// Returns the swaps that put `n` items in the order of the comparison.
fn swaps(n: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut places = vec![0; n];
    for (place, item) in order(n, compare).into_iter().enumerate() {
        places[item] = place;
    }
    let mut swaps = Vec::new();
    for at in 0..n {
        // Each swap puts one item into its place.
        while places[at] != at {
            let place = places[at];
            swaps.push((at, place));
            places.swap(at, place);
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sort_is_stable() {
        let mut items = Vec::from([(2, "a"), (1, "b"), (2, "c"), (1, "d")]);
        sort_by_key(&mut items, |(key, _)| *key);
        assert_eq!(items, [(1, "b"), (1, "d"), (2, "a"), (2, "c")]);
    }
}

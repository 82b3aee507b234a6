//! A sort and a map that are not compiled anew for each type of values: both are large.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::Hash;
use std::collections::HashMap;

/// Values by their keys, in the order in which the keys came. The map holds places only, so that
/// one map is compiled for all types of values.
#[derive(Debug)]
pub(crate) struct ByKey<K, T> {
    places: HashMap<K, usize>,
    values: Vec<T>,
}

impl<K, T> Default for ByKey<K, T> {
    fn default() -> Self {
        ByKey {
            places: HashMap::new(),
            values: Vec::new(),
        }
    }
}

impl<K: Eq + Hash, T> ByKey<K, T> {
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        Some(&self.values[*self.places.get(key)?])
    }

    pub(crate) fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut T>
    where
        K: Borrow<Q>,
    {
        Some(&mut self.values[*self.places.get(key)?])
    }

    /// Adds a value, or replaces that of the key.
    pub(crate) fn insert(&mut self, key: K, value: T) {
        if let Some(old) = self.get_mut(&key) {
            *old = value;
        } else {
            self.places.insert(key, self.values.len());
            self.values.push(value);
        }
    }

    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }
}

impl<K: Eq + Hash, T> FromIterator<(K, T)> for ByKey<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        let mut all = ByKey::default();
        for (key, value) in entries {
            all.insert(key, value);
        }
        all
    }
}

impl<K: Eq + Hash, T: Default> ByKey<K, T> {
    pub(crate) fn get_or_default(&mut self, key: K) -> &mut T {
        let next = self.values.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.values.push(T::default());
        }
        &mut self.values[place]
    }
}

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

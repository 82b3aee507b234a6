//! The parts of a streamed message by their number.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Parts in the order of their numbers, which may come in any order.
///
/// The map holds indices only, so that one map is compiled for all providers.
#[derive(Debug)]
pub(super) struct Slots<T> {
    indices: BTreeMap<u64, usize>,
    parts: Vec<T>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots {
            indices: BTreeMap::new(),
            parts: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut T> {
        Some(&mut self.parts[*self.indices.get(&number)?])
    }

    /// Adds a part, or replaces the one with this number.
    pub(super) fn insert(&mut self, number: u64, part: T) {
        if let Some(old) = self.get_mut(number) {
            *old = part;
        } else {
            self.indices.insert(number, self.parts.len());
            self.parts.push(part);
        }
    }

    /// The parts in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.indices.values().map(|index| &self.parts[*index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_the_order_of_their_numbers() {
        let mut slots = Slots::default();
        for (number, part) in [(7, "b"), (0, "x"), (9, "c"), (0, "a")] {
            slots.insert(number, part);
        }
        assert_eq!(slots.iter().copied().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(slots.iter().next_back(), Some(&"c"));
        assert_eq!((slots.len(), slots.is_empty()), (3, false));
        assert_eq!(slots.get_mut(8), None);
    }
}

//! The parts of a streamed message by their number.

use std::collections::HashMap;

use super::decoder::check_count;
use super::output::StreamOutput;
use crate::order::order;
use crate::wire::WireError;
use crate::wire::node::JsonNode;

pub(super) trait OpenPart {
    /// The kind of part and the word for its end, for errors.
    const NAMES: (&'static str, &'static str);
}

#[derive(Debug)]
pub(super) struct Slot<T> {
    pub(super) part: T,
    pub(super) has_ended: bool,
}

/// Parts in the order of their numbers, which may come in any order.
///
/// The map holds indices only, so that one map is compiled for all providers.
#[derive(Debug)]
pub(super) struct Slots<T> {
    indices: HashMap<u64, usize>,
    numbers: Vec<u64>,
    parts: Vec<T>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots {
            indices: HashMap::new(),
            numbers: Vec::new(),
            parts: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut T> {
        Some(&mut self.parts[*self.indices.get(&number)?])
    }

    pub(super) fn insert(&mut self, number: u64, part: T) {
        if let Some(old) = self.get_mut(number) {
            *old = part;
        } else {
            self.indices.insert(number, self.parts.len());
            self.numbers.push(number);
            self.parts.push(part);
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        let order = order(self.parts.len(), &|a, b| {
            self.numbers[a].cmp(&self.numbers[b])
        });
        order.into_iter().map(|index| &self.parts[index])
    }
}

impl<T: OpenPart> Slots<Slot<T>> {
    pub(super) fn begin(
        &mut self,
        index: JsonNode<'_>,
        part: T,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        out.keep(size_of::<Slot<T>>())?;
        check_count(index.provider(), self.len())?;
        let number = index.count()?;
        if self.get_mut(number).is_some() {
            return Err(index.expected(&format!("a number that no other {} has", T::NAMES.0)));
        }
        let has_ended = false;
        self.insert(number, Slot { part, has_ended });
        Ok(())
    }

    pub(super) fn open(&mut self, index: JsonNode<'_>) -> Result<&mut T, WireError> {
        Ok(&mut self.slot(index)?.part)
    }

    pub(super) fn end(&mut self, index: JsonNode<'_>) -> Result<&mut T, WireError> {
        let slot = self.slot(index)?;
        slot.has_ended = true;
        Ok(&mut slot.part)
    }

    fn slot(&mut self, index: JsonNode<'_>) -> Result<&mut Slot<T>, WireError> {
        let slot = self.get_mut(index.count()?);
        slot.filter(|slot| !slot.has_ended).ok_or_else(|| {
            let (kind, ended) = T::NAMES;
            index.expected(&format!(
                "the number of a {kind} that began and hasn't {ended}"
            ))
        })
    }

    pub(super) fn last_open(&self) -> Option<&T> {
        let open = self.iter().rev().find(|slot| !slot.has_ended);
        open.map(|slot| &slot.part)
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
        assert_eq!(slots.len(), 3);
        assert_eq!(slots.get_mut(8), None);
    }
}

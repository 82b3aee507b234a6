//! Random numbers that are the same in every run, for inputs that nothing shrinks.

use super::tape::Tape;

/// A linear congruential generator of 64 bits, with Knuth's constants.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Returns a number of 31 bits.
    pub fn number(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).expect("31 bits")
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.number() as usize % end.max(1)
    }

    /// Returns true once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Picks one of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Returns a tape of that length.
    pub fn tape(&mut self, len: usize) -> Tape {
        Tape::new((0..len).map(|_| self.number()).collect())
    }
}

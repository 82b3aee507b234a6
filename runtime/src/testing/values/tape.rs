//! Random choices as data: proptest generates and shrinks the tape, independent of its use.

/// A list of numbers that choices are read from. Past its end every choice is the first one, so a
/// shorter tape makes a simpler value.
#[derive(Clone, Debug)]
pub struct Tape {
    numbers: Vec<u32>,
    at: usize,
}

impl Tape {
    pub fn new(numbers: Vec<u32>) -> Self {
        Tape { numbers, at: 0 }
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u32 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let number = self.number() as usize;
        if end == 0 { 0 } else { number % end }
    }

    /// Returns true once in `n` times; false at the end of the tape.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// Picks one of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

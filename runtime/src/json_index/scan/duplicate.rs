//! Duplicate names in an object.

use std::collections::HashSet;

use super::{ScanError, Scanner};
use crate::json_index::{Node, Token, TokenKind};

/// Up to this many names of an object are compared pairwise.
const FEW: usize = 12;

impl Scanner<'_> {
    pub(super) fn no_name_twice(&self, object: u32) -> Result<(), ScanError> {
        // Few names are compared pairwise, marks first.
        let (mut marks, mut few) = ([0; FEW], [0; FEW]);
        let mut seen: u64 = 0;
        for (n, index) in self.names(object).enumerate() {
            if n == FEW {
                return self.no_name_of_many_twice(object);
            }
            let mark = self.mark_of(index);
            // The multiplication spreads the marks over the bits.
            let bit = 1 << (mark.wrapping_mul(0x9e37_79b9) >> 26);
            let is = |one: &u32| self.string_at(*one) == self.string_at(index);
            if seen & bit != 0 && marks[..n].contains(&mark) && few[..n].iter().any(is) {
                return Err(self.duplicate_error(index));
            }
            seen |= bit;
            (marks[n], few[n]) = (mark, index);
        }
        Ok(())
    }

    fn no_name_of_many_twice(&self, object: u32) -> Result<(), ScanError> {
        let mut seen = HashSet::new();
        match self
            .names(object)
            .find(|index| !seen.insert(self.string_at(*index)))
        {
            Some(index) => Err(self.duplicate_error(index)),
            None => Ok(()),
        }
    }

    /// Returns the names of an object that has just ended.
    fn names(&self, object: u32) -> impl Iterator<Item = u32> {
        let has_value = |name: &u32| (*name as usize + 1) < self.tape.tokens.len();
        let first = Some(object + 1).filter(has_value);
        core::iter::successors(first, move |name| {
            Some(self.tape.after(name + 1)).filter(has_value)
        })
    }

    fn node(&self, index: u32) -> Node<'_> {
        Node {
            index,
            ..self.tape.root(self.text)
        }
    }

    fn string_at(&self, index: u32) -> &str {
        self.node(index).as_str().unwrap_or_default()
    }

    fn mark_of(&self, index: u32) -> u32 {
        let Token {
            kind, start, end, ..
        } = self.tape.tokens[index as usize];
        match kind {
            TokenKind::Plain => mark(&self.bytes[start as usize..end as usize]),
            _ => mark(self.string_at(index).as_bytes()),
        }
    }

    #[cold]
    fn duplicate_error(&self, index: u32) -> ScanError {
        let text = crate::text::excerpt(self.string_at(index), 40);
        self.broken_at(
            self.node(index).offset(),
            format!("the name `{text}` occurs twice"),
        )
    }
}

/// Computes a quick key of a name: equal names have equal marks, and few others do.
fn mark(name: &[u8]) -> u32 {
    match name {
        [] => 0,
        [first, .., last] => {
            let length = name.len().to_le_bytes()[0];
            u32::from_le_bytes([*first, name[name.len() / 2], *last, length])
        }
        [only] => u32::from(*only),
    }
}

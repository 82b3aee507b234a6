//! Duplicate names in an object.

use std::collections::HashSet;

use super::{ScanError, Scanner};
use crate::json_index::Node;

/// Up to this many names of an object are compared pairwise.
const FEW: usize = 12;

impl Scanner<'_> {
    pub(super) fn no_name_twice(&self, object: u32) -> Result<(), ScanError> {
        let mut few = [""; FEW];
        let mut many = HashSet::new();
        for (n, index) in self.names(object).enumerate() {
            let name = self.string_at(index);
            let is_new = match few.get_mut(n) {
                Some(place) => {
                    *place = name;
                    !few[..n].contains(&name)
                }
                None if n == FEW => {
                    many.extend(few);
                    many.insert(name)
                }
                None => many.insert(name),
            };
            if !is_new {
                return Err(self.duplicate_error(index));
            }
        }
        Ok(())
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

    #[cold]
    fn duplicate_error(&self, index: u32) -> ScanError {
        let text = crate::text::excerpt(self.string_at(index), 40);
        self.broken_at(
            self.node(index).offset(),
            format!("the name `{text}` occurs twice"),
        )
    }
}

//! Estimates the memory of a compiled pattern from its text alone, and the work of matching with
//! it. The estimates bound imported patterns before anything is compiled or matched.

use core::iter::Peekable;
use core::str::Chars;

/// A byte of text, with its transition.
const LITERAL: usize = 128;

/// A character in a class.
const MEMBER: usize = 32;

/// The bytes of text that take one unit of work, with a small pattern.
const TEXT: usize = 16;

/// The compiled bytes of a pattern that take another unit for these bytes of text.
const COMPILED: usize = 512;

/// Repeats of what may match nothing.
const REPEATS: [&str; 5] = ["){", "?{", "*{", "+{", "}{"];

/// The maximum work of matching in one check: about three seconds at worst, and far more than the
/// usual texts of real patterns take.
#[cfg(feature = "import")]
pub(crate) const MAX_MATCHING: usize = 5_000_000;

/// The work of matching texts with a pattern, if a text is read once. An engine without
/// backtracking takes at most one step a byte for each state that it is in.
#[derive(Clone, Copy)]
pub(crate) struct MatchingWork {
    /// The units for [`TEXT`] bytes.
    units: usize,
    /// The length of the pattern. `None` if it repeats what may match nothing, so that a short
    /// text leads to many states.
    pattern: Option<usize>,
}

impl MatchingWork {
    pub(crate) fn of(pattern: &str) -> Self {
        MatchingWork {
            units: 1 + size(pattern, STATES) / COMPILED,
            pattern: (!REPEATS.iter().any(|one| pattern.contains(one))).then_some(pattern.len()),
        }
    }

    /// The units for [`TEXT`] bytes of a text of that length. A repeat has no more states than it
    /// has read bytes.
    pub(crate) fn units(self, len: usize) -> usize {
        let most = self.pattern.map(|pattern| 1 + (len + pattern) / 4);
        most.map_or(self.units, |most| self.units.min(most))
    }

    /// The units for a text.
    pub(crate) fn for_len(self, len: usize) -> usize {
        (1 + len).saturating_mul(self.units(len)) / TEXT
    }
}

/// Returns the estimate in bytes. It never decreases if the pattern is extended.
pub(crate) fn estimate(pattern: &str) -> usize {
    size(pattern, MEMORY)
}

/// The sizes of sets of characters.
#[derive(Clone, Copy)]
struct Sets {
    /// A set of most characters: `.`, `[^x]`, `\W`.
    wide: usize,
    /// A property of Unicode, such as `\p{L}`.
    property: usize,
}

/// In memory.
const MEMORY: Sets = Sets {
    wide: 2 << 10,
    property: 48 << 10,
};

/// By the states that an engine is in at one place of a text: few of a set.
const STATES: Sets = Sets {
    wide: 256,
    property: 512,
};

fn size(pattern: &str, sets: Sets) -> usize {
    let mut sizes = Sizes::default();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => sizes.atom(escape(&mut chars, sets)),
            '.' => sizes.atom(sets.wide),
            '[' => sizes.atom(class(&mut chars, sets)),
            '(' => sizes.open(),
            ')' => sizes.close(),
            '{' => {
                let mut most = 0_usize;
                let mut number = 0_usize;
                while let Some(&next) = chars.peek() {
                    match next.to_digit(10) {
                        Some(digit) => {
                            number = number.saturating_mul(10).saturating_add(digit as usize);
                        }
                        None if next == ',' => number = 0,
                        None => break,
                    }
                    most = most.max(number);
                    chars.next();
                }
                if chars.peek() == Some(&'}') {
                    chars.next();
                }
                sizes.repeat(most);
            }
            c if c.is_ascii() => sizes.atom(LITERAL),
            _ => sizes.atom(4 * LITERAL),
        }
    }
    sizes.total()
}

fn escape(chars: &mut Peekable<Chars<'_>>, sets: Sets) -> usize {
    match chars.next() {
        Some('p' | 'P') => {
            if chars.peek() == Some(&'{') {
                chars.by_ref().find(|c| *c == '}');
            }
            sets.property
        }
        Some('s' | 'S' | 'D' | 'W') => sets.wide,
        _ => LITERAL,
    }
}

/// Returns the size of a character class after its opening bracket, including nested classes.
fn class(chars: &mut Peekable<Chars<'_>>, sets: Sets) -> usize {
    let mut size = LITERAL;
    let mut depth = 1_usize;
    let mut first = true;
    while let Some(c) = chars.next() {
        let more = match c {
            '\\' => escape(chars, sets),
            '^' if first => sets.wide,
            ']' if !first => {
                depth -= 1;
                0
            }
            '[' => {
                depth += 1;
                MEMBER
            }
            c if c.is_ascii() => MEMBER,
            _ => 4 * MEMBER,
        };
        size = size.saturating_add(more);
        if depth == 0 {
            break;
        }
        first = first && c == '^';
    }
    size
}

/// The sizes of the open groups, and of the operand of a repeat.
#[derive(Default)]
struct Sizes {
    open: Vec<usize>,
    now: usize,
    last: usize,
}

impl Sizes {
    fn atom(&mut self, size: usize) {
        self.now = self.now.saturating_add(size);
        self.last = size;
    }

    fn open(&mut self) {
        self.open.push(self.now);
        self.now = 0;
        self.last = 0;
    }

    fn close(&mut self) {
        let inner = self.now;
        self.now = self.open.pop().unwrap_or(0).saturating_add(inner);
        self.last = inner;
    }

    fn repeat(&mut self, times: usize) {
        let more = self.last.saturating_mul(times.saturating_sub(1));
        self.now = self.now.saturating_add(more);
        self.last = self.last.saturating_add(more);
    }

    fn total(&self) -> usize {
        let open = self.open.iter();
        open.fold(self.now, |all, size| all.saturating_add(*size))
    }
}

#[cfg(test)]
mod tests {
    use super::{LITERAL, estimate};

    #[test]
    fn a_repeat_multiplies_its_group() {
        assert_eq!(estimate("a"), LITERAL);
        assert_eq!(estimate("(ab){10}"), 20 * LITERAL);
        assert_eq!(estimate("((a{9}){9}){9}"), 729 * LITERAL);
        assert!(estimate(r"^\p{L}{1,24}$") > 24 * (40 << 10));
        assert!(estimate(r"[(\p{L}{]{1,24}") > 24 * (40 << 10));
        assert!(estimate("^[a-z0-9_-]{1,64}$") < 64 << 10);
    }

    #[test]
    fn an_estimate_never_overflows() {
        let pattern = format!(
            "{}x{}",
            "(".repeat(30),
            "{99999999999999999999})".repeat(30)
        );
        assert_eq!(estimate(&pattern), usize::MAX);
    }
}

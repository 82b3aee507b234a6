//! Estimates the memory of a compiled pattern, and the work of matching with it. The estimates
//! bound imported patterns before they are compiled or matched.
//!
//! They read the engine's own syntax tree, so that they count what the engine compiles.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::utf8::Utf8Sequences;

use super::ecma::as_regex;

/// The memory of a compiled pattern without its states, and that of a state, forwards and
/// backwards. Measured with regex-automata 0.4.18: 17 to 39 bytes a state for repeats of letters
/// and classes.
const BASE: usize = 2 << 10;
const STATE: usize = 40;

/// Larger classes share most of their states.
const LARGE_CLASS: usize = 100;

/// The states at one byte of a text that take one unit of work together.
const STATES: usize = 32;

/// The maximum work of matching in one check: about three seconds at worst, and far more than the
/// usual texts of real patterns take.
pub(crate) const MAX_MATCHING: usize = 5_000_000;

pub(crate) struct PatternShape {
    kind: ShapeKind,
    /// The minimum bytes of a match.
    pub(crate) least: usize,
}

enum ShapeKind {
    Leaf {
        /// The states in memory.
        size: usize,
        /// The states that one text may be in at once.
        states: usize,
    },
    /// Parts in a row, or alternatives.
    All(Vec<PatternShape>),
    Repeat {
        /// The number of copies.
        most: usize,
        inner: Box<PatternShape>,
        /// True if a text is in one copy at a time: it repeats a character, and the pattern before
        /// it is anchored and of a fixed length.
        is_fixed: bool,
    },
}

impl PatternShape {
    /// The outline of a pattern that the engine without backtracking reads. `None` for others.
    pub(crate) fn of(pattern: &str) -> Option<Self> {
        let hir = regex_syntax::parse(&as_regex(pattern)).ok()?;
        let mut shape = PatternShape::from(&hir);
        if let (ShapeKind::All(shapes), HirKind::Concat(parts)) = (&mut shape.kind, hir.kind()) {
            mark_fixed(shapes, parts);
        }
        Some(shape)
    }

    /// A part of a pattern: so many bytes of text, one character, or an assertion.
    #[cfg(feature = "validate")]
    pub(crate) const fn leaf(size: usize, states: usize, least: usize) -> Self {
        let kind = ShapeKind::Leaf { size, states };
        PatternShape { kind, least }
    }

    #[cfg(feature = "validate")]
    pub(crate) const fn all(parts: Vec<PatternShape>, least: usize) -> Self {
        let kind = ShapeKind::All(parts);
        PatternShape { kind, least }
    }

    /// A part that is repeated. `None` is any number of times.
    pub(crate) fn repeated(inner: PatternShape, least: usize, most: Option<usize>) -> Self {
        PatternShape {
            least: inner.least.saturating_mul(least),
            kind: ShapeKind::Repeat {
                most: most.unwrap_or(least.saturating_add(1)).max(1),
                inner: Box::new(inner),
                is_fixed: false,
            },
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.size().saturating_mul(STATE).saturating_add(BASE)
    }

    fn size(&self) -> usize {
        match &self.kind {
            ShapeKind::Leaf { size, .. } => *size,
            ShapeKind::All(parts) => parts
                .iter()
                .fold(parts.len(), |all, part| all.saturating_add(part.size())),
            ShapeKind::Repeat { most, inner, .. } => {
                most.saturating_mul(inner.size().saturating_add(1))
            }
        }
    }

    /// The states that a text may be in after some bytes. A part that matches something is begun
    /// at most once for each match of it that the bytes have room for.
    fn states(&self, len: usize) -> usize {
        match &self.kind {
            ShapeKind::Leaf { states, .. } => *states,
            ShapeKind::All(parts) => {
                let each = parts.iter().map(|part| part.states(len));
                each.fold(0, usize::saturating_add)
            }
            ShapeKind::Repeat { is_fixed: true, .. } => FIXED,
            ShapeKind::Repeat { most, inner, .. } => {
                let (copies, inner_len) = match len.checked_div(inner.least) {
                    None => (*most, len),
                    Some(begun) => {
                        let copies = begun.saturating_add(1).min(*most);
                        // The copies begin one after the other: half of the bytes on average.
                        (copies, len - (copies - 1) * inner.least / 2)
                    }
                };
                copies.saturating_mul(inner.states(inner_len).saturating_add(1))
            }
        }
    }
}

/// The states of a copy of a repeat, and of the end of the repeat.
const FIXED: usize = 3;

/// Marks the first repeat of a pattern that begins with `^`, if it repeats a character.
fn mark_fixed(shapes: &mut [PatternShape], parts: &[Hir]) {
    if !matches!(
        parts.first().map(Hir::kind),
        Some(HirKind::Look(Look::Start))
    ) {
        return;
    }
    for (shape, part) in shapes.iter_mut().zip(parts) {
        match (part.kind(), &mut shape.kind) {
            (HirKind::Look(_) | HirKind::Literal(_) | HirKind::Class(_), _) => {}
            (HirKind::Repetition(repeat), ShapeKind::Repeat { is_fixed, .. }) => {
                *is_fixed = matches!(repeat.sub.kind(), HirKind::Class(_));
                return;
            }
            _ => return,
        }
    }
}

impl From<&Hir> for PatternShape {
    fn from(hir: &Hir) -> Self {
        let leaf = |size, states| ShapeKind::Leaf { size, states };
        let kind = match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => leaf(1, 1),
            HirKind::Literal(literal) => leaf(literal.0.len(), literal.0.len()),
            HirKind::Class(class) => leaf(1 + class_size(class), 1),
            HirKind::Capture(capture) => ShapeKind::All([(&*capture.sub).into()].into()),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => {
                ShapeKind::All(parts.iter().map(PatternShape::from).collect())
            }
            HirKind::Repetition(repeat) => {
                let most = repeat.max.map(|most| most as usize);
                let inner = (&*repeat.sub).into();
                return PatternShape::repeated(inner, repeat.min as usize, most);
            }
        };
        PatternShape {
            kind,
            least: hir.properties().minimum_len().unwrap_or(0),
        }
    }
}

/// The ranges of bytes that a class has.
fn class_size(class: &Class) -> usize {
    match class {
        Class::Bytes(class) => class.ranges().len(),
        Class::Unicode(class) if class.ranges().len() > LARGE_CLASS => 2 * class.ranges().len(),
        Class::Unicode(class) => {
            let ranges = class.ranges().iter();
            let sequences = ranges.flat_map(|one| Utf8Sequences::new(one.start(), one.end()));
            sequences.map(|sequence| sequence.len()).sum()
        }
    }
}

/// The number of lengths that are computed in advance: powers of two up to 8 KiB.
const LENGTHS: usize = 14;

/// The work of matching texts with a pattern, if a text is read once. An engine without
/// backtracking takes at most one step a byte for each state that it is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchingWork {
    /// The states after 1, 2, 4 and more bytes, and after any number.
    states: [usize; LENGTHS + 1],
    /// The states of all bytes up to these lengths together.
    sums: [usize; LENGTHS],
}

impl From<&PatternShape> for MatchingWork {
    fn from(shape: &PatternShape) -> Self {
        let mut states = [0; LENGTHS + 1];
        for (power, states) in states.iter_mut().enumerate() {
            let len = if power < LENGTHS {
                1 << power
            } else {
                usize::MAX
            };
            *states = shape.states(len).max(1);
        }
        let mut sums = [states[0]; LENGTHS];
        for power in 1..LENGTHS {
            let bytes = (1_usize << (power - 1)).saturating_mul(states[power]);
            sums[power] = sums[power - 1].saturating_add(bytes);
        }
        MatchingWork { states, sums }
    }
}

impl MatchingWork {
    /// The states after so many bytes.
    #[cfg(feature = "validate")]
    pub(crate) fn states(&self, len: usize) -> usize {
        let power = len.max(1).next_power_of_two().trailing_zeros() as usize;
        self.states[power.min(LENGTHS)]
    }

    pub(crate) fn for_len(&self, len: usize) -> usize {
        // The largest length of the table below it.
        let power = len.max(1).ilog2() as usize;
        let power = power.min(LENGTHS - 1);
        let rest = len.saturating_sub(1 << power);
        let rest = rest.saturating_mul(self.states[power + 1]);
        1 + self.sums[power].saturating_add(rest) / STATES
    }
}

#[cfg(test)]
mod tests {
    use super::{BASE, MatchingWork, PatternShape, STATE};

    fn memory(pattern: &str) -> usize {
        PatternShape::of(pattern).expect("a pattern").memory()
    }

    fn work(pattern: &str, len: usize) -> usize {
        let shape = PatternShape::of(pattern).expect("a pattern");
        MatchingWork::from(&shape).for_len(len)
    }

    #[test]
    fn a_repeat_multiplies_its_group() {
        assert_eq!(memory("a"), BASE + STATE);
        let group = memory("(?:ab){10}");
        assert_eq!(group, BASE + 30 * STATE);
        assert_eq!(
            memory("(?:(?:a{9}){9}){9}"),
            BASE + (2 * 729 + 81 + 9) * STATE
        );
        assert!(memory(r"^\p{L}{1,24}$") > 24 * (40 << 10));
        assert!(memory("^[a-z0-9_-]{1,64}$") < 64 << 10);
    }

    /// Spellings that a count of characters would miss.
    #[test]
    fn memory_is_that_of_the_tree_that_the_engine_compiles() {
        for pattern in [
            "^[^^]{8000}$",
            "^[^\\^]{8000}$",
            r"^\pL{150}$",
            "^(?:[!-[]?é?){9000}$",
            "(?x)^[^a] {8000}$",
            "^[^a]{ 8000 }$",
        ] {
            let size = PatternShape::of(pattern).map_or(usize::MAX, |shape| shape.memory());
            assert!(size > 2 << 20, "{pattern}: {size}");
        }
    }

    #[test]
    fn an_estimate_never_overflows() {
        let nested = (0..60).fold("x".to_owned(), |one, _| format!("(?:{one}){{999999}}"));
        assert_eq!(memory(&nested), usize::MAX);
        assert_eq!(work(&nested, usize::MAX), 1 + usize::MAX / 32);
    }

    #[test]
    fn a_repeat_has_no_more_states_than_the_text_has_room_for() {
        // All copies may be begun without a character.
        assert!(work("^(?:a?){15000}$", 0) > 900);
        assert!(work("^(?:a?){15000}$", 60) > 50_000);
        // Paths and host names.
        assert!(work("^(?:/[a-z0-9._-]{1,100}){1,64}$", 40) < 1_000);
        assert!(work(r"^(?:[a-z0-9-]{1,63}\.){1,126}[a-z]{2,63}$", 22) < 500);
        assert!(work(r"^[\w.+-]+@[\w-]+\.[\w.]+$", 30) < 30);
        assert!(work("^.{1,4000}$", 12_000) < 5_000);
        assert!(work("^id-[0-9]{1,4000}[a-z]{1,9}$", 4_000) < 5_000);
        assert!(work("^a?.{1,4000}$", 4_000) > 100_000);
        assert!(work("[ab]*a[ab]{900}c", 1_000_000) > 10_000_000);
    }
}

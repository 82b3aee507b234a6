//! Scans a regular expression once for the facts on which its acceptance by a provider depends.
//! Engines differ, so only mistakes in all of them are reported.

use core::mem::replace;

/// The facts found by a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // They are the runtime's bits, by name.
pub struct PatternFacts {
    /// Each branch begins with `^`, or with `.*`.
    pub anchored_start: bool,
    /// Each branch ends with `$`, or with `.*`.
    pub anchored_end: bool,
    /// It has `^` or `$`.
    pub anchor: bool,
    /// It has `\b` or `\B`.
    pub word_boundary: bool,
    /// It has `\p{..}`.
    pub unicode_class: bool,
    /// It refers to a group.
    pub back_reference: bool,
    /// It has a look-around.
    pub lookaround: bool,
    /// It has syntax that engines read differently.
    pub dialect: bool,
    /// A class contains another class or an operation on sets.
    pub class_operation: bool,
    /// The engines of the runtime can't read it.
    pub unreadable: bool,
    /// Compiled, it exceeds the size that the engines have room for.
    pub too_large: bool,
    /// The largest number of a repetition in braces.
    pub largest_repeat: u32,
}

/// Returns the facts of an expression.
///
/// # Errors
///
/// A description of a mistake in it, for its author.
pub fn scan(pattern: &str) -> Result<PatternFacts, String> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut scan = Scan {
        chars: &chars,
        at: 0,
        facts: PatternFacts {
            anchored_start: true,
            anchored_end: true,
            ..PatternFacts::default()
        },
        groups: Vec::new(),
        empty_at: 0,
        names: Vec::new(),
        flags_end: None,
        branch_start: true,
        ends_anchored: false,
        size: 0,
        sizes: Vec::new(),
        last: 0,
        classes: 0,
    };
    scan.run()?;
    Ok(scan.facts)
}

pub(super) struct Scan<'a> {
    pub(super) chars: &'a [char],
    pub(super) at: usize,
    pub(super) facts: PatternFacts,
    /// The start of each open group.
    pub(super) groups: Vec<usize>,
    /// The place after which an expression starts: there is nothing to repeat yet.
    empty_at: usize,
    /// The names of groups.
    pub(super) names: Vec<String>,
    /// The end of flags without an expression of their own: `(?i)`.
    pub(super) flags_end: Option<usize>,
    /// True at the start of an outermost branch.
    branch_start: bool,
    /// True if the last item of the current outermost branch is an end anchor: `$` or `.*`.
    ends_anchored: bool,
    /// The size in KiB of the current sequence, compiled, and those around it.
    pub(super) size: u64,
    pub(super) sizes: Vec<u64>,
    /// The size of the last item.
    last: u64,
    /// The number of open character classes.
    pub(super) classes: usize,
}

/// The size in KiB of a compiled Unicode class, and of another class, at most.
const UNICODE_CLASS: u64 = 160;
const CLASS: u64 = 4;
/// The size that the engines have room for.
const MAX_SIZE: u64 = 16_000;

impl Scan<'_> {
    fn run(&mut self) -> Result<(), String> {
        while let Some(c) = self.peek(0) {
            let outermost = self.groups.is_empty();
            let first = outermost && self.branch_start;
            // Before `.*`, implicit anchoring by an engine changes nothing.
            if first && c != '^' && !self.follows(".*") {
                self.facts.anchored_start = false;
            }
            if outermost && c != '|' {
                self.branch_start = false;
                self.ends_anchored = c == '$' || c == '*' && self.follows_any();
            }
            match c {
                '\\' | '[' => self.class_or_escape(c)?,
                '(' => {
                    self.group();
                    self.empty_at = self.at;
                    self.last = 0;
                }
                ')' => {
                    self.groups
                        .pop()
                        .ok_or("this pattern closes a group that was never opened; write `\\)` for the character itself")?;
                    self.last = self.size;
                    self.size = self.size.saturating_add(self.sizes.pop().unwrap_or(0));
                    let flags = self.flags_end == Some(self.at);
                    self.at += 1;
                    if flags {
                        self.empty_at = self.at;
                    }
                    if self.groups.is_empty() {
                        self.ends_anchored = false;
                    }
                }
                '|' => {
                    if outermost {
                        self.end_branch(first);
                        self.branch_start = true;
                    }
                    self.at += 1;
                    self.empty_at = self.at;
                    self.last = 0;
                }
                '^' | '$' => {
                    self.facts.anchor = true;
                    self.at += 1;
                }
                '{' => self.repeat()?,
                '*' | '+' | '?' => {
                    if self.repeats_nothing() {
                        return Err(format!(
                            "`{c}` has nothing before it to repeat; write `.{c}` for any characters, `\\{c}` for the character itself"
                        ));
                    }
                    self.at += 1;
                }
                _ => {
                    self.add(if c == '.' { CLASS } else { 1 });
                    self.at += 1;
                }
            }
        }
        self.facts.too_large = self.size > MAX_SIZE;
        self.facts.unreadable |= self.facts.too_large;
        if !self.groups.is_empty() {
            return Err("this pattern has a group that is never closed; write `)` at its end, or `\\(` for the character itself".to_owned());
        }
        let empty = self.branch_start;
        self.end_branch(empty);
        Ok(())
    }

    fn class_or_escape(&mut self, c: char) -> Result<(), String> {
        let start = self.at;
        let before = replace(&mut self.facts.unicode_class, false);
        if c == '[' {
            self.class()?;
        } else {
            self.escape(false)?;
        }
        let unicode = self.facts.unicode_class;
        self.facts.unicode_class |= before;
        let is_char = c == '\\' && self.at == start + 2 && !self.chars[start + 1].is_alphabetic();
        self.add(match (unicode, is_char) {
            (true, _) => UNICODE_CLASS,
            (false, true) => 1,
            (false, false) => CLASS,
        });
        Ok(())
    }

    fn add(&mut self, size: u64) {
        self.last = size;
        self.size = self.size.saturating_add(size);
    }

    fn end_branch(&mut self, empty: bool) {
        if empty {
            self.facts.anchored_start = false;
        }
        if empty || !self.ends_anchored {
            self.facts.anchored_end = false;
        }
        self.ends_anchored = false;
    }

    /// Returns true if the repeated item is `.`.
    fn follows_any(&self) -> bool {
        let before = |n: usize| Some(*self.chars.get(self.at.checked_sub(n)?)?);
        before(1) == Some('.') && before(2) != Some('\\')
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    pub(super) fn follows(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(i, c)| self.peek(i) == Some(c))
    }

    fn repeats_nothing(&self) -> bool {
        self.at == self.empty_at
    }

    fn repeat(&mut self) -> Result<(), String> {
        let rest = &self.chars[self.at + 1..];
        let body: String = rest
            .iter()
            .take_while(|c| c.is_ascii_digit() || **c == ',')
            .collect();
        let closed = rest.get(body.len()) == Some(&'}');
        // Rust's engines reject a brace that is not a repetition, and one that repeats nothing.
        self.facts.unreadable |= self.repeats_nothing();
        self.at += 1;
        let (low, high) = body.split_once(',').unwrap_or((&body, &body));
        let (true, Ok(low)) = (closed, low.parse::<u32>()) else {
            self.facts.unreadable = true;
            return Ok(());
        };
        let high = if high.is_empty() {
            low
        } else {
            let high = high.parse();
            self.facts.unreadable |= high.is_err();
            high.unwrap_or(u32::MAX)
        };
        if low > high {
            return Err(format!(
                "`{{{body}}}` repeats at least {low} and at most {high} times; write `{{{high},{low}}}`"
            ));
        }
        let all = self.last.saturating_mul(u64::from(high));
        self.size = self.size.saturating_sub(self.last).saturating_add(all);
        self.last = all;
        self.facts.largest_repeat = self.facts.largest_repeat.max(high);
        self.at += body.len() + 1;
        Ok(())
    }
}

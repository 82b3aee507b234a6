//! Scans a regular expression once for the facts on which its acceptance by a provider depends.
//! Engines differ, so only mistakes in all of them are reported.
//!
//! The macros scan the patterns of the source, the runtime those of imported schemas. They share no
//! code: both have this file, `class.rs` and `property.rs`, and a test compares them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The facts found by a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // They are the runtime's bits, by name.
pub(crate) struct PatternFacts {
    pub(crate) anchored_start: bool,
    pub(crate) anchored_end: bool,
    pub(crate) anchor: bool,
    pub(crate) word_boundary: bool,
    pub(crate) unicode_class: bool,
    pub(crate) back_reference: bool,
    pub(crate) lookaround: bool,
    pub(crate) dialect: bool,
    pub(crate) class_operation: bool,
    pub(crate) unreadable: bool,
    pub(crate) largest_repeat: u32,
}

/// Returns the facts of an expression, or a description of the mistake in it.
pub(crate) fn scan(pattern: &str) -> Result<PatternFacts, String> {
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
        item: 0,
        unicode_class: None,
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
    groups: Vec<usize>,
    /// The place after which an expression starts: there is nothing to repeat yet.
    empty_at: usize,
    /// The names of groups.
    names: Vec<String>,
    /// The end of flags without an expression of their own: `(?i)`.
    flags_end: Option<usize>,
    /// True at the start of an outermost branch.
    branch_start: bool,
    /// True if the last item of the current outermost branch is an end anchor: `$` or `.*`.
    ends_anchored: bool,
    /// The start of the last item: of a character, a class, or a group.
    item: usize,
    /// The place of the last Unicode class.
    pub(super) unicode_class: Option<usize>,
    /// The number of open character classes.
    pub(super) classes: usize,
}

/// The repeats of a Unicode class, and of any other item, that the engines have room for.
const MAX_REPEATS_OF_UNICODE_CLASS: u32 = 100;
const MAX_REPEATS: u32 = 4000;

/// The depth of groups that `regex-lite` reads.
const MAX_GROUPS: usize = 40;

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
            if !matches!(c, ')' | '{' | '*' | '+' | '?') {
                self.item = self.at;
            }
            match c {
                '\\' => {
                    self.escape(false)?;
                }
                '[' => self.class()?,
                '(' => {
                    self.group();
                    self.empty_at = self.at;
                }
                ')' => {
                    self.item = self.groups
                        .pop()
                        .ok_or("this pattern closes a group that was never opened; write `\\)` for the character itself")?;
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
                _ => self.at += 1,
            }
        }
        if !self.groups.is_empty() {
            return Err("this pattern has a group that is never closed; write `)` at its end, or `\\(` for the character itself".to_owned());
        }
        let empty = self.branch_start;
        self.end_branch(empty);
        Ok(())
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

    fn group(&mut self) {
        self.groups.push(self.at);
        self.facts.unreadable |= self.groups.len() > MAX_GROUPS;
        let look = ["(?=", "(?!", "(?<=", "(?<!"];
        if look.iter().any(|start| self.follows(start)) {
            self.facts.lookaround = true;
            self.facts.unreadable = true;
            self.at += 3;
        } else if self.follows("(?P=") {
            self.facts.back_reference = true;
            self.facts.unreadable = true;
            self.at += 4;
        } else if self.follows("(?:") {
            self.at += 3;
        } else if self.follows("(?") {
            // Names, flags and comments: their syntax differs between engines.
            self.facts.dialect = true;
            self.at += 2;
            let start = self.at;
            while self
                .peek(0)
                .is_some_and(|c| c.is_alphanumeric() || "<>_-'".contains(c))
            {
                self.at += 1;
            }
            let head: String = self.chars[start..self.at].iter().collect();
            let flags = matches!(self.peek(0), Some(':' | ')')) && are_flags(&head);
            if flags {
                self.flags_end = Some(self.at);
            } else if let Some(name) = group_name(&head) {
                self.at = start + head.find('>').map_or(0, |end| end + 1);
                self.facts.unreadable |= self.names.iter().any(|known| known == name);
                self.names.push(name.to_owned());
            } else {
                self.facts.unreadable = true;
            }
            if self.peek(0) == Some(':') {
                self.at += 1;
            }
        } else {
            self.at += 1;
        }
    }

    fn repeat(&mut self) -> Result<(), String> {
        let rest = &self.chars[self.at + 1..];
        let body: Option<String> = rest
            .iter()
            .position(|c| *c == '}')
            .map(|end| rest[..end].iter().collect());
        // Rust's engines reject a brace that is not a repetition, and one that repeats nothing.
        self.facts.unreadable |= self.repeats_nothing();
        self.at += 1;
        let Some(body) = body.filter(|body| body.starts_with(|c: char| c.is_ascii_digit())) else {
            self.facts.unreadable = true;
            return Ok(());
        };
        let (low, high) = body.split_once(',').unwrap_or((&body, &body));
        let Ok(low) = low.parse::<u32>() else {
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
                "`{{{body}}}` repeats at least {low} and at most {high} times"
            ));
        }
        let is_large = self.unicode_class >= Some(self.item);
        let most = if is_large {
            MAX_REPEATS_OF_UNICODE_CLASS
        } else {
            MAX_REPEATS
        };
        self.facts.unreadable |= high > most;
        self.facts.largest_repeat = self.facts.largest_repeat.max(high);
        self.at += body.chars().count() + 1;
        Ok(())
    }
}

/// Returns whether a group begins with the flags of Rust's engines: `i`, `s-m`.
fn are_flags(head: &str) -> bool {
    let (on, off) = head.split_once('-').unwrap_or((head, "i"));
    let all = [on, off].concat();
    let known = all.chars().all(|c| "imsUxuR".contains(c));
    let once = |part: &str| part.chars().all(|c| part.matches(c).count() == 1);
    let apart = !head.contains('-') || on.chars().all(|c| !off.contains(c));
    known
        && once(on)
        && once(off)
        && apart
        && !off.is_empty()
        && !head.is_empty()
        && !off.contains('u')
}

/// Returns the name with which a group begins: `<year>`, `P<year>`.
fn group_name(head: &str) -> Option<&str> {
    let head = head.strip_prefix('P').unwrap_or(head);
    let (name, _) = head.strip_prefix('<')?.split_once('>')?;
    let first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let all = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (name.starts_with(first) && all).then_some(name)
}

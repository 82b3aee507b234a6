//! Scans a regular expression once for the facts on which its acceptance by a provider depends.
//! Engines differ, so only mistakes in all of them are reported.

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
        branch_start: true,
        ends_anchored: false,
        classes: 0,
    };
    scan.run()?;
    Ok(scan.facts)
}

struct Scan<'a> {
    chars: &'a [char],
    at: usize,
    facts: PatternFacts,
    /// The start of each open group.
    groups: Vec<usize>,
    /// True at the start of an outermost branch.
    branch_start: bool,
    /// True if the last item of the current outermost branch is an end anchor: `$` or `.*`.
    ends_anchored: bool,
    /// The number of open character classes.
    classes: usize,
}

/// Maximum nesting of character classes.
const MAX_CLASSES: usize = 64;

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
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.group(),
                ')' => {
                    self.groups
                        .pop()
                        .ok_or("this pattern closes a group that was never opened; write `\\)` for the character itself")?;
                    self.at += 1;
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

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn follows(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(i, c)| self.peek(i) == Some(c))
    }

    fn repeats_nothing(&self) -> bool {
        match self.at.checked_sub(1).and_then(|at| self.chars.get(at)) {
            None => true,
            // An escaped bracket or bar is a literal character.
            Some('(' | '|') => self.at < 2 || self.chars[self.at - 2] != '\\',
            Some(_) => false,
        }
    }

    fn escape(&mut self) -> Result<(), String> {
        let c = self
            .peek(1)
            .ok_or("this pattern ends with a backslash that escapes nothing; write two for the character itself")?;
        match c {
            'b' | 'B' => {
                self.facts.word_boundary = true;
                // `\b{start}` exists in Rust's engine only.
                self.facts.dialect |=
                    self.peek(2) == Some('{') && self.peek(3).is_some_and(char::is_alphabetic);
            }
            'p' | 'P' => self.facts.unicode_class = true,
            '1'..='9' | 'k' => self.facts.back_reference = true,
            'A' | 'z' | 'Z' | 'G' | 'h' | 'H' | 'R' | 'X' | 'Q' | 'E' | 'K' | 'a' | 'U' | '<'
            | '>' => self.facts.dialect = true,
            'x' | 'u' => self.facts.dialect |= self.peek(2) == Some('{'),
            _ => {}
        }
        self.at += 2;
        if matches!(c, 'p' | 'P' | 'x' | 'u' | 'U' | 'b') && self.peek(0) == Some('{') {
            self.skip_braces();
        }
        Ok(())
    }

    /// Skips a `{..}` that belongs to an escape, but not a repetition.
    fn skip_braces(&mut self) {
        let rest = &self.chars[self.at..];
        let Some(end) = rest.iter().position(|c| *c == '}') else {
            return;
        };
        let repeat = rest[1..end].iter().all(|c| c.is_ascii_digit() || *c == ',');
        let after_class = matches!(self.chars[self.at - 1], 'p' | 'P' | 'x' | 'u' | 'U');
        if after_class || !repeat {
            self.at += end + 1;
        }
    }

    fn class(&mut self) -> Result<(), String> {
        const OPEN: &str = "this pattern has a character class that is never closed; write `]` at its end, or `\\[` for the character itself";
        self.at += 1;
        if self.peek(0) == Some('^') {
            self.at += 1;
        }
        // A bracket in first position is a literal character.
        if self.peek(0) == Some(']') {
            self.facts.dialect = true;
            self.at += 1;
        }
        loop {
            match self.peek(0).ok_or(OPEN)? {
                ']' => {
                    self.at += 1;
                    return Ok(());
                }
                '\\' => {
                    // In a class, `\b` is a backspace and numbers are octal.
                    let before = self.facts.clone();
                    self.escape()?;
                    self.facts.dialect |= self.facts.word_boundary != before.word_boundary;
                    self.facts.word_boundary = before.word_boundary;
                    self.facts.back_reference = before.back_reference;
                }
                '[' => {
                    self.facts.dialect = true;
                    self.facts.class_operation |= self.peek(1) != Some(':');
                    self.classes += 1;
                    if self.classes == MAX_CLASSES {
                        return Err(format!(
                            "this pattern has more than {MAX_CLASSES} character classes in one another; write `\\[` for the character itself"
                        ));
                    }
                    self.class()?;
                    self.classes -= 1;
                }
                c => {
                    let operation =
                        matches!(c, '&' | '~') && self.peek(1) == Some(c) || self.follows("--");
                    self.facts.dialect |= operation;
                    self.facts.class_operation |= operation;
                    self.at += 1;
                }
            }
        }
    }

    fn group(&mut self) {
        self.groups.push(self.at);
        let look = ["(?=", "(?!", "(?<=", "(?<!"];
        if look.iter().any(|start| self.follows(start)) {
            self.facts.lookaround = true;
            self.at += 3;
        } else if self.follows("(?P=") {
            self.facts.back_reference = true;
            self.at += 4;
        } else if self.follows("(?:") {
            self.at += 3;
        } else if self.follows("(?") {
            // Names, flags and comments: their syntax differs between engines.
            self.facts.dialect = true;
            self.at += 2;
            while self
                .peek(0)
                .is_some_and(|c| c.is_alphanumeric() || "<>_-'".contains(c))
            {
                self.at += 1;
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
        self.at += 1;
        let Some(body) = body.filter(|body| body.starts_with(|c: char| c.is_ascii_digit())) else {
            return Ok(());
        };
        let (low, high) = body.split_once(',').unwrap_or((&body, &body));
        let Ok(low) = low.parse::<u32>() else {
            return Ok(());
        };
        let high = if high.is_empty() {
            low
        } else {
            high.parse().unwrap_or(u32::MAX)
        };
        if low > high {
            return Err(format!(
                "`{{{body}}}` repeats at least {low} and at most {high} times"
            ));
        }
        self.facts.largest_repeat = self.facts.largest_repeat.max(high);
        self.at += body.chars().count() + 1;
        Ok(())
    }
}

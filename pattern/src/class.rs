//! Scans the escapes and the character classes of a regular expression.

use super::scan::Scan;

/// Maximum nesting of character classes.
const MAX_CLASSES: usize = 64;

const OPEN: &str = "this pattern has a character class that is never closed; write `]` at its end, or `\\[` for the character itself";

/// An item of a character class.
#[derive(Clone, Copy)]
pub(super) enum ClassItem {
    Char(char),
    /// A character that the scan doesn't work out, such as `\n`.
    OtherChar,
    /// Several characters, such as `\d`.
    Class,
}

impl Scan<'_> {
    /// Reads an escape. Returns what it is in a class.
    pub(super) fn escape(&mut self, in_class: bool) -> Result<ClassItem, String> {
        let c = self
            .peek(1)
            .ok_or("this pattern ends with a backslash that escapes nothing; write two for the character itself")?;
        self.at += 2;
        let mut item = ClassItem::OtherChar;
        match c {
            'b' if in_class => {
                self.facts.dialect = true;
                item = ClassItem::Char('\x08');
            }
            'b' | 'B' => {
                self.facts.word_boundary = true;
                // No linear engine reads `\B` as that of ASCII words.
                self.facts.unreadable |= in_class || c == 'B';
                self.boundary_name();
            }
            'p' | 'P' => {
                self.facts.unicode_class = true;
                item = ClassItem::Class;
                self.property();
            }
            'd' | 'D' | 'w' | 'W' | 's' | 'S' => item = ClassItem::Class,
            '0' if !self.peek(0).is_some_and(|c| c.is_ascii_digit()) => {
                self.facts.dialect = true;
                item = ClassItem::Char('\0');
            }
            '1'..='9' | 'k' => {
                self.facts.back_reference |= !in_class;
                self.facts.unreadable = true;
            }
            'A' | 'z' => {
                self.facts.dialect = true;
                self.facts.unreadable |= in_class;
            }
            // Boundaries of words in one engine, characters in another.
            '<' | '>' | 'Z' | 'G' | 'h' | 'H' | 'R' | 'X' | 'Q' | 'E' | 'K' => {
                self.facts.dialect = true;
                self.facts.unreadable = true;
            }
            'a' => self.facts.dialect = true,
            'x' => return Ok(self.code(2)),
            'u' => return Ok(self.code(4)),
            'U' => {
                self.facts.dialect = true;
                return Ok(self.code(8));
            }
            'n' => item = ClassItem::Char('\n'),
            't' => item = ClassItem::Char('\t'),
            'r' => item = ClassItem::Char('\r'),
            'f' => item = ClassItem::Char('\x0C'),
            'v' => item = ClassItem::Char('\x0B'),
            _ => {
                // Rust's engines reject an escape of a letter without a meaning, and of a character
                // that isn't ASCII.
                let readable = c.is_ascii() && !c.is_ascii_alphanumeric();
                self.facts.unreadable |= !readable;
                if readable {
                    item = ClassItem::Char(c);
                }
            }
        }
        Ok(item)
    }

    /// Reads `{start}` after `\b`, which only Rust's engines have. Braces with a number repeat.
    fn boundary_name(&mut self) {
        if self.peek(0) == Some('{') && self.peek(1).is_some_and(|c| c.is_alphabetic() || c == '-')
        {
            self.facts.dialect = true;
            let start = self.at + 1;
            self.braces();
            let name: String = self.chars[start..self.at.max(start + 1) - 1]
                .iter()
                .collect();
            let known = ["start", "end", "start-half", "end-half"];
            self.facts.unreadable |= !known.contains(&&*name);
        }
    }

    /// Skips the rest of a `{..}`.
    pub(super) fn braces(&mut self) {
        match self.chars[self.at..].iter().position(|c| *c == '}') {
            Some(end) => self.at += end + 1,
            None => self.facts.unreadable = true,
        }
    }

    /// Reads the code of a character: that number of hexadecimal digits, or any in braces.
    fn code(&mut self, digits: usize) -> ClassItem {
        let code: String = if self.peek(0) == Some('{') {
            self.facts.dialect = true;
            let start = self.at + 1;
            self.braces();
            self.chars[start..self.at.max(start + 1) - 1]
                .iter()
                .collect()
        } else {
            let rest = self.chars[self.at..].iter().take(digits);
            let code: String = rest.take_while(|c| c.is_ascii_hexdigit()).collect();
            self.facts.unreadable |= code.len() < digits;
            self.at += code.len();
            code
        };
        let char = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
        self.facts.unreadable |= char.is_none() || code.starts_with('+');
        char.map_or(ClassItem::OtherChar, ClassItem::Char)
    }

    pub(super) fn class(&mut self) -> Result<(), String> {
        self.at += 1;
        if self.peek(0) == Some('^') {
            self.at += 1;
        }
        if self.has_operations() {
            self.class_of_rust()
        } else {
            self.class_of_all()
        }
    }

    /// Returns whether only Rust's engines read a class: with a class inside, or with its end in
    /// first position, which is a character there.
    fn has_operations(&self) -> bool {
        let mut rest = self.chars[self.at..].iter();
        // A bracket at the end of a range is a character, but not after `\d-`.
        let (mut items, mut range, mut class) = (0, false, false);
        while let Some(c) = rest.next() {
            range = match c {
                '\\' => {
                    class = rest.next().is_some_and(|c| "dDsSwWpP".contains(*c));
                    items += 1;
                    range = false;
                    continue;
                }
                '[' if !range => return true,
                ']' => return items == 0,
                '-' => items > 0 && !range && !class,
                _ => false,
            };
            class = false;
            items += 1;
        }
        false
    }

    /// Reads the rest of a class as ECMA-262 has it.
    fn class_of_all(&mut self) -> Result<(), String> {
        loop {
            let c = self.peek(0).ok_or(OPEN)?;
            if c == ']' {
                self.at += 1;
                return Ok(());
            }
            self.facts.dialect |= self.is_operation(c);
            let first = self.item()?;
            self.facts.dialect |= self.follows("--");
            if self.peek(0) == Some('-') && !matches!(self.peek(1), Some(']') | None) {
                self.at += 1;
                let end = self.item()?;
                self.range(first, end)?;
            }
        }
    }

    fn item(&mut self) -> Result<ClassItem, String> {
        let c = self.peek(0).ok_or(OPEN)?;
        if c == '\\' {
            return self.escape(true);
        }
        self.at += 1;
        Ok(ClassItem::Char(c))
    }

    /// Returns whether an operation between classes in Rust's engines begins.
    fn is_operation(&self, c: char) -> bool {
        matches!(c, '&' | '~') && self.peek(1) == Some(c) || self.follows("--")
    }

    /// Reads the rest of a class with classes inside.
    fn class_of_rust(&mut self) -> Result<(), String> {
        self.facts.dialect = true;
        let mut last = None;
        if self.peek(0) == Some(']') {
            self.at += 1;
            last = Some(ClassItem::Char(']'));
        }
        loop {
            let c = self.peek(0).ok_or(OPEN)?;
            // A hyphen at an end of the class is a literal character.
            let range = c == '-' && last.is_some() && !matches!(self.peek(1), Some(']' | '-'));
            if range {
                self.at += 1;
            }
            let item = match self.peek(0).ok_or(OPEN)? {
                ']' => {
                    self.at += 1;
                    return Ok(());
                }
                '\\' => Some(self.escape(true)?),
                '[' => {
                    self.inner_class()?;
                    self.facts.unreadable |= range;
                    None
                }
                c => {
                    let operation = self.is_operation(c);
                    self.facts.class_operation |= operation;
                    self.at += if operation { 2 } else { 1 };
                    self.facts.unreadable |= range && operation;
                    (!operation).then_some(ClassItem::Char(c))
                }
            };
            last = match (last, item) {
                (Some(first), Some(end)) if range => {
                    self.range(first, end)?;
                    None
                }
                _ => item,
            };
        }
    }

    /// Reads a class in a class, or a name such as `[:alpha:]`.
    fn inner_class(&mut self) -> Result<(), String> {
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
        Ok(())
    }

    fn range(&mut self, first: ClassItem, end: ClassItem) -> Result<(), String> {
        match (first, end) {
            (ClassItem::Char(first), ClassItem::Char(end)) if first > end => Err(format!(
                "the range `{first}-{end}` of a character class is empty; write `{end}-{first}`, or `\\-` for the character itself"
            )),
            (ClassItem::Class, _) | (_, ClassItem::Class) => {
                self.facts.unreadable = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

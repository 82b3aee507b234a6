//! From text to tokens: strict RFC 8259, without recursion. A name that stands twice in an object is refused.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::document::{Kind, Tape, Token};
use super::limits::Limits;

/// Why a text is no JSON, or too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// Which byte.
    pub(super) offset: usize,
    pub(super) what: Cow<'static, str>,
    /// It is JSON, but more than is read.
    pub(super) limit: bool,
}

/// So many names are few.
const FEW: usize = 12;

/// Scans a text.
pub(super) fn scan(text: &str, limits: Limits) -> Result<Tape, Broken> {
    let most = limits.bytes.min(u32::MAX as usize);
    if text.len() > most {
        return Err(Broken {
            offset: most,
            what: format!(
                "{} bytes are more than the {most} that are read",
                text.len()
            )
            .into(),
            limit: true,
        });
    }
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: 0,
        limits,
        tape: Tape {
            // A guess: names and values of six bytes each.
            tokens: Vec::with_capacity((text.len() / 6).clamp(4, 4096)),
            ..Tape::default()
        },
        open: Vec::with_capacity(4),
        names: Vec::new(),
    };
    scanner.document()?;
    Ok(scanner.tape)
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    limits: Limits,
    tape: Tape,
    /// The arrays and objects around this place.
    open: Vec<u32>,
    /// Room for the names of one object.
    names: Vec<u32>,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), Broken> {
        loop {
            if self.value()? {
                continue;
            }
            // A value has ended here: what it stands in goes on, or ends too.
            loop {
                let byte = self.next_token();
                let Some(&open) = self.open.last() else {
                    return match byte {
                        None => Ok(()),
                        Some(_) => Err(self.broken("there is more text after the value")),
                    };
                };
                let object = self.tape.tokens[open as usize].kind == Kind::Object;
                match (byte, object) {
                    (Some(b','), false) => {
                        self.at += 1;
                        break;
                    }
                    (Some(b','), true) => {
                        self.at += 1;
                        self.name()?;
                        break;
                    }
                    (Some(b']'), false) | (Some(b'}'), true) => self.close()?,
                    (None, _) => return Err(self.ended()),
                    (Some(_), false) => return Err(self.broken("expected `,` or `]`")),
                    (Some(_), true) => return Err(self.broken("expected `,` or `}`")),
                }
            }
        }
    }

    /// A value, or its beginning: `true` where another value has to follow.
    fn value(&mut self) -> Result<bool, Broken> {
        let Some(byte) = self.next_token() else {
            return Err(self.ended());
        };
        match byte {
            b'"' => self.string()?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'{' => {
                self.begin(Kind::Object)?;
                if self.next_token() == Some(b'}') {
                    self.close()?;
                } else {
                    self.name()?;
                    return Ok(true);
                }
            }
            b'[' => {
                self.begin(Kind::Array)?;
                if self.next_token() == Some(b']') {
                    self.close()?;
                } else {
                    return Ok(true);
                }
            }
            b't' => self.word("true", Kind::True)?,
            b'f' => self.word("false", Kind::False)?,
            b'n' => self.word("null", Kind::Null)?,
            _ => return Err(self.broken("expected a value")),
        }
        Ok(false)
    }

    fn begin(&mut self, kind: Kind) -> Result<(), Broken> {
        let index = self.push(kind, self.at)?;
        self.open.push(index);
        if self.open.len() > self.limits.depth {
            return Err(self.beyond(format!(
                "it is nested deeper than the {} levels that are read",
                self.limits.depth
            )));
        }
        self.tape.depth = self.tape.depth.max(self.open.len());
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Broken> {
        self.at += 1;
        let next = self.index();
        let end = self.position(self.at);
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let token = &mut self.tape.tokens[open as usize];
        token.end = end;
        token.next = next;
        if token.kind == Kind::Object {
            self.no_name_twice(open)?;
        }
        Ok(())
    }

    /// A property's name and the colon.
    fn name(&mut self) -> Result<(), Broken> {
        match self.next_token() {
            Some(b'"') => self.string()?,
            None => return Err(self.ended()),
            Some(_) => return Err(self.broken("expected a name in quotes")),
        }
        match self.next_token() {
            Some(b':') => self.at += 1,
            None => return Err(self.ended()),
            Some(_) => return Err(self.broken("expected `:`")),
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), Broken> {
        self.at += 1;
        let start = self.at;
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.push(Kind::Plain, start)?;
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => return self.escaped(start),
                0..=0x1f => return Err(self.broken("a control character must be escaped")),
                _ => self.at += 1,
            }
        }
        Err(self.ended())
    }

    /// A string whose first escape stands here.
    fn escaped(&mut self, start: usize) -> Result<(), Broken> {
        let mut piece = start;
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.tape.unescaped.push_str(&self.text[piece..self.at]);
                    let which = self.position(self.tape.ends.len());
                    self.tape
                        .ends
                        .push(self.position(self.tape.unescaped.len()));
                    let index = self.push(Kind::Escaped, start)?;
                    self.tape.tokens[index as usize].next = which;
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => {
                    self.tape.unescaped.push_str(&self.text[piece..self.at]);
                    let character = self.escape()?;
                    self.tape.unescaped.push(character);
                    piece = self.at;
                }
                0..=0x1f => return Err(self.broken("a control character must be escaped")),
                _ => self.at += 1,
            }
        }
        Err(self.ended())
    }

    /// An escape: the character that it means.
    fn escape(&mut self) -> Result<char, Broken> {
        let begin = self.at;
        let Some(byte) = self.bytes.get(begin + 1) else {
            self.at = self.bytes.len();
            return Err(self.ended());
        };
        self.at += 2;
        Ok(match byte {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex(begin)?;
                let code = match first {
                    0xd800..=0xdbff => {
                        if self.bytes.get(self.at..self.at + 2) != Some(b"\\u") {
                            return Err(self.broken_at(begin, "half of a surrogate pair"));
                        }
                        self.at += 2;
                        let second = self.hex(begin)?;
                        if !(0xdc00..=0xdfff).contains(&second) {
                            return Err(self.broken_at(begin, "half of a surrogate pair"));
                        }
                        0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                    }
                    code => code,
                };
                char::from_u32(code)
                    .ok_or_else(|| self.broken_at(begin, "half of a surrogate pair"))?
            }
            _ => return Err(self.broken_at(begin, "there is no such escape")),
        })
    }

    fn hex(&mut self, begin: usize) -> Result<u32, Broken> {
        let digits = self.bytes.get(self.at..self.at + 4);
        let code = digits.and_then(|digits| {
            digits.iter().try_fold(0, |code, digit| {
                Some(code * 16 + char::from(*digit).to_digit(16)?)
            })
        });
        self.at += 4;
        code.ok_or_else(|| self.broken_at(begin, "`\\u` needs four hexadecimal digits"))
    }

    fn number(&mut self) -> Result<(), Broken> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits()?,
            _ => return Err(self.no_number()),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        if let Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'-' | b'+' | b'_' | b'x') = self.peek() {
            return Err(self.no_number());
        }
        self.push(Kind::Number, start)?;
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Broken> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.no_number());
        }
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        Ok(())
    }

    fn no_number(&self) -> Broken {
        match self.peek() {
            None => self.ended(),
            Some(_) => self.broken("this is no number"),
        }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<(), Broken> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.broken("expected a value"));
        }
        let start = self.at;
        self.at += word.len();
        self.push(kind, start)?;
        Ok(())
    }

    /// Adds a token that ends here; returns its number.
    fn push(&mut self, kind: Kind, start: usize) -> Result<u32, Broken> {
        if self.tape.tokens.len() >= self.limits.values {
            return Err(self.beyond(format!(
                "there are more than the {} values that are read",
                self.limits.values
            )));
        }
        let index = self.index();
        self.tape.tokens.push(Token {
            kind,
            start: self.position(start),
            end: self.position(self.at),
            next: index + 1,
        });
        Ok(index)
    }

    fn no_name_twice(&mut self, object: u32) -> Result<(), Broken> {
        let mut names = core::mem::take(&mut self.names);
        names.clear();
        names.reserve(FEW);
        let end = self.index();
        let mut at = object + 1;
        while at < end {
            names.push(at);
            let value = &self.tape.tokens[at as usize + 1];
            at = match value.kind {
                Kind::Array | Kind::Object => value.next,
                _ => at + 2,
            };
        }
        let tape = &self.tape;
        let root = tape.root(self.text);
        let name = |index: &u32| {
            super::document::Node {
                index: *index,
                ..root
            }
            .as_str()
        };
        // Few names are compared each with each, many are sorted.
        let twice = if names.len() <= FEW {
            let mut texts = [""; FEW];
            for (text, index) in texts.iter_mut().zip(&names) {
                *text = name(index).unwrap_or_default();
            }
            (1..names.len())
                .find(|i| texts[..*i].contains(&texts[*i]))
                .map(|i| names[i])
        } else {
            names.sort_by(|a, b| name(a).cmp(&name(b)).then(a.cmp(b)));
            names
                .windows(2)
                .find(|pair| name(&pair[0]) == name(&pair[1]))
                .map(|pair| pair[1])
        };
        self.names = names;
        match twice {
            None => Ok(()),
            Some(index) => {
                let node = super::document::Node { index, ..root };
                let text = super::excerpt(node.as_str().unwrap_or_default(), 40);
                Err(self.broken_at(node.offset(), format!("the name `{text}` stands twice")))
            }
        }
    }

    /// Skips white space; the byte after it.
    fn next_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn index(&self) -> u32 {
        self.position(self.tape.tokens.len())
    }

    /// A place in the text, of which there are less than 2^32: that was looked at first. Tokens and escapes are fewer than bytes.
    #[allow(clippy::cast_possible_truncation, clippy::unused_self)] // See above.
    fn position(&self, at: usize) -> u32 {
        at as u32
    }

    fn ended(&self) -> Broken {
        self.broken_at(self.bytes.len(), "the text ends too early")
    }

    fn broken(&self, what: impl Into<Cow<'static, str>>) -> Broken {
        self.broken_at(self.at, what)
    }

    #[allow(clippy::unused_self)] // Beside `broken`.
    fn broken_at(&self, offset: usize, what: impl Into<Cow<'static, str>>) -> Broken {
        Broken {
            offset,
            what: what.into(),
            limit: false,
        }
    }

    fn beyond(&self, what: impl Into<Cow<'static, str>>) -> Broken {
        Broken {
            limit: true,
            ..self.broken(what)
        }
    }
}

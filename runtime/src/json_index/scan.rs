//! The scanner: from text to tokens, strict RFC 8259, without recursion.

mod duplicate;
mod escape;

use std::borrow::Cow;

use super::{DecodeLimits, Token, TokenKind, TokenList};
use crate::json::swar::plain_prefix_len;

/// The reason why a text is not JSON or exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScanErrorKind {
    /// Byte offset.
    pub(crate) offset: usize,
    pub(crate) what: Cow<'static, str>,
    /// True if the text may be JSON but exceeds a limit.
    pub(crate) limit: bool,
}

/// Scans a text from a model. Rejects duplicate names in an object, of which a parser may take
/// either.
pub(crate) fn scan(text: &str, limits: DecodeLimits) -> Result<TokenList, ScanErrorKind> {
    scan_with(text, limits, false)
}

/// Scans a provider's response, whose members are read one by one. The rest may have what a parser
/// skips: duplicate names, half of a surrogate pair in a string, any depth.
pub(crate) fn scan_response(text: &str) -> Result<TokenList, ScanErrorKind> {
    let limits = DecodeLimits {
        bytes: usize::MAX,
        depth: usize::MAX,
        values: usize::MAX,
    };
    scan_with(text, limits, true)
}

fn scan_with(
    text: &str,
    limits: DecodeLimits,
    is_response: bool,
) -> Result<TokenList, ScanErrorKind> {
    let max = limits.bytes.min(u32::MAX as usize);
    if text.len() > max {
        return Err(ScanErrorKind {
            offset: max,
            what: format!("{} bytes are more than the {max} that are read", text.len()).into(),
            limit: true,
        });
    }
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: 0,
        limits,
        is_response,
        tape: TokenList {
            // An estimate: six bytes for each name and value.
            tokens: Vec::with_capacity((text.len() / 6).clamp(4, 4096)),
            ..TokenList::default()
        },
        open: None,
        depth: 0,
    };
    scanner.document().map_err(|wrong| *wrong.0)?;
    Ok(scanner.tape)
}

/// Boxed so that the `Ok` case is returned in a register.
struct ScanError(Box<ScanErrorKind>);

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    limits: DecodeLimits,
    is_response: bool,
    tape: TokenList,
    /// The innermost open array or object. While one is open, its token's `next` is the index of
    /// the one around it, or its own if there is none.
    open: Option<u32>,
    /// The number of open arrays and objects.
    depth: usize,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), ScanError> {
        loop {
            if self.value()? {
                continue;
            }
            // A value has ended here; the array or object around it continues or ends too.
            loop {
                let byte = self.next_token();
                let Some(open) = self.open else {
                    return match byte {
                        None => Ok(()),
                        Some(_) => Err(self.broken("there is more text after the value")),
                    };
                };
                let object = self.tape.tokens[open as usize].kind == TokenKind::Object;
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
                    (Some(b']'), false) | (Some(b'}'), true) => self.close(open)?,
                    (None, _) => return Err(self.ended()),
                    (Some(_), false) => return Err(self.broken("expected `,` or `]`")),
                    (Some(_), true) => return Err(self.broken("expected `,` or `}`")),
                }
            }
        }
    }

    /// Scans a value or its beginning. Returns `true` if another value must follow.
    fn value(&mut self) -> Result<bool, ScanError> {
        let Some(byte) = self.next_token() else {
            return Err(self.ended());
        };
        match byte {
            b'"' => self.string()?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'{' => {
                let open = self.begin(TokenKind::Object)?;
                if self.next_token() == Some(b'}') {
                    self.close(open)?;
                } else {
                    self.name()?;
                    return Ok(true);
                }
            }
            b'[' => {
                let open = self.begin(TokenKind::Array)?;
                if self.next_token() == Some(b']') {
                    self.close(open)?;
                } else {
                    return Ok(true);
                }
            }
            b't' => self.word("true", TokenKind::True)?,
            b'f' => self.word("false", TokenKind::False)?,
            b'n' => self.word("null", TokenKind::Null)?,
            _ => return Err(self.broken("expected a value")),
        }
        Ok(false)
    }

    fn begin(&mut self, kind: TokenKind) -> Result<u32, ScanError> {
        let index = self.push(kind, self.at)?;
        self.tape.tokens[index as usize].next = self.open.unwrap_or(index);
        self.open = Some(index);
        self.depth += 1;
        if self.depth > self.limits.depth {
            let what = ["it is nested deeper than", "levels that are read"];
            return Err(self.beyond(self.limits.depth, what));
        }
        self.tape.depth = self.tape.depth.max(self.depth);
        self.at += 1;
        Ok(index)
    }

    fn close(&mut self, open: u32) -> Result<(), ScanError> {
        self.at += 1;
        let next = self.index();
        let end = self.position(self.at);
        let token = &mut self.tape.tokens[open as usize];
        let around = core::mem::replace(&mut token.next, next);
        token.end = end;
        self.open = (around != open).then_some(around);
        self.depth -= 1;
        if token.kind == TokenKind::Object && !self.is_response {
            self.no_name_twice(open)?;
        }
        Ok(())
    }

    /// Scans a property's name and the colon.
    fn name(&mut self) -> Result<(), ScanError> {
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

    #[inline]
    fn string(&mut self) -> Result<(), ScanError> {
        self.at += 1;
        let start = self.at;
        self.at += plain_prefix_len(&self.bytes[start..]);
        match self.peek() {
            Some(b'"') => {
                self.push(TokenKind::Plain, start)?;
                self.at += 1;
                Ok(())
            }
            Some(b'\\') => self.escaped(start),
            Some(_) => Err(self.broken("a control character must be escaped")),
            None => Err(self.ended()),
        }
    }

    fn number(&mut self) -> Result<(), ScanError> {
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
        self.push(TokenKind::Number, start)?;
        Ok(())
    }

    fn digits(&mut self) -> Result<(), ScanError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.no_number());
        }
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        Ok(())
    }

    fn no_number(&self) -> ScanError {
        match self.peek() {
            None => self.ended(),
            Some(_) => self.broken("this is not a number"),
        }
    }

    fn word(&mut self, word: &str, kind: TokenKind) -> Result<(), ScanError> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.broken("expected a value"));
        }
        let start = self.at;
        self.at += word.len();
        self.push(kind, start)?;
        Ok(())
    }

    /// Adds a token that ends here; returns its index.
    fn push(&mut self, kind: TokenKind, start: usize) -> Result<u32, ScanError> {
        if self.tape.tokens.len() >= self.limits.values {
            let what = ["there are more than", "values that are read"];
            return Err(self.beyond(self.limits.values, what));
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

    /// Skips white space and returns the next byte without consuming it.
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

    /// Narrows a position to `u32`. It fits: `scan` checks that the text is shorter than 2^32
    /// bytes, and tokens and escapes are fewer than bytes.
    #[allow(clippy::cast_possible_truncation, clippy::unused_self)] // See above.
    fn position(&self, at: usize) -> u32 {
        at as u32
    }

    #[cold]
    fn ended(&self) -> ScanError {
        self.broken_at(self.bytes.len(), "the text ends too early")
    }

    #[cold]
    fn broken(&self, what: &'static str) -> ScanError {
        self.broken_at(self.at, what)
    }

    #[allow(clippy::unused_self)] // For symmetry with `broken`.
    fn broken_at(&self, offset: usize, what: impl Into<Cow<'static, str>>) -> ScanError {
        ScanError(Box::new(ScanErrorKind {
            offset,
            what: what.into(),
            limit: false,
        }))
    }

    #[cold]
    fn beyond(&self, max: usize, what: [&str; 2]) -> ScanError {
        let [before, after] = what;
        let what = format!("{before} the {max} {after}");
        let ScanError(mut broken) = self.broken_at(self.at, what);
        broken.limit = true;
        ScanError(broken)
    }
}

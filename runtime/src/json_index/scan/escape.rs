//! Strings with escapes.

use super::{ScanError, Scanner};
use crate::json::swar::plain_prefix_len;
use crate::json_index::TokenKind;

/// In the place of the index of a decoded string. No text has as many.
const NOT_DECODED: u32 = u32::MAX;

impl Scanner<'_> {
    /// Scans the rest of a string from its first escape. Out of line, because most strings have
    /// none.
    #[inline(never)]
    pub(super) fn escaped(&mut self, start: usize) -> Result<(), ScanError> {
        let mut piece = start;
        let mut whole = true;
        loop {
            self.tape.unescaped.push_str(&self.text[piece..self.at]);
            match self.peek() {
                Some(b'"') => {
                    let which = if whole {
                        self.position(self.tape.ends.len())
                    } else {
                        NOT_DECODED
                    };
                    self.tape
                        .ends
                        .push(self.position(self.tape.unescaped.len()));
                    let index = self.push(TokenKind::Escaped, start)?;
                    self.tape.tokens[index as usize].next = which;
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    match self.escape()? {
                        Some(character) => self.tape.unescaped.push(character),
                        None => whole = false,
                    }
                    piece = self.at;
                    self.at += plain_prefix_len(&self.bytes[piece..]);
                }
                Some(_) => return Err(self.broken("a control character must be escaped")),
                None => return Err(self.ended()),
            }
        }
    }

    /// Scans an escape and returns its character: none for half of a surrogate pair in a response.
    fn escape(&mut self) -> Result<Option<char>, ScanError> {
        let begin = self.at;
        let Some(byte) = self.bytes.get(begin + 1) else {
            self.at = self.bytes.len();
            return Err(self.ended());
        };
        self.at += 2;
        Ok(Some(match byte {
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
                            return self.half(begin);
                        }
                        self.at += 2;
                        let second = self.hex(begin)?;
                        if !(0xdc00..=0xdfff).contains(&second) {
                            return self.half(begin);
                        }
                        0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                    }
                    code => code,
                };
                match char::from_u32(code) {
                    Some(character) => character,
                    None => return self.half(begin),
                }
            }
            _ => return Err(self.broken_at(begin, "unknown escape")),
        }))
    }

    fn half(&self, begin: usize) -> Result<Option<char>, ScanError> {
        if self.is_response {
            return Ok(None);
        }
        Err(self.broken_at(begin, "half of a surrogate pair"))
    }

    fn hex(&mut self, begin: usize) -> Result<u32, ScanError> {
        let digits = self.bytes.get(self.at..self.at + 4);
        let code = digits.and_then(|digits| {
            digits.iter().try_fold(0, |code, digit| {
                Some(code * 16 + char::from(*digit).to_digit(16)?)
            })
        });
        self.at += 4;
        code.ok_or_else(|| self.broken_at(begin, "`\\u` needs four hexadecimal digits"))
    }
}

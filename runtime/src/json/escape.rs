//! Escaping for JSON strings.

#[cfg(feature = "call")]
use super::swar::plain_prefix_len;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Returns the character after the backslash for bytes with a short escape, `u` for other control
/// characters, and 0 for bytes that need no escape.
pub(crate) const fn short_escape(byte: u8) -> u8 {
    match byte {
        b'"' => b'"',
        b'\\' => b'\\',
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0..=0x1f => b'u',
        _ => 0,
    }
}

/// Returns the length of the text inside a JSON string.
pub(crate) const fn escaped_len(raw: &[u8]) -> usize {
    let mut len = 0;
    let mut i = 0;
    while i < raw.len() {
        len += match short_escape(raw[i]) {
            0 => 1,
            b'u' => 6,
            _ => 2,
        };
        i += 1;
    }
    len
}

/// Returns the bytes of the text inside a JSON string. `N` must be its [`escaped_len`].
pub(crate) const fn escape<const N: usize>(raw: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let mut at = 0;
    let mut i = 0;
    while i < raw.len() {
        match short_escape(raw[i]) {
            0 => {
                out[at] = raw[i];
                at += 1;
            }
            b'u' => {
                out[at] = b'\\';
                out[at + 1] = b'u';
                out[at + 2] = b'0';
                out[at + 3] = b'0';
                out[at + 4] = HEX[(raw[i] >> 4) as usize];
                out[at + 5] = HEX[(raw[i] & 15) as usize];
                at += 6;
            }
            letter => {
                out[at] = b'\\';
                out[at + 1] = letter;
                at += 2;
            }
        }
        i += 1;
    }
    assert!(at == N, "the length is not that of the escaped text");
    out
}

/// Appends the text, escaped for the inside of a JSON string.
#[cfg(feature = "call")]
pub(crate) fn escape_into(raw: &str, json: &mut String) {
    let mut rest = raw;
    loop {
        let (plain, special) = rest.split_at(plain_prefix_len(rest.as_bytes()));
        json.push_str(plain);
        let Some(byte) = special.bytes().next() else {
            return;
        };
        let letter = short_escape(byte);
        json.push('\\');
        json.push(char::from(letter));
        if letter == b'u' {
            json.push_str("00");
            json.push(char::from(HEX[usize::from(byte >> 4)]));
            json.push(char::from(HEX[usize::from(byte & 15)]));
        }
        // Only ASCII characters are escaped.
        rest = &special[1..];
    }
}

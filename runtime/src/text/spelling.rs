//! The spellings in which a text may repeat a value.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// The longest run of backslashes before an escaped character: JSON within JSON within JSON.
const MAX_BACKSLASHES: usize = 8;

/// The longest supported entity, without `&`: `#x0010ffff;`.
const MAX_ENTITY: usize = 11;

const ENTITIES: [(&[u8], char); 5] = [
    (b"amp", '&'),
    (b"lt", '<'),
    (b"gt", '>'),
    (b"quot", '"'),
    (b"apos", '\''),
];

/// Returns the end of a value that begins at a position of a text, with each of its characters in
/// any spelling. Returns the longest match.
pub(super) fn after(text: &str, at: usize, value: &str) -> Option<usize> {
    let (text, value) = (text.as_bytes(), value.as_bytes());
    // Pairs of the length read from the value and the position in the text. The least is first, so
    // that each pair is visited once even if several spellings lead to it.
    let mut open = BinaryHeap::new();
    step(&text[at..], value, &mut |length, bytes| {
        open.push(Reverse((bytes, at + length)));
    });
    let mut end = None;
    let mut last = None;
    while let Some(Reverse(pair)) = open.pop() {
        if last.replace(pair) == Some(pair) {
            continue;
        }
        let (read, at) = pair;
        if read == value.len() {
            end = end.max(Some(at));
            continue;
        }
        step(&text[at..], &value[read..], &mut |length, bytes| {
            open.push(Reverse((read + bytes, at + length)));
        });
    }
    end
}

/// Reads the value's next byte or character in each spelling that the text may have there. Reports
/// the number of bytes in the text and in the value.
fn step(text: &[u8], value: &[u8], found: &mut dyn FnMut(usize, usize)) {
    let (Some(&first), Some(&wanted)) = (text.first(), value.first()) else {
        return;
    };
    if first == wanted {
        found(1, 1);
    }
    match first {
        b'+' if wanted == b' ' => found(1, 1),
        b'%' => percent(text, wanted, found),
        b'\\' => escape(text, value, found),
        b'&' => entity(text, value, found),
        _ => {}
    }
}

/// `%2F`, and `%252F`.
fn percent(text: &[u8], wanted: u8, found: &mut dyn FnMut(usize, usize)) {
    let mut at = 1;
    while let Some(byte) = hex(text, at, 2) {
        if byte == u32::from(wanted) {
            found(at + 2, 1);
        }
        if byte != u32::from(b'%') {
            return;
        }
        at += 2;
    }
}

/// `\/`, `\"`, `\u002f`, `\x2f`, also with the backslashes escaped again.
fn escape(text: &[u8], value: &[u8], found: &mut dyn FnMut(usize, usize)) {
    let run = text
        .iter()
        .take(MAX_BACKSLASHES)
        .take_while(|byte| **byte == b'\\')
        .count();
    if value[0] == b'\\' {
        (2..=run).for_each(|length| found(length, 1));
    }
    let Some(&escaped) = text.get(run) else {
        return;
    };
    if escaped == value[0] {
        found(run + 1, 1);
    }
    let read = match escaped {
        b'u' => utf16(text, run),
        b'x' => hex(text, run + 1, 2).map(|code| (code, run + 3)),
        b'n' => Some((0x0a, run + 1)),
        b'r' => Some((0x0d, run + 1)),
        b't' => Some((0x09, run + 1)),
        _ => None,
    };
    if let Some((code, length)) = read {
        character(code, length, value, found);
    }
}

/// Returns the character of `\u002f` or of a surrogate pair, after `run` backslashes.
fn utf16(text: &[u8], run: usize) -> Option<(u32, usize)> {
    let length = run + 5;
    let unit = hex(text, run + 1, 4)?;
    if !(0xd800..0xdc00).contains(&unit) {
        return Some((unit, length));
    }
    let low = text.get(length..)?;
    let is_escape =
        low.get(..run)?.iter().all(|byte| *byte == b'\\') && low.get(run) == Some(&b'u');
    let low = hex(low, run + 1, 4).filter(|low| is_escape && (0xdc00..0xe000).contains(low))?;
    Some((
        0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00),
        2 * length,
    ))
}

/// `&amp;`, `&#47;`, `&#x2f;`.
fn entity(text: &[u8], value: &[u8], found: &mut dyn FnMut(usize, usize)) {
    let name = &text[1..text.len().min(1 + MAX_ENTITY)];
    let Some(length) = name.iter().position(|byte| *byte == b';') else {
        return;
    };
    let code = match &name[..length] {
        [b'#', b'x' | b'X', code @ ..] => number(code, 16),
        [b'#', code @ ..] => number(code, 10),
        name => ENTITIES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, char)| u32::from(*char)),
    };
    if let Some(code) = code {
        character(code, length + 2, value, found);
    }
}

fn character(code: u32, length: usize, value: &[u8], found: &mut dyn FnMut(usize, usize)) {
    if let Some(char) = char::from_u32(code) {
        let bytes = char.len_utf8();
        if value.starts_with(char.encode_utf8(&mut [0; 4]).as_bytes()) {
            found(length, bytes);
        }
    }
}

fn hex(text: &[u8], at: usize, digits: usize) -> Option<u32> {
    number(text.get(at..at + digits)?, 16)
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    // `from_str_radix` accepts a sign.
    let digits = core::str::from_utf8(digits)
        .ok()
        .filter(|text| !text.starts_with('+'))?;
    u32::from_str_radix(digits, radix).ok()
}

//! An ordered JSON writer with two outputs, text and tree. Each message is described only once.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::exact::{exactly, stands_as_it_is};
use crate::json::escape::short;
use crate::json::words::{as_it_is, special};

/// The members of an object. Names are unique and need no escapes.
pub(super) trait Members {
    fn text(&mut self, key: &str, value: &str);
    fn flag(&mut self, key: &str, value: bool);
    fn tree(&mut self, key: &str, value: Value);
    fn json(&mut self, key: &str, value: Embedded<'_>);
    fn object(&mut self, key: &str, write: &mut dyn FnMut(&mut dyn Members));
    fn list(&mut self, key: &str, write: &mut dyn FnMut(&mut dyn Items));

    /// Prepares JSON text for embedding, if the output can represent it exactly.
    fn embed<'t>(&self, text: &'t str) -> Option<Embedded<'t>>;
}

/// The items of a list.
pub(super) trait Items {
    fn object(&mut self, write: &mut dyn FnMut(&mut dyn Members));
    fn tree(&mut self, value: Value);
}

/// JSON text that becomes part of another.
#[derive(Clone, Debug)]
pub(super) enum Embedded<'t> {
    /// Copied verbatim.
    Text(&'t str),
    Tree(Value),
}

impl Embedded<'_> {
    /// Returns `true` for an object.
    pub(super) fn is_object(&self) -> bool {
        match self {
            Embedded::Text(text) => text.trim_start().starts_with('{'),
            Embedded::Tree(tree) => tree.is_object(),
        }
    }

    /// Returns `true` for an empty object or list.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Embedded::Text(text) => {
                let inner = text.trim().get(1..).unwrap_or_default();
                matches!(inner.trim_start(), "}" | "]")
            }
            Embedded::Tree(Value::Object(object)) => object.is_empty(),
            Embedded::Tree(Value::Array(list)) => list.is_empty(),
            Embedded::Tree(_) => false,
        }
    }
}

impl Members for Map<String, Value> {
    fn text(&mut self, key: &str, value: &str) {
        self.insert(key.into(), value.into());
    }

    fn flag(&mut self, key: &str, value: bool) {
        self.insert(key.into(), value.into());
    }

    fn tree(&mut self, key: &str, value: Value) {
        self.insert(key.into(), value);
    }

    fn json(&mut self, key: &str, value: Embedded<'_>) {
        let value = match value {
            Embedded::Tree(tree) => tree,
            Embedded::Text(text) => exactly(text).unwrap_or_default(),
        };
        self.insert(key.into(), value);
    }

    fn object(&mut self, key: &str, write: &mut dyn FnMut(&mut dyn Members)) {
        self.insert(key.into(), Value::Object(tree_of(write)));
    }

    fn list(&mut self, key: &str, write: &mut dyn FnMut(&mut dyn Items)) {
        let mut list = Vec::new();
        write(&mut list);
        self.insert(key.into(), Value::Array(list));
    }

    fn embed<'t>(&self, text: &'t str) -> Option<Embedded<'t>> {
        exactly(text).map(Embedded::Tree)
    }
}

impl Items for Vec<Value> {
    fn object(&mut self, write: &mut dyn FnMut(&mut dyn Members)) {
        self.push(Value::Object(tree_of(write)));
    }

    fn tree(&mut self, value: Value) {
        self.push(value);
    }
}

/// Writes an object as a tree.
pub(super) fn tree_of(write: &mut dyn FnMut(&mut dyn Members)) -> Map<String, Value> {
    let mut map = Map::new();
    write(&mut map);
    map
}

/// Writes an object as text.
pub(super) fn text_of(write: &mut dyn FnMut(&mut dyn Members)) -> String {
    let mut out = Vec::with_capacity(256);
    object(&mut out, write);
    match String::from_utf8(out) {
        Ok(text) => text,
        // Unreachable, because only complete UTF-8 strings were written.
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

fn object(out: &mut Vec<u8>, write: &mut dyn FnMut(&mut dyn Members)) {
    out.push(b'{');
    write(&mut Text { out, first: true });
    out.push(b'}');
}

fn tree(out: &mut Vec<u8>, value: &Value) {
    out.extend_from_slice(value.to_string().as_bytes());
}

/// The contents between two brackets.
struct Text<'o> {
    out: &'o mut Vec<u8>,
    first: bool,
}

impl Text<'_> {
    fn comma(&mut self) {
        if !core::mem::take(&mut self.first) {
            self.out.push(b',');
        }
    }

    fn key(&mut self, key: &str) {
        self.comma();
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
    }
}

impl Members for Text<'_> {
    fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        quoted(self.out, value);
    }

    fn flag(&mut self, key: &str, value: bool) {
        self.key(key);
        let value: &[u8] = if value { b"true" } else { b"false" };
        self.out.extend_from_slice(value);
    }

    fn tree(&mut self, key: &str, value: Value) {
        self.key(key);
        tree(self.out, &value);
    }

    fn json(&mut self, key: &str, value: Embedded<'_>) {
        self.key(key);
        match value {
            Embedded::Text(text) => self.out.extend_from_slice(text.as_bytes()),
            Embedded::Tree(value) => tree(self.out, &value),
        }
    }

    fn object(&mut self, key: &str, write: &mut dyn FnMut(&mut dyn Members)) {
        self.key(key);
        object(self.out, write);
    }

    fn list(&mut self, key: &str, write: &mut dyn FnMut(&mut dyn Items)) {
        self.key(key);
        self.out.push(b'[');
        write(&mut Text {
            out: self.out,
            first: true,
        });
        self.out.push(b']');
    }

    fn embed<'t>(&self, text: &'t str) -> Option<Embedded<'t>> {
        if stands_as_it_is(text) {
            return Some(Embedded::Text(text));
        }
        exactly(text).map(Embedded::Tree)
    }
}

impl Items for Text<'_> {
    fn object(&mut self, write: &mut dyn FnMut(&mut dyn Members)) {
        self.comma();
        object(self.out, write);
    }

    fn tree(&mut self, value: Value) {
        self.comma();
        tree(self.out, &value);
    }
}

/// Number of bytes escaped at a time.
const PIECE: usize = 32;
/// Buffer for one escaped piece: an escaped byte takes at most six.
const ROOM: usize = 256;

/// Writes a JSON string with the same escapes as `serde_json`.
fn quoted(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let (plain, rest) = bytes.split_at(as_it_is(bytes));
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    out.extend_from_slice(plain);
    if !rest.is_empty() {
        let mut room = [0; ROOM];
        for piece in rest.chunks(PIECE) {
            let written = escape(piece, &mut room);
            out.extend_from_slice(&room[..written]);
        }
    }
    out.push(b'"');
}

/// Escapes a piece into `room` and returns the number of bytes written.
fn escape(piece: &[u8], room: &mut [u8; ROOM]) -> usize {
    let mut len = 0;
    let mut rest = piece;
    while let Some((word, after)) = rest.split_first_chunk::<8>() {
        room[len..len + 8].copy_from_slice(word);
        let special = special(u64::from_le_bytes(*word));
        if special == 0 {
            len += 8;
            rest = after;
            continue;
        }
        let n = special.trailing_zeros() as usize / 8;
        len = escaped(rest[n], room, len + n);
        rest = &rest[n + 1..];
    }
    for byte in rest {
        len = escaped(*byte, room, len);
    }
    len
}

/// Escapes one byte and returns the next position.
fn escaped(byte: u8, room: &mut [u8; ROOM], at: usize) -> usize {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    match SHORT[usize::from(byte)] {
        0 => {
            room[at] = byte;
            at + 1
        }
        b'u' => {
            let digits = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
            room[at..at + 4].copy_from_slice(b"\\u00");
            room[at + 4..at + 6].copy_from_slice(&digits);
            at + 6
        }
        letter => {
            room[at..at + 2].copy_from_slice(&[b'\\', letter]);
            at + 2
        }
    }
}

/// The character after the backslash, by byte; 0 for bytes that need no escape.
const SHORT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: u8 = 0;
    loop {
        table[byte as usize] = short(byte);
        match byte.checked_add(1) {
            Some(next) => byte = next,
            None => break table,
        }
    }
};

#[cfg(test)]
mod tests {
    use super::{Items, Members, quoted, text_of, tree_of};
    use alloc::string::{String, ToString as _};
    use alloc::vec::Vec;
    use serde_json::{Value, json};

    #[test]
    fn strings_are_escaped_as_serde_json_does_it() {
        let mut texts: Vec<String> = (0..0x300_u32)
            .filter_map(char::from_u32)
            .flat_map(|c| {
                // At each position of a word, and in its remainder.
                (0..9).map(move |n| alloc::format!("{}{c}abc\u{1f600}", "x".repeat(n)))
            })
            .collect();
        for piece in [
            "",
            "\"\\\u{7f}\u{2028}\0",
            "\u{1}",
            "\"",
            "a\nbcdefghijk",
            "\u{1f600}\t",
        ] {
            texts.push(piece.repeat(50));
        }
        for text in texts {
            let mut out = Vec::new();
            quoted(&mut out, &text);
            assert_eq!(
                String::from_utf8(out).expect("UTF-8"),
                Value::from(text.as_str()).to_string()
            );
        }
    }

    #[test]
    fn both_say_the_same() {
        let mut write = |m: &mut dyn Members| {
            m.text("a", "1\"");
            m.flag("b", true);
            m.tree("c", json!([null]));
            m.object("d", &mut |_| {});
            m.list("e", &mut |l: &mut dyn Items| {
                l.object(&mut |m| m.flag("f", false));
                l.tree(json!(2));
            });
            for (key, text) in [
                ("g", r#"{"x":[1,2.50,"\u00e4"]}"#),
                ("h", "[1,\n2]"),
                ("i", "1e2"),
                ("j", r#"{"x":1,"x":2}"#),
                ("k", "{}"),
            ] {
                let embedded = m.embed(text).expect("exact");
                m.json(key, embedded);
            }
        };
        let text = text_of(&mut write);
        let tree = Value::Object(tree_of(&mut write));
        assert!(!text.contains('\n'));
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), tree);
        assert_eq!(tree["j"], json!({"x": 2}));
    }
}

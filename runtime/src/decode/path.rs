//! Where a value stands: JSON paths, excerpts, lines and columns.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use super::document::Node;
use super::guided::Session;

/// Bytes of a value that an error shows.
pub(super) const EXCERPT: usize = 80;

/// The path to a value; inside a string that holds JSON it goes on.
pub(super) fn path(session: &Session<'_>, node: Node<'_>) -> String {
    // A text nests in few texts: each doubles the escapes of what is in it.
    let mut around = alloc::vec![];
    let mut at = find(session, node);
    while let Some(string) = at {
        around.push(string);
        at = find(session, string);
    }
    let mut out = String::from("$");
    for string in around.into_iter().rev() {
        inside(string, &mut out);
    }
    inside(node, &mut out);
    out
}

fn find<'de>(session: &Session<'de>, node: Node<'_>) -> Option<Node<'de>> {
    session.parent(node.id().0)
}

/// The steps from the root of its own text.
fn inside(node: Node<'_>, out: &mut String) {
    let mut at = Node { index: 0, ..node };
    'down: while at.index < node.index {
        let mut items = at.items().enumerate().peekable();
        while let Some((i, item)) = items.next() {
            if items.peek().is_none_or(|(_, next)| next.index > node.index) {
                let _ = write!(out, "[{i}]");
                at = item;
                continue 'down;
            }
        }
        let mut members = at.members().peekable();
        while let Some((name, value)) = members.next() {
            // The name of a property is no value: it belongs to the next one.
            if members
                .peek()
                .is_none_or(|(_, next)| next.index > node.index)
            {
                push_name(out, name);
                at = value;
                continue 'down;
            }
        }
        return;
    }
}

/// Adds a property's name to a path.
pub(super) fn push_name(path: &mut String, name: &str) {
    let mut bytes = name.bytes();
    let plain = bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if plain {
        path.push('.');
        path.push_str(name);
    } else {
        let name = serde_json::Value::from(excerpt(name, EXCERPT));
        let _ = write!(path, "[{name}]");
    }
}

/// A value for an error: what it is, and its text, cut where it is long.
pub(super) fn got(node: Node<'_>) -> String {
    let text = excerpt(node.raw(), EXCERPT);
    if node.is_object() {
        format!("the object {text}")
    } else if node.is_array() {
        format!("the array {text}")
    } else if node.is_string() {
        format!("the string {text}")
    } else {
        text
    }
}

/// At most so many bytes of a text, on one line.
pub(super) fn excerpt(text: &str, most: usize) -> String {
    let cut = boundary(text, most);
    let mut out = text[..cut].to_owned();
    if cut < text.len() {
        out.push('…');
    }
    // White space between values says nothing; in strings there are no line ends.
    if out.contains(['\n', '\r', '\t']) {
        out = out
            .split_whitespace()
            .collect::<alloc::vec::Vec<_>>()
            .join(" ");
    }
    out
}

/// The nearest place between two characters that is not after the byte.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Line and column of a byte, both from 1; a column counts characters.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..boundary(text, offset)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// What stands around a byte, with a mark before it.
pub(super) fn around(text: &str, offset: usize) -> String {
    const EACH: usize = 30;
    let at = boundary(text, offset);
    let begin = boundary(text, at.saturating_sub(EACH));
    let before = if begin == 0 { "" } else { "…" };
    let after = excerpt(&text[at..], EACH);
    let text = format!("{before}{}⟨here⟩{after}", &text[begin..at]);
    text.split_whitespace()
        .collect::<alloc::vec::Vec<_>>()
        .join(" ")
}

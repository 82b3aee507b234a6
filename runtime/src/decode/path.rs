//! Values in faults: JSON paths, and excerpts of the text, unless it may hold a secret.

use core::fmt::Write;

use super::guided::Session;
use super::within::has_secret;
use crate::json_index::Node;
use crate::schema::{Rules, Schema};
use crate::shape::Frame;
use crate::text::{boundary, excerpt};

/// Maximum length of a value in an error, in bytes.
pub(crate) const EXCERPT: usize = 80;

/// Returns the path to a value; it continues inside a string containing JSON.
pub(super) fn path(session: &Session<'_>, node: Node<'_>) -> String {
    // Few levels of JSON in strings are possible, because each one doubles the escapes inside it.
    let around = core::iter::successors(session.parent(node), |string| session.parent(*string));
    let around: Vec<_> = around.collect();
    let mut out = String::from("$");
    for string in around.into_iter().rev() {
        inside(session, string, &mut out);
    }
    inside(session, node, &mut out);
    out
}

/// Adds the steps from the root of the value's own text.
fn inside(session: &Session<'_>, node: Node<'_>, out: &mut String) {
    let all = session.places(node.tape);
    let mut steps = Vec::new();
    let mut at = node.index;
    // The root is its own parent.
    while let Some(place) = all.get(at as usize).filter(|_| at != 0) {
        steps.push((at, *place));
        at = place.around;
    }
    for (index, place) in steps.into_iter().rev() {
        let around = Node {
            index: place.around,
            ..node
        };
        if around.is_array() {
            let _ = write!(out, "[{}]", place.number);
        } else {
            // A property's name directly precedes its value.
            let name = Node {
                index: index - 1,
                ..node
            };
            push_name(out, name.as_str().unwrap_or_default());
        }
    }
}

pub(crate) fn push_name(path: &mut String, name: &str) {
    let mut bytes = name.bytes();
    // Long names are truncated, because the path of each value inside repeats them.
    let plain = name.len() <= EXCERPT
        && bytes
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

/// Returns true if a path is that of a value, or of one inside it.
pub(super) fn is_within(path: &str, around: &str) -> bool {
    path.strip_prefix(around)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Formats a value for an error: its kind and its text, truncated.
fn got(node: Node<'_>) -> String {
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

/// The words for a value that holds a secret.
pub(super) const NOT_SHOWN: &str = "a value that is not shown";

/// Formats a value of a schema for an error, as [`got`] does. A value is not shown if it may hold a
/// secret: the schema has one, or the value has other values inside and one is somewhere in the
/// arguments.
pub(super) fn got_of<'de>(
    session: &Session<'de>,
    schema: &'de Schema<'de>,
    rules: &[&Rules<'_>],
    up: &Frame<'_, 'de>,
    node: Node<'de>,
) -> String {
    if has_secret(schema, rules, up) {
        NOT_SHOWN.to_owned()
    } else {
        got_in(session, node)
    }
}

/// Formats a value for an error, as [`got`] does, or states that it is not shown.
pub(super) fn got_in<'de>(session: &Session<'de>, node: Node<'de>) -> String {
    if may_hold_secret(session, node) {
        NOT_SHOWN.to_owned()
    } else {
        got(node)
    }
}

/// Returns true if a value has others inside, and a secret is somewhere in the arguments.
pub(super) fn may_hold_secret<'de>(session: &Session<'de>, node: Node<'de>) -> bool {
    let text = node.as_str().map(str::trim_start);
    let has_inner = node.is_object()
        || node.is_array()
        || text.is_some_and(|text| text.starts_with(['{', '[', '"']));
    has_inner && session.has_secret()
}

/// Formats a value under an unknown name for an error. If a secret is somewhere in the arguments,
/// the value is not shown: the name may be meant for the secret's.
pub(super) fn got_unknown<'de>(session: &Session<'de>, node: Node<'de>) -> String {
    if session.has_secret() {
        NOT_SHOWN.to_owned()
    } else {
        got(node)
    }
}

/// Truncates the message of a type that rejects a value, because serde includes the whole value.
pub(super) fn truncate_message(text: &str) -> String {
    const MAX_BYTES: usize = 1_000;
    let cut = boundary(text, MAX_BYTES);
    let more = if cut < text.len() { "…" } else { "" };
    format!("{}{more}", &text[..cut])
}

/// Returns the text around a byte, with a mark before it.
pub(super) fn around(text: &str, offset: usize) -> String {
    const EACH: usize = 30;
    let at = boundary(text, offset);
    let begin = boundary(text, at.saturating_sub(EACH));
    let before = if begin == 0 { "" } else { "…" };
    let after = excerpt(&text[at..], EACH);
    let text = format!("{before}{}⟨here⟩{after}", &text[begin..at]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

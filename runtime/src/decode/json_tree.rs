//! JSON as an owned tree: members keep their order, numbers keep their text. Run-time schemas are
//! read from it.

use super::DecodeLimits;
use crate::json::escape_into;
use crate::json_index::{Node, TokenKind, scan};
use crate::text::boundary;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum JsonTree {
    Null,
    Bool(bool),
    /// The number's source text.
    Number(String),
    String(String),
    Array(Vec<JsonTree>),
    /// Members in their order. No name occurs twice.
    Object(Vec<(String, JsonTree)>),
}

/// Parses a text within the limits. The error is the byte offset and the message.
pub(crate) fn json(text: &str, limits: DecodeLimits) -> Result<JsonTree, (usize, String)> {
    match scan(text, limits) {
        Ok(tape) => Ok(tree(tape.root(text))),
        Err(broken) => Err((broken.offset, broken.what.into_owned())),
    }
}

/// Recurses no deeper than the limits that the text was scanned with.
fn tree(node: Node<'_>) -> JsonTree {
    match node.kind() {
        TokenKind::Null => JsonTree::Null,
        TokenKind::True => JsonTree::Bool(true),
        TokenKind::False => JsonTree::Bool(false),
        TokenKind::Number => JsonTree::Number(node.raw().to_owned()),
        TokenKind::Plain | TokenKind::Escaped => {
            JsonTree::String(node.as_str().unwrap_or_default().to_owned())
        }
        TokenKind::Array => JsonTree::Array(node.items().map(tree).collect()),
        TokenKind::Object => {
            let members = node.members();
            let members = members.map(|(name, value)| (name.to_owned(), tree(value)));
            JsonTree::Object(members.collect())
        }
    }
}

/// Removes the member with that name, and returns its value.
pub(crate) fn take_member(members: &mut Vec<(String, JsonTree)>, name: &str) -> Option<JsonTree> {
    let at = members.iter().position(|(key, _)| key == name)?;
    Some(members.remove(at).1)
}

pub(crate) fn member<'m>(members: &'m [(String, JsonTree)], name: &str) -> Option<&'m JsonTree> {
    let found = members.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value)
}

impl JsonTree {
    pub(crate) fn get(&self, name: &str) -> Option<&JsonTree> {
        match self {
            JsonTree::Object(members) => member(members, name),
            _ => None,
        }
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            JsonTree::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            JsonTree::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_array(&self) -> Option<&[JsonTree]> {
        match self {
            JsonTree::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn as_object(&self) -> Option<&[(String, JsonTree)]> {
        match self {
            JsonTree::Object(members) => Some(members),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> String {
        self.excerpt(usize::MAX)
    }

    /// Returns the JSON text, or a text that begins like it and is longer than `max` bytes.
    pub(crate) fn excerpt(&self, max: usize) -> String {
        let mut out = String::new();
        self.write(&mut out, max);
        out
    }

    fn write(&self, out: &mut String, max: usize) {
        if out.len() > max {
            return;
        }
        match self {
            JsonTree::Null => out.push_str("null"),
            JsonTree::Bool(true) => out.push_str("true"),
            JsonTree::Bool(false) => out.push_str("false"),
            JsonTree::Number(text) => out.push_str(text),
            JsonTree::String(text) => quote(&text[..boundary(text, max)], out),
            JsonTree::Array(items) => {
                let items = items.iter().map(|item| (None, item));
                write_all(items, ['[', ']'], out, max);
            }
            JsonTree::Object(members) => {
                let members = members.iter().map(|(name, value)| (Some(name), value));
                write_all(members, ['{', '}'], out, max);
            }
        }
    }
}

fn write_all<'m>(
    all: impl Iterator<Item = (Option<&'m String>, &'m JsonTree)>,
    [open, close]: [char; 2],
    out: &mut String,
    max: usize,
) {
    out.push(open);
    for (i, (name, value)) in all.enumerate() {
        if out.len() > max {
            return;
        }
        if i > 0 {
            out.push(',');
        }
        if let Some(name) = name {
            quote(&name[..boundary(name, max)], out);
            out.push(':');
        }
        value.write(out, max);
    }
    out.push(close);
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    escape_into(text, out);
    out.push('"');
}

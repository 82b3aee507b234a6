//! JSON as an owned tree: members keep their order, numbers keep their text. Run-time schemas are
//! read from it.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::DecodeLimits;
use crate::json::escape_into;
use crate::json_index::{Kind, Node, scan};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// The number's source text.
    Number(String),
    String(String),
    Array(Vec<Json>),
    /// Members in their order; of duplicate names, the last.
    Object(Vec<(String, Json)>),
}

/// Parses a text within the limits. The error is the byte offset and the message.
pub(crate) fn json(text: &str, limits: DecodeLimits) -> Result<Json, (usize, String)> {
    match scan(text, limits) {
        Ok(tape) => Ok(tree(tape.root(text))),
        Err(broken) => Err((broken.offset, broken.what.into_owned())),
    }
}

/// Recurses no deeper than the limits that the text was scanned with.
fn tree(node: Node<'_>) -> Json {
    match node.kind() {
        Kind::Null => Json::Null,
        Kind::True => Json::Bool(true),
        Kind::False => Json::Bool(false),
        Kind::Number => Json::Number(node.raw().to_owned()),
        Kind::Plain | Kind::Escaped => Json::String(node.as_str().unwrap_or_default().to_owned()),
        Kind::Array => Json::Array(node.items().map(tree).collect()),
        Kind::Object => {
            let mut places = std::collections::HashMap::new();
            let mut members: Vec<(String, Json)> = Vec::new();
            for (name, value) in node.members() {
                let value = tree(value);
                if let Some(&place) = places.get(name) {
                    let (_, old): &mut (String, Json) = &mut members[place];
                    *old = value;
                } else {
                    places.insert(name, members.len());
                    members.push((name.to_owned(), value));
                }
            }
            Json::Object(members)
        }
    }
}

impl Json {
    /// Returns the value of the member with that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns compact JSON text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(true) => out.push_str("true"),
            Json::Bool(false) => out.push_str("false"),
            Json::Number(text) => out.push_str(text),
            Json::String(text) => quote(text, out),
            Json::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                out.push('{');
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    quote(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    escape_into(text, out);
    out.push('"');
}

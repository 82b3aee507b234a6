//! A JSON text looked at piece by piece: nothing is built that nobody asks for, and number text stays as it came.
//!
//! The text is scanned once for being JSON, without recursion; each level that is looked at is scanned again. A tree is built only of what goes into a
//! history, by a parser with a limit on depth.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::WireError;
use super::place::place;
use super::raw::{Elements, Entries, MANY, Text};
use crate::provider::Provider;

/// A value within a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'r> {
    provider: Provider,
    /// The whole text, for saying where a value stands.
    text: &'r str,
    /// The value's part of it.
    raw: &'r str,
}

impl<'r> Node<'r> {
    /// The whole text, if it is JSON.
    pub(super) fn parse(provider: Provider, text: &'r str) -> Result<Self, WireError> {
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) => Ok(Node {
                provider,
                text,
                raw: raw.get(),
            }),
            Err(error) => Err(WireError::Syntax {
                provider,
                message: error.to_string(),
            }),
        }
    }

    pub(super) fn provider(self) -> Provider {
        self.provider
    }

    /// The value's text.
    pub(super) fn raw(self) -> &'r str {
        self.raw
    }

    pub(super) fn is_object(self) -> bool {
        self.raw.starts_with('{')
    }

    pub(super) fn is_list(self) -> bool {
        self.raw.starts_with('[')
    }

    pub(super) fn is_string(self) -> bool {
        self.raw.starts_with('"')
    }

    fn is_null(self) -> bool {
        self.raw == "null"
    }

    /// The members.
    pub(super) fn object(self) -> Result<Object<'r>, WireError> {
        if !self.is_object() {
            return Err(self.expected("an object"));
        }
        let Entries(entries) = self.read()?;
        if entries.len() > MANY {
            return Err(self.too_many());
        }
        Ok(Object {
            node: self,
            entries,
        })
    }

    /// The elements.
    pub(super) fn list(self) -> Result<Vec<Node<'r>>, WireError> {
        if !self.is_list() {
            return Err(self.expected("a list"));
        }
        let Elements(elements) = self.read()?;
        if elements.len() > MANY {
            return Err(self.too_many());
        }
        Ok(elements
            .into_iter()
            .map(|element| self.within(element))
            .collect())
    }

    /// The string, borrowed where it has no escapes.
    pub(super) fn string(self) -> Result<Cow<'r, str>, WireError> {
        if !self.is_string() {
            return Err(self.expected("a string"));
        }
        let Text(text) = self.read()?;
        Ok(text)
    }

    /// A number from 0 up.
    pub(super) fn count(self) -> Result<u64, WireError> {
        self.raw
            .parse()
            .map_err(|_| self.expected("a whole number from 0 up"))
    }

    pub(super) fn is_true(self) -> bool {
        self.raw == "true"
    }

    /// A tree of it.
    pub(super) fn value(self) -> Result<Value, WireError> {
        self.read()
    }

    /// What is wrong with this value.
    pub(super) fn expected(self, expected: &str) -> WireError {
        WireError::Shape {
            provider: self.provider,
            at: self.place(),
            expected: expected.to_owned(),
            found: kind_of_raw(self.raw).to_owned(),
        }
    }

    /// The path from the whole text to this value.
    fn place(self) -> String {
        let offset = (self.raw.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        place(self.text, offset)
    }

    fn too_many(self) -> WireError {
        WireError::TooLarge {
            provider: self.provider,
            what: "elements in a list or object",
            limit: MANY,
        }
    }

    fn within(self, raw: &'r str) -> Self {
        Node { raw, ..self }
    }

    fn read<T: Deserialize<'r>>(self) -> Result<T, WireError> {
        serde_json::from_str(self.raw).map_err(|error| {
            // The position is that within this value; its path says more.
            let (line, column) = (error.line(), error.column());
            let message = error.to_string();
            let message = message
                .strip_suffix(&alloc::format!(" at line {line} column {column}"))
                .unwrap_or(&message);
            let at = self.place();
            WireError::Syntax {
                provider: self.provider,
                message: match at.as_str() {
                    "" => message.to_owned(),
                    at => alloc::format!("{message} in `{at}`"),
                },
            }
        })
    }
}

/// An object's members in order.
#[derive(Debug)]
pub(super) struct Object<'r> {
    node: Node<'r>,
    entries: Vec<(Cow<'r, str>, &'r str)>,
}

impl<'r> Object<'r> {
    /// The object itself.
    pub(super) fn node(&self) -> Node<'r> {
        self.node
    }

    /// A member that is not `null`: of several with the same key the last, as in a tree.
    pub(super) fn get(&self, key: &str) -> Option<Node<'r>> {
        let (_, raw) = self.entries.iter().rev().find(|(name, _)| name == key)?;
        let node = self.node.within(raw);
        (!node.is_null()).then_some(node)
    }

    /// Whether there is such a member, `null` or not.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(name, _)| name == key)
    }

    /// A member that must be there.
    pub(super) fn need(&self, key: &str) -> Result<Node<'r>, WireError> {
        self.get(key).ok_or_else(|| {
            let mut error = self.node.expected(&alloc::format!("a member `{key}`"));
            if let WireError::Shape { found, .. } = &mut error {
                *found = String::from("none");
            }
            error
        })
    }

    /// A member that is a string, where it is there.
    pub(super) fn string(&self, key: &str) -> Result<Option<Cow<'r, str>>, WireError> {
        self.get(key).map(Node::string).transpose()
    }

    /// A member that is a list; none is an empty one.
    pub(super) fn list(&self, key: &str) -> Result<Vec<Node<'r>>, WireError> {
        self.get(key).map_or(Ok(Vec::new()), Node::list)
    }

    /// A member that is an object, where it is there.
    pub(super) fn object(&self, key: &str) -> Result<Option<Object<'r>>, WireError> {
        self.get(key).map(Node::object).transpose()
    }

    /// The members that are not `null`.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, Node<'r>)> {
        self.entries
            .iter()
            .map(|(key, raw)| (&**key, self.node.within(raw)))
            .filter(|(_, node)| !node.is_null())
    }
}

/// What a value is, for messages.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn kind_of_raw(raw: &str) -> &'static str {
    match raw.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

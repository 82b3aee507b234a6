//! A lazy view of JSON text. Values are parsed on access; numbers keep their source text.
//!
//! Only values that go into a history become a tree, by a parser with a depth limit.

mod path;

use serde_json::Value;

use super::WireError;
use super::limits::check;
use crate::json_index::{self, ScanErrorKind, TokenList, scan_response};
use crate::provider::Provider;
use crate::text::line_and_column;

/// Maximum number of elements in a list that is read. A node is larger than its text may be.
const MANY: usize = 1 << 16;

/// Approximate memory of an object in a tree, in addition to its text and values. One with a single
/// member takes as much as one with eleven.
pub(super) const OBJECT_SIZE: usize = 640;

const HALF: &str = "half of a surrogate pair";

/// A response or an event. Reading at any depth scans nothing twice.
#[derive(Debug)]
pub(super) struct JsonDocument<'r> {
    pub(super) provider: Provider,
    pub(super) text: &'r str,
    pub(super) tape: TokenList,
}

impl<'r> JsonDocument<'r> {
    pub(super) fn parse(provider: Provider, text: &'r str) -> Result<Self, WireError> {
        match scan_response(text) {
            Ok(tape) => Ok(JsonDocument {
                provider,
                text,
                tape,
            }),
            Err(ScanErrorKind { limit: true, .. }) => Err(WireError::TooLarge {
                provider,
                unit: "bytes",
                limit: u32::MAX as usize,
            }),
            Err(ScanErrorKind { what, offset, .. }) => {
                let (line, column) = line_and_column(text, offset);
                Err(WireError::Syntax {
                    provider,
                    message: format!("{what} at line {line} column {column}"),
                })
            }
        }
    }
}

pub(super) fn is_json(text: &str) -> bool {
    scan_response(text).is_ok()
}

#[derive(Clone, Copy, Debug)]
pub(super) struct JsonNode<'r> {
    provider: Provider,
    value: json_index::Node<'r>,
}

impl<'r> JsonNode<'r> {
    pub(super) fn root(doc: &'r JsonDocument<'r>) -> Self {
        JsonNode {
            provider: doc.provider,
            value: doc.tape.root(doc.text),
        }
    }

    pub(super) fn provider(self) -> Provider {
        self.provider
    }

    pub(super) fn raw(self) -> &'r str {
        self.value.raw()
    }

    fn with(self, value: json_index::Node<'r>) -> Self {
        JsonNode { value, ..self }
    }

    pub(super) fn is_object(self) -> bool {
        self.value.is_object()
    }

    pub(super) fn is_list(self) -> bool {
        self.value.is_array()
    }

    pub(super) fn is_string(self) -> bool {
        self.value.is_string()
    }

    fn is_null(self) -> bool {
        self.value.is_null()
    }

    pub(super) fn object(self) -> Result<JsonNode<'r>, WireError> {
        if !self.is_object() {
            return Err(self.expected("an object"));
        }
        Ok(self)
    }

    pub(super) fn list(self) -> Result<Vec<JsonNode<'r>>, WireError> {
        if !self.is_list() {
            return Err(self.expected("a list"));
        }
        let items = self.value.items().take(MANY + 1);
        let elements: Vec<_> = items.map(|item| self.with(item)).collect();
        check(self.provider, "elements in a list", elements.len(), MANY)?;
        Ok(elements)
    }

    /// The decoded string, borrowed if it has no escapes.
    pub(super) fn string(self) -> Result<&'r str, WireError> {
        if !self.is_string() {
            return Err(self.expected("a string"));
        }
        self.value.as_str().ok_or_else(|| self.syntax(HALF))
    }

    pub(super) fn count(self) -> Result<u64, WireError> {
        self.raw()
            .parse()
            .map_err(|_| self.expected("a whole number from 0 up"))
    }

    pub(super) fn is_true(self) -> bool {
        self.raw() == "true"
    }

    pub(super) fn tree_size(self) -> usize {
        let tokens = self.value.size() as usize * size_of::<Value>();
        tokens + self.value.objects() * OBJECT_SIZE + self.raw().len()
    }

    /// Returns the value at a path with dots between its keys, if there is one that isn't `null`.
    pub(super) fn at(self, path: &str) -> Option<JsonNode<'r>> {
        let mut keys = path.split('.').filter(|key| !key.is_empty());
        keys.try_fold(self, JsonNode::get)
    }

    pub(super) fn value(self) -> Result<Value, WireError> {
        serde_json::from_str(self.raw()).map_err(|error| {
            // The parser's position is relative to this value. The path is more useful.
            let position = format!(" at line {} column {}", error.line(), error.column());
            let message = error.to_string();
            self.syntax(message.strip_suffix(&position).unwrap_or(&message))
        })
    }

    /// Finds a key's last value, like a parsed tree.
    fn find(self, key: &str) -> Option<JsonNode<'r>> {
        let members = self.value.members();
        let found = members.filter(|(name, _)| *name == key).last();
        found.map(|(_, value)| self.with(value))
    }

    /// Returns a member that isn't `null`. The last of duplicate keys counts.
    pub(super) fn get(self, key: &str) -> Option<JsonNode<'r>> {
        self.find(key).filter(|node| !node.is_null())
    }

    /// Returns `true` if the member exists, `null` or not.
    pub(super) fn has(self, key: &str) -> bool {
        self.find(key).is_some()
    }

    pub(super) fn need(self, key: &str) -> Result<JsonNode<'r>, WireError> {
        self.object()?.get(key).ok_or_else(|| {
            let mut error = self.expected(&format!("a member `{key}`"));
            if let WireError::Shape { found, .. } = &mut error {
                *found = String::from("none");
            }
            error
        })
    }

    pub(super) fn text(self, key: &str) -> Result<Option<&'r str>, WireError> {
        self.object()?.get(key).map(JsonNode::string).transpose()
    }

    /// Returns an id member, if present: a string, or a number from some hosts.
    pub(super) fn id(self, key: &str) -> Result<Option<CallIdNode<'r>>, WireError> {
        let Some(node) = self.object()?.get(key) else {
            return Ok(None);
        };
        let number = matches!(node.raw().as_bytes().first(), Some(b'-' | b'0'..=b'9'));
        let text = if number { node.raw() } else { node.string()? };
        Ok(Some(CallIdNode { text, number }))
    }

    pub(super) fn items(self, key: &str) -> Result<Vec<JsonNode<'r>>, WireError> {
        self.object()?
            .get(key)
            .map_or(Ok(Vec::new()), JsonNode::list)
    }

    pub(super) fn member(self, key: &str) -> Result<Option<JsonNode<'r>>, WireError> {
        self.object()?.get(key).map(JsonNode::object).transpose()
    }

    pub(super) fn members(self) -> impl Iterator<Item = (&'r str, JsonNode<'r>)> {
        self.entries().filter(|(_, value)| !value.is_null())
    }

    pub(super) fn entries(self) -> impl Iterator<Item = (&'r str, JsonNode<'r>)> {
        let members = self.value.members();
        members.map(move |(name, value)| (name, self.with(value)))
    }

    pub(super) fn expected(self, expected: &str) -> WireError {
        WireError::Shape {
            provider: self.provider,
            at: self.path(),
            expected: expected.to_owned(),
            found: kind_of_raw(self.raw()).to_owned(),
        }
    }

    fn syntax(self, message: &str) -> WireError {
        WireError::Syntax {
            provider: self.provider,
            message: match self.path().as_str() {
                "" => message.to_owned(),
                at => format!("{message} in `{at}`"),
            },
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CallIdNode<'r> {
    pub(super) text: &'r str,
    /// The id is a number in the response. In the history it becomes a string, as in the result.
    pub(super) number: bool,
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{JsonDocument, JsonNode};
    use crate::provider::Provider;

    /// Builds a tree through the lazy view.
    fn tree(node: JsonNode<'_>) -> Value {
        if node.is_object() {
            let object = node.object().expect("it is one");
            let members = object.value.members();
            let members = members.map(|(key, value)| (key.into(), tree(node.with(value))));
            Value::Object(members.collect())
        } else if node.is_list() {
            node.list()
                .expect("it is one")
                .into_iter()
                .map(tree)
                .collect()
        } else {
            node.value().expect("it is JSON")
        }
    }

    #[test]
    fn nodes_have_the_same_values_as_serde_json() {
        for text in [
            "null",
            " 7 ",
            r#""a\\""#,
            "[]",
            "{}",
            "[ [ ] , { } , [[{}]] ]",
            r#"{"a":{"b":[1,-2.5e+3,true,false,null,"x"]},"c":""}"#,
            "\t{ \"k\\u0065y\" :\r\n [ 1 ,2] , \"q\\\"]\" : {\"x\":\",}\\\\\"} } ",
            r#"{"a":1,"b":{"c":[{"d":{}}],"e":2},"a":3}"#,
        ] {
            let doc = JsonDocument::parse(Provider::OpenAi, text).expect("it is JSON");
            let expected: Value = serde_json::from_str(text).expect("it is JSON");
            assert_eq!(tree(JsonNode::root(&doc)), expected, "{text}");
        }
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let doc = JsonDocument::parse(Provider::OpenAi, r#"{"a":1,"\u0061":2,"b":null}"#);
        let doc = doc.expect("it is JSON");
        let object = JsonNode::root(&doc).object().expect("an object");
        assert_eq!(object.get("a").map(JsonNode::raw), Some("2"));
        assert!(object.get("b").is_none() && object.has("b") && !object.has("c"));
    }
}

//! JSON values with members in a fixed order. A message is described once and becomes text or a
//! tree.

use std::borrow::Cow;

use serde_json::Value;

use crate::json::escape_into;
use crate::json_index::object;
use crate::request::{can_embed_verbatim, exactly};

pub(crate) type JsonMembers<'t> = Vec<(&'t str, JsonValue<'t>)>;

#[derive(Debug)]
pub(crate) enum JsonValue<'t> {
    Text(Cow<'t, str>),
    Tree(Value),
    /// JSON text that is copied verbatim.
    Verbatim(Cow<'t, str>),
    Object(JsonMembers<'t>),
    List(Vec<JsonValue<'t>>),
}

impl<'t> From<&'t str> for JsonValue<'t> {
    fn from(text: &'t str) -> Self {
        JsonValue::Text(Cow::Borrowed(text))
    }
}

impl<'t> From<Cow<'t, str>> for JsonValue<'t> {
    fn from(text: Cow<'t, str>) -> Self {
        JsonValue::Text(text)
    }
}

impl<'t> From<&'t String> for JsonValue<'t> {
    fn from(text: &'t String) -> Self {
        text.as_str().into()
    }
}

impl<'t> From<&'t Option<String>> for JsonValue<'t> {
    fn from(text: &'t Option<String>) -> Self {
        let text = text.as_ref().map(JsonValue::from);
        text.unwrap_or(JsonValue::Tree(Value::Null))
    }
}

impl<'t> FromIterator<JsonValue<'t>> for JsonValue<'t> {
    fn from_iter<I: IntoIterator<Item = JsonValue<'t>>>(items: I) -> Self {
        JsonValue::List(items.into_iter().collect())
    }
}

impl<'t, const N: usize> From<[(&'t str, JsonValue<'t>); N]> for JsonValue<'t> {
    fn from(members: [(&'t str, JsonValue<'t>); N]) -> Self {
        JsonValue::Object(members.into())
    }
}

impl<'t> JsonValue<'t> {
    pub(crate) fn embedded(text: &'t str) -> Option<Self> {
        if can_embed_verbatim(text) {
            return Some(JsonValue::verbatim(text));
        }
        exactly(text).map(JsonValue::Tree)
    }

    pub(crate) fn verbatim(text: impl Into<Cow<'t, str>>) -> Self {
        JsonValue::Verbatim(text.into())
    }

    /// Adds a member to an object, unless the value is an empty text or list.
    pub(crate) fn with_some(mut self, key: &'t str, value: impl Into<JsonValue<'t>>) -> Self {
        let value = value.into();
        let is_empty = match &value {
            JsonValue::Text(text) => text.is_empty(),
            JsonValue::List(items) => items.is_empty(),
            JsonValue::Verbatim(text) => text == "[]",
            _ => false,
        };
        if let JsonValue::Object(members) = &mut self
            && !is_empty
        {
            members.push((key, value));
        }
        self
    }

    pub(crate) fn is_object(&self) -> bool {
        match self {
            JsonValue::Verbatim(text) => text.trim_start().starts_with('{'),
            JsonValue::Tree(tree) => tree.is_object(),
            _ => false,
        }
    }

    pub(crate) fn is_empty_object(&self) -> bool {
        match self {
            JsonValue::Verbatim(text) => {
                let inner = text.trim().strip_prefix('{');
                inner.is_some_and(|inner| inner.trim_start() == "}")
            }
            JsonValue::Tree(Value::Object(object)) => object.is_empty(),
            _ => false,
        }
    }

    pub(crate) fn list_of(item: Self) -> Self {
        JsonValue::List(Vec::from([item]))
    }

    pub(crate) fn into_tree(self) -> Value {
        match self {
            JsonValue::Text(text) => Value::String(text.into_owned()),
            JsonValue::Tree(tree) => tree,
            JsonValue::Verbatim(text) => exactly(&text).unwrap_or_default(),
            JsonValue::Object(members) => {
                let members = members.into_iter();
                object(members.map(|(name, value)| (name.into(), value.into_tree())))
            }
            JsonValue::List(items) => items.into_iter().map(JsonValue::into_tree).collect(),
        }
    }

    pub(crate) fn into_text(self) -> String {
        let mut text = String::with_capacity(256);
        self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) {
        match self {
            JsonValue::Text(text) => write_string(text, out),
            JsonValue::Tree(tree) => out.push_str(&tree.to_string()),
            JsonValue::Verbatim(text) => out.push_str(text),
            JsonValue::Object(members) => {
                for (i, (key, value)) in members.iter().enumerate() {
                    out.push(if i == 0 { '{' } else { ',' });
                    write_string(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push_str(if members.is_empty() { "{}" } else { "}" });
            }
            JsonValue::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    out.push(if i == 0 { '[' } else { ',' });
                    item.write(out);
                }
                out.push_str(if items.is_empty() { "[]" } else { "]" });
            }
        }
    }
}

fn write_string(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    escape_into(text, out);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::{JsonValue, write_string};
    use serde_json::{Value, json};

    #[test]
    fn strings_are_escaped_as_serde_json_does_it() {
        let mut texts: Vec<String> = (0..0x300_u32)
            .filter_map(char::from_u32)
            .flat_map(|c| {
                // At each position of a word, and in its remainder.
                (0..9).map(move |n| format!("{}{c}abc\u{1f600}", "x".repeat(n)))
            })
            .collect();
        for piece in ["", "\"\\\u{7f}\u{2028}\0", "\u{1}", "\"", "\u{1f600}\t"] {
            texts.push(piece.repeat(50));
        }
        for text in texts {
            let mut out = String::new();
            write_string(&text, &mut out);
            assert_eq!(out, Value::from(text).to_string());
        }
    }

    #[test]
    fn text_and_tree_are_the_same_value() {
        let list = [
            JsonValue::from([("f", JsonValue::Tree(false.into()))]),
            JsonValue::Tree(json!(2)),
        ];
        let mut members = Vec::from([
            ("a", JsonValue::from("1\"")),
            ("b", JsonValue::Tree(true.into())),
            ("c", JsonValue::Tree(json!([null]))),
            ("d", JsonValue::from([])),
            ("e", JsonValue::List(list.into())),
            ("l", JsonValue::List(Vec::new())),
        ]);
        for (key, text) in [
            ("g", r#"{"x":[1,2.50,"\u00e4"]}"#),
            ("h", "[1,\n2]"),
            ("i", "1e2"),
            ("j", r#"{"x":1,"x":2}"#),
            ("k", "{}"),
        ] {
            members.push((key, JsonValue::embedded(text).expect("exact")));
        }
        let value = JsonValue::Object(members);
        let mut text = String::new();
        value.write(&mut text);
        let tree = value.into_tree();
        assert!(!text.contains('\n'));
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), tree);
        assert_eq!(tree["j"], json!({"x": 2}));
    }
}

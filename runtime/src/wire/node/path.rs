//! The path of a value in a text, for errors.

use super::JsonNode;
use crate::json_index;

/// Maximum number of steps in a displayed path. A hostile text can nest far deeper.
const SHOWN: usize = 16;

impl JsonNode<'_> {
    /// The path from the root to this value, such as `choices[0].message`; empty for the root. It
    /// is found only for errors, so reading doesn't track it.
    pub(super) fn path(self) -> String {
        let mut path = String::new();
        let mut outer = json_index::Node {
            index: 0,
            ..self.value
        };
        let mut steps = 0;
        while outer.index != self.value.index {
            if steps == SHOWN {
                path.push_str("..");
                break;
            }
            steps += 1;
            let is_around =
                |inner: &json_index::Node<'_>| self.value.index < inner.index + inner.size();
            let inner = if outer.is_object() {
                let mut members = outer.members();
                members
                    .find(|(_, value)| is_around(value))
                    .map(|(key, value)| {
                        path.push_str(if path.is_empty() { "" } else { "." });
                        path.extend(key.chars().take(64));
                        value
                    })
            } else {
                let mut elements = outer.items().enumerate();
                elements
                    .find(|(_, value)| is_around(value))
                    .map(|(i, value)| {
                        path.extend(["[", &i.to_string(), "]"]);
                        value
                    })
            };
            let Some(inner) = inner else { break };
            outer = inner;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Provider;
    use crate::wire::node::JsonDocument;

    /// Returns the path of the value that begins with a text.
    fn path_of(text: &str, value: &str) -> String {
        let start = text.find(value).expect("it is in the text");
        let doc = JsonDocument::parse(Provider::OpenAi, text).expect("it is JSON");
        let root = JsonNode::root(&doc);
        let indices = 0..u32::try_from(doc.tape.tokens.len()).expect("a few values");
        let mut values = indices.map(|index| json_index::Node {
            index,
            ..root.value
        });
        let value = values.find(|value| value.offset() == start);
        root.with(value.expect("a value")).path()
    }

    #[test]
    fn a_path_leads_to_the_value() {
        let text = r#"{"a":[1,{"b\"}":{"c": "x,]"}}, [], 7]}"#;
        for (value, path) in [
            ("{", ""),
            ("[1", "a"),
            ("1,", "a[0]"),
            (r#"{"c""#, r#"a[1].b"}"#),
            (r#""x"#, r#"a[1].b"}.c"#),
            ("[]", "a[2]"),
            ("7", "a[3]"),
        ] {
            assert_eq!(path_of(text, value), path);
        }
    }

    #[test]
    fn a_deep_path_is_cut() {
        let text = format!("{}7{}", "[".repeat(10_000), "]".repeat(10_000));
        let path = path_of(&text, "7");
        assert_eq!(path, format!("{}..", "[0]".repeat(16)));
    }
}

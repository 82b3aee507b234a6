//! Text that a program gave at run time, with its escaped form.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::Write;

use crate::schema::Text;

/// A text as it is and as it stands in a JSON string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owned {
    raw: Arc<str>,
    /// `None`: as it is.
    json: Option<Arc<str>>,
}

impl Owned {
    pub(crate) fn new(raw: &str) -> Self {
        let json = escaped(raw);
        Owned {
            json: (json != raw).then(|| json.into()),
            raw: raw.into(),
        }
    }

    pub(crate) fn raw(&self) -> &Arc<str> {
        &self.raw
    }

    pub(crate) fn text(&self) -> Text<'_> {
        match &self.json {
            Some(json) => Text::new(&self.raw, json),
            None => Text::plain(&self.raw),
        }
    }
}

/// The text as it stands between the quotes of a JSON string.
fn escaped(raw: &str) -> String {
    let mut json = String::with_capacity(raw.len());
    escape_into(raw, &mut json);
    json
}

/// Adds the text as it stands between the quotes of a JSON string, escaped as the macros escape.
pub(crate) fn escape_into(raw: &str, json: &mut String) {
    for c in raw.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            '\u{0}'..='\u{1f}' => {
                // A `String` takes all that is written to it.
                let _ = write!(json, "\\u{:04x}", u32::from(c));
            }
            _ => json.push(c),
        }
    }
}

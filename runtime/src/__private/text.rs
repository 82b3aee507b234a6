//! Texts that are not literals: escaped and trimmed in const evaluation.

use crate::json;
use crate::schema::Text;

/// Converts a const expression to a text. The expression must be a `&'static str`.
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_text {
    ($text:expr) => {{
        const __TOOL_RAW: &'static $crate::__private::str = $text;
        const __TOOL_JSON: [$crate::__private::u8; $crate::__private::escaped_len(__TOOL_RAW)] =
            $crate::__private::escaped(__TOOL_RAW);
        $crate::__private::text(__TOOL_RAW, $crate::__private::utf8(&__TOOL_JSON))
    }};
}

/// Converts a const expression to a doc comment: trims both ends.
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_doc {
    ($text:expr) => {
        $crate::__private::text!($crate::__private::doc($text))
    };
}

/// Converts a const expression to a tool's doc comment: the text up to the first heading, or
/// another one if there is none.
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_tool_doc {
    ($text:expr, $otherwise:expr) => {
        $crate::__private::text!($crate::__private::tool_doc($text, $otherwise))
    };
}

/// Returns a text's length in bytes inside a JSON string.
pub const fn escaped_len(raw: &str) -> usize {
    json::escaped_len(raw.as_bytes())
}

/// Returns the bytes of a text inside a JSON string.
pub const fn escaped<const N: usize>(raw: &str) -> [u8; N] {
    json::escape(raw.as_bytes())
}

/// Combines a text and its escaped form.
pub const fn text(raw: &'static str, json: &'static str) -> Text<'static> {
    Text::new(raw, json)
}

/// Returns the text without blanks and empty lines at both ends.
pub const fn doc(raw: &'static str) -> &'static str {
    let bytes = raw.as_bytes();
    let mut from = 0;
    while from < bytes.len() && bytes[from].is_ascii_whitespace() {
        from += 1;
    }
    let mut to = bytes.len();
    while to > from && bytes[to - 1].is_ascii_whitespace() {
        to -= 1;
    }
    raw.split_at(to).0.split_at(from).1
}

/// Returns the text up to its first heading, or another text if that is empty.
pub const fn tool_doc(raw: &'static str, otherwise: &'static str) -> &'static str {
    let text = doc(raw.split_at(first_heading(raw.as_bytes())).0);
    if text.is_empty() { otherwise } else { text }
}

/// Returns the start of the first heading: a line of one to six `#` and a blank, outside of fenced
/// code. Without one, returns the length of the text.
const fn first_heading(bytes: &[u8]) -> usize {
    // The mark that opened the fence, and its number.
    let mut open = (0, 0);
    let mut line = 0;
    while line < bytes.len() {
        let mut at = line;
        while at < bytes.len() && bytes[at] == b' ' {
            at += 1;
        }
        let start = at;
        let mark = if at < bytes.len() { bytes[at] } else { 0 };
        while at < bytes.len() && bytes[at] == mark && matches!(mark, b'#' | b'`' | b'~') {
            at += 1;
        }
        let count = at - start;
        match mark {
            b'#' if open.1 == 0 && count <= 6 && at < bytes.len() && bytes[at] == b' ' => {
                return line;
            }
            b'`' | b'~' if open.1 == 0 && count >= 3 => open = (mark, count),
            b'`' | b'~' if open.0 == mark && open.1 > 0 && count >= open.1 => open = (0, 0),
            _ => {}
        }
        while at < bytes.len() && bytes[at] != b'\n' {
            at += 1;
        }
        line = at + 1;
    }
    bytes.len()
}

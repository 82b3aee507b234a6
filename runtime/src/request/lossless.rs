//! Lossless conversion of JSON text to a tree, whose numbers have 64 bits.

use serde_json::{Number, Value};

use crate::json_index::{DecodeLimits, TokenKind, TokenList, is_deeper, scan, scan_response};

/// Maximum number of nested lists and objects of a JSON text that becomes a part of a message: a
/// result, or arguments. It is the 127 that `serde_json` reads, minus the levels of the enclosing
/// message and of the stored conversation.
const MAX_LEVELS: usize = 90;

/// Returns the tree of a JSON text, unless it is nested too deep for a message.
pub(crate) fn message_tree(text: &str) -> Option<Value> {
    let tree = serde_json::from_str(text).ok()?;
    (!is_deeper(&tree, MAX_LEVELS)).then_some(tree)
}

/// Returns the tree of a JSON text if it keeps every digit of the text, and isn't nested too deep
/// for a message.
pub fn exactly(text: &str) -> Option<Value> {
    message_tree(text).filter(|_| numbers_are(text, is_exact))
}

/// Like [`exactly`], if no object has a key twice.
#[cfg(feature = "lint")]
pub(crate) fn exactly_once(text: &str) -> Option<Value> {
    if !is_strict(text, 127, is_exact) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// Returns `true` if a JSON text can be embedded verbatim: it converts [`exactly`], has no
/// duplicate keys, and is on one line.
pub(crate) fn can_embed_verbatim(text: &str) -> bool {
    // A number with an exponent can overflow despite few digits.
    let kept = |number: &str| is_exact(number) && !number.contains(['e', 'E']);
    is_strict(text, MAX_LEVELS, kept) && !text.contains(['\n', '\r'])
}

/// Exact are numbers with up to fifteen digits, and numbers that print as they were read.
fn is_exact(number: &str) -> bool {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    digits <= 15 || matches!(number.parse::<Number>(), Ok(read) if read.to_string() == number)
}

/// Returns `true` if all numbers of a valid JSON text have a property.
fn numbers_are(text: &str, property: impl Fn(&str) -> bool) -> bool {
    scan_response(text).is_ok_and(|tape| all_numbers(&tape, text, property))
}

/// Returns `true` if the text is JSON that all parsers read alike, is nested in at most `depth`
/// levels, and has only numbers with a property.
fn is_strict(text: &str, depth: usize, property: impl Fn(&str) -> bool) -> bool {
    let limits = DecodeLimits::DEFAULT.depth(depth);
    scan(text, limits).is_ok_and(|tape| all_numbers(&tape, text, property))
}

fn all_numbers(tape: &TokenList, text: &str, property: impl Fn(&str) -> bool) -> bool {
    let mut numbers = tape
        .tokens
        .iter()
        .filter(|one| one.kind == TokenKind::Number);
    numbers.all(|one| property(&text[one.start as usize..one.end as usize]))
}

#[cfg(test)]
mod tests {
    use super::{can_embed_verbatim, exactly};

    #[test]
    fn a_text_that_needs_no_change_is_exact() {
        let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
        for text in [
            "{}",
            r#"{"a":[1,-2.50,"\u00e4\\n"]}"#,
            "18446744073709551615",
            &deep(90),
        ] {
            assert!(
                can_embed_verbatim(text) && exactly(text).is_some(),
                "{text}"
            );
        }
        for text in [
            "18446744073709551616",
            "1e999",
            "1e2",
            "{",
            "",
            "[1,\n2]",
            r#"{"a":1,"a":2}"#,
            "{} {}",
            &deep(91),
        ] {
            assert!(!can_embed_verbatim(text), "{text}");
        }
        assert!(exactly(&deep(91)).is_none());
    }

    #[test]
    fn a_number_that_would_be_rounded_is_none() {
        for text in [
            "0.30000000000000004",
            "[18446744073709551615]",
            "-9223372036854775808",
            "1.0",
            r#"{"18446744073709551616":"-1e999","\"":"\\"}"#,
            "{}",
        ] {
            assert!(exactly(text).is_some(), "{text}");
        }
        for text in [
            "18446744073709551616",
            "[0.12345678901234567890]",
            "{",
            "1e999",
        ] {
            assert!(exactly(text).is_none(), "{text}");
        }
    }
}

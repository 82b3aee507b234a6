//! A provider's JSON text and the index of its values.

use crate::json_index::{DecodeLimits, ScanErrorKind, TokenKind, TokenList, scan, scan_response};
use crate::provider::Provider;
use crate::text::line_and_column;

use super::WireError;

/// A response or an event. Reading at any depth scans nothing twice.
#[derive(Debug)]
pub(super) struct JsonDocument<'r> {
    pub(super) provider: Provider,
    pub(super) text: &'r str,
    pub(super) tape: TokenList,
}

impl<'r> JsonDocument<'r> {
    /// Indexes a text if it is valid JSON.
    pub(super) fn parse(provider: Provider, text: &'r str) -> Result<Self, WireError> {
        match scan_response(text) {
            Ok(tape) => Ok(JsonDocument {
                provider,
                text,
                tape,
            }),
            Err(ScanErrorKind { limit: true, .. }) => Err(WireError::TooLarge {
                provider,
                what: "bytes",
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

/// Returns `true` for valid JSON.
pub(super) fn is_json(text: &str) -> bool {
    scan_response(text).is_ok()
}

/// Returns `true` if all numbers of a valid JSON text have a property.
pub(super) fn numbers_are(text: &str, property: impl Fn(&str) -> bool) -> bool {
    scan_response(text).is_ok_and(|tape| all_numbers(&tape, text, property))
}

/// Returns `true` if the text is JSON that all parsers read alike, is nested no deeper than
/// `serde_json` allows, and has only numbers with a property.
pub(super) fn is_strict(text: &str, property: impl Fn(&str) -> bool) -> bool {
    let limits = DecodeLimits {
        depth: 127,
        ..DecodeLimits::DEFAULT
    };
    scan(text, limits).is_ok_and(|tape| all_numbers(&tape, text, property))
}

fn all_numbers(tape: &TokenList, text: &str, property: impl Fn(&str) -> bool) -> bool {
    let mut numbers = tape
        .tokens
        .iter()
        .filter(|one| one.kind == TokenKind::Number);
    numbers.all(|one| property(&text[one.start as usize..one.end as usize]))
}

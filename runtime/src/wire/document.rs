//! A provider's JSON text and the index of its values.

use crate::json_index::{ScanErrorKind, TokenList, scan_response};
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

/// Returns `true` for valid JSON.
pub(super) fn is_json(text: &str) -> bool {
    scan_response(text).is_ok()
}

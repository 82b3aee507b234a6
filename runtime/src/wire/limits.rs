//! Size limits for responses.

use super::WireError;
use crate::provider::Provider;

/// Size limits for responses. Decoding a typical response takes about as much memory as its text.
/// For a hostile one (`[0,0,0,..]` in the arguments) a history takes up to fifty times as much. Its
/// calls alone, without a history, still take about as much as the text.
///
/// ```
/// use toolcast::wire::{ResponseLimits, WireError};
/// use toolcast::Provider;
///
/// let limits = ResponseLimits::new().max_bytes(1 << 20).max_calls(8);
/// let response = " ".repeat(2 << 20);
/// let error = Provider::OpenAi.parse_turn_with(&response, limits).unwrap_err();
/// assert!(matches!(error, WireError::TooLarge { unit: "bytes", .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the limits have an effect only if they are passed"]
pub struct ResponseLimits {
    pub(super) max_bytes: usize,
    pub(super) max_calls: usize,
}

impl Default for ResponseLimits {
    fn default() -> Self {
        Self::new()
    }
}

impl ResponseLimits {
    /// Creates the default limits.
    pub const fn new() -> Self {
        ResponseLimits {
            max_bytes: 16 << 20,
            max_calls: 1024,
        }
    }

    /// Sets the maximum number of bytes of a complete response, of a stream's total, or of one of
    /// its events. The default is 16 MiB.
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Sets the maximum number of calls in one turn. The default is 1,024.
    pub const fn max_calls(mut self, calls: usize) -> Self {
        self.max_calls = calls;
        self
    }
}

pub(super) fn check(
    provider: Provider,
    what: &'static str,
    count: usize,
    limit: usize,
) -> Result<(), WireError> {
    if count <= limit {
        return Ok(());
    }
    Err(WireError::TooLarge {
        provider,
        unit: what,
        limit,
    })
}

//! How much of a response is taken.

use super::WireError;
use crate::provider::Provider;

/// How much of a response is taken. What is made of a usual one is about as large; of one that is written to hurt (`[0,0,0,..]` in the arguments) a history is up to fifty times as
/// large, and calls alone, without a history, about as large still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a whole response, or of what a stream adds up to, or of one event of it. By default 16 MiB.
    pub bytes: usize,
    /// Calls in one turn. By default 1,024.
    pub calls: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 16 << 20,
            calls: 1024,
        }
    }
}

impl Limits {
    /// With another limit on bytes.
    #[must_use]
    pub const fn with_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// With another limit on calls.
    #[must_use]
    pub const fn with_calls(mut self, calls: usize) -> Self {
        self.calls = calls;
        self
    }
}

/// What is left of the limit on bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    provider: Provider,
    limit: usize,
    used: usize,
}

impl Budget {
    pub(super) fn new(provider: Provider, limits: Limits) -> Self {
        Budget {
            provider,
            limit: limits.bytes,
            used: 0,
        }
    }

    /// Takes some bytes of it.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), WireError> {
        self.used = self.used.saturating_add(bytes);
        self.check(self.used)
    }

    /// Whether so many bytes are within the limit, whatever was taken before.
    pub(super) fn check(&self, bytes: usize) -> Result<(), WireError> {
        if bytes > self.limit {
            return Err(WireError::TooLarge {
                provider: self.provider,
                what: "bytes",
                limit: self.limit,
            });
        }
        Ok(())
    }
}

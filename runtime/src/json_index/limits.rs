//! Limits on the size of a model's input.

use serde_json::Value;

/// The maximum size of a call's arguments, or of structured output. Anything larger is a fault,
/// found before memory is allocated for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecodeLimits {
    /// Bytes of text. Capped at 4 GiB.
    pub(crate) bytes: usize,
    /// Nesting depth of arrays and objects. JSON inside strings counts too, all levels together.
    pub(crate) depth: usize,
    /// Number of values and property names. Each takes 16 bytes of memory during its call.
    pub(crate) values: usize,
}

impl DecodeLimits {
    /// 16 MiB of text, 64 levels, a million values.
    pub(crate) const DEFAULT: Self = DecodeLimits {
        bytes: 16 << 20,
        depth: 64,
        values: 1_000_000,
    };

    /// Sets the maximum depth.
    pub(crate) const fn depth(self, depth: usize) -> Self {
        DecodeLimits { depth, ..self }
    }
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Returns true if arrays and objects nest deeper than `max`; recurses no further than that.
pub(crate) fn is_deeper(value: &Value, max: usize) -> bool {
    let Some(left) = max.checked_sub(1) else {
        return value.is_array() || value.is_object();
    };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, left)),
        Value::Object(map) => map.values().any(|item| is_deeper(item, left)),
        _ => false,
    }
}

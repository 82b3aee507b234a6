//! Numbers as serde reads them: integers if they are whole, 128 bits on request.

use serde::de::{Error, Visitor};

use super::error::DecodeError;
use crate::constraint::{Exact, exact, float, is_plain};

/// The error for a number that no type reads.
fn too_large() -> DecodeError {
    DecodeError::custom("expected a number of at most 1.7976931348623157e308")
}

/// Visits a number of an integer type.
pub(super) fn visit_whole<'de, V: Visitor<'de>>(
    text: &str,
    wide: bool,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    match exact(text) {
        // Beyond 64 bits only in digits: see `may_be_rounded`.
        Some(Exact::Whole {
            negative,
            magnitude,
        }) => visit_integer(negative, magnitude, text, wide && is_plain(text), visitor),
        Some(Exact::Float(f)) => visitor.visit_f64(f),
        None => Err(too_large()),
    }
}

/// Visits a number as `serde_json` does: an integer if written as one and within 64 bits, else a
/// float. Uses 128 bits if `wide`.
pub(super) fn visit_number<'de, V: Visitor<'de>>(
    text: &str,
    wide: bool,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    if is_plain(text)
        && text != "-0"
        && let Some(Exact::Whole {
            negative,
            magnitude,
        }) = exact(text)
    {
        return visit_integer(negative, magnitude, text, wide, visitor);
    }
    match float(text) {
        Some(f) => visitor.visit_f64(f),
        None => Err(too_large()),
    }
}

fn visit_integer<'de, V: Visitor<'de>>(
    negative: bool,
    magnitude: u128,
    text: &str,
    wide: bool,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    if negative {
        let n = 0_i128.checked_sub_unsigned(magnitude);
        match n.map(|n| (n, i64::try_from(n))) {
            Some((_, Ok(n))) => return visitor.visit_i64(n),
            Some((n, Err(_))) if wide => return visitor.visit_i128(n),
            _ => {}
        }
    } else {
        match u64::try_from(magnitude) {
            Ok(n) => return visitor.visit_u64(n),
            Err(_) if wide => return visitor.visit_u128(magnitude),
            Err(_) => {}
        }
    }
    match float(text) {
        Some(f) => visitor.visit_f64(f),
        None => Err(too_large()),
    }
}

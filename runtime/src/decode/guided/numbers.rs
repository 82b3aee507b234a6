//! Numbers as serde reads them: integers if they are whole, 128 bits on request.

use serde::de::{Error, Visitor};

use super::error::DecodeError;
use crate::constraint::{Exact, exact, float, is_plain};

/// A number in the type in which a visitor gets it.
enum Parsed {
    U64(u64),
    I64(i64),
    U128(u128),
    I128(i128),
    F64(f64),
}

/// Visits a number as `serde_json` does: an integer if written as one and within 64 bits, else a
/// float. If `whole`, any notation of an integer is one. Uses 128 bits if `wide`.
pub(super) fn visit_number<'de, V: Visitor<'de>>(
    text: &str,
    whole: bool,
    wide: bool,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    match parsed(text, whole, wide)? {
        Parsed::U64(n) => visitor.visit_u64(n),
        Parsed::I64(n) => visitor.visit_i64(n),
        Parsed::U128(n) => visitor.visit_u128(n),
        Parsed::I128(n) => visitor.visit_i128(n),
        Parsed::F64(n) => visitor.visit_f64(n),
    }
}

fn parsed(text: &str, whole: bool, wide: bool) -> Result<Parsed, DecodeError> {
    let plain = is_plain(text);
    // Beyond 64 bits only in digits: see `may_be_rounded`.
    let wide = wide && plain;
    if (whole || plain && text != "-0")
        && let Some(Exact::Whole {
            negative,
            magnitude,
        }) = exact(text)
    {
        let below = 0_i128.checked_sub_unsigned(magnitude);
        match (
            u64::try_from(magnitude),
            below.map(|n| (n, i64::try_from(n))),
        ) {
            (Ok(n), _) if !negative => return Ok(Parsed::U64(n)),
            (_, Some((_, Ok(n)))) if negative => return Ok(Parsed::I64(n)),
            (_, Some((n, _))) if negative && wide => return Ok(Parsed::I128(n)),
            _ if !negative && wide => return Ok(Parsed::U128(magnitude)),
            _ => {}
        }
    }
    float(text)
        .map(Parsed::F64)
        .ok_or_else(|| DecodeError::custom("expected a number of at most 1.7976931348623157e308"))
}

//! The JSON types of kinds, and the bounds of number types, for errors.

use crate::constraint::{Exact, exact, is_plain, num};
use crate::json_index::Node;
use crate::schema::{Integer, Kind, Num, Rules};

/// The integers that a `serde_json::Value` holds exactly. Others would become floats.
const LEAST: Num<'_> = Num::int(true, 1 << 63, "-9223372036854775808");
const MOST: Num<'_> = Num::int(false, u64::MAX as u128, "18446744073709551615");

/// Returns the least and the greatest integer that is read: those of the type, or of 64 bits if it
/// has no bounds, as in imported schemas, whose arguments are read into a `Value`.
pub(super) fn integer_bounds<'a>(integer: &'a Integer<'a>) -> (&'a Num<'a>, &'a Num<'a>) {
    let bound = |own: &'a Num<'a>, other| if own.text().is_empty() { other } else { own };
    (bound(&integer.min, &LEAST), bound(&integer.max, &MOST))
}

/// Returns true for a number beyond 64 bits with a fraction or an exponent in its text. A program
/// between the model and this one may have read the model's integer as a float: then some of its
/// digits are others.
pub(super) fn may_be_rounded(n: &Num<'_>, text: &str) -> bool {
    (n.less_than(&LEAST) || MOST.less_than(n)) && !is_plain(text)
}

/// Returns true if a value has the JSON type of a kind. `None` if the kind has no such type.
pub(super) fn has_json_type(kind: &Kind<'_>, node: Node<'_>) -> Option<bool> {
    Some(match kind {
        Kind::Object(_) | Kind::Map(_) => node.is_object(),
        Kind::Array(_) | Kind::Tuple(_) => node.is_array(),
        Kind::Integer(_) | Kind::Number(_) => node.is_number(),
        Kind::String(_) => node.is_string(),
        Kind::Enum(_) => node.is_string() || node.is_number(),
        _ => return None,
    })
}

/// Returns the bound of a number type that a number exceeds.
pub(super) fn beyond<'de>(kind: &'de Kind<'de>, number: &str) -> Option<Rules<'de>> {
    let (least, most) = match kind {
        Kind::Integer(of) => integer_bounds(of),
        Kind::Number(float) => float.bounds()?,
        _ => return None,
    };
    let n = num(number)?;
    // A float may be equal to a bound of 128 bits that the number exceeds.
    let wide = matches!(exact(number), Some(Exact::Float(f)) if f.abs() >= 2f64.powi(127));
    let wide = wide && matches!(kind, Kind::Integer(_));
    Some(Rules {
        minimum: (n.less_than(least) || wide && n.as_f64() < 0.0).then_some(*least),
        maximum: (most.less_than(&n) || wide && n.as_f64() > 0.0).then_some(*most),
        ..Rules::NONE
    })
}

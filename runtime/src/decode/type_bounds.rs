//! The bounds of number types, for errors.

use crate::constraint::{Exact, exact, num};
use crate::schema::{Kind, Rules};

/// Returns the bound of a number type that a number exceeds.
pub(super) fn beyond<'de>(kind: &'de Kind<'de>, number: &str) -> Option<Rules<'de>> {
    let (least, most) = match kind {
        Kind::Integer(of) => (&of.min, &of.max),
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

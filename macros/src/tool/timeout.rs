//! `timeout = ..`: the time limit of a call.

use super::model::Timeout;
use crate::diag::Errors;
use crate::shared::literal::{Num, parse_number};
use crate::shared::ty::peel_expr;
use crate::shared::value::AnyExpr;
use std::time::Duration;
use syn::Expr;

/// Parses a number of seconds, or an expression that must be a const `Duration`.
///
/// `waits` is set if the caller regains control before the function ends, so that a timeout can
/// take effect.
pub(super) fn parse_timeout(
    arg: Option<AnyExpr>,
    waits: bool,
    errors: &mut Errors,
) -> Option<Timeout> {
    const FORM: &str = "write a number of seconds (`timeout = 5`), or a const `Duration`";
    const NEVER_WAITS: &str = "this function runs to its end before a timeout can be checked; add `blocking` to run it on a thread, or make it `async`";
    let AnyExpr(expr) = arg?;
    if !waits {
        errors.on(&expr, NEVER_WAITS);
    }
    if !matches!(peel_expr(&expr), Expr::Lit(_) | Expr::Unary(_)) {
        return Some(Timeout::Const(expr));
    }
    let after = match parse_number(&expr) {
        Some(Num::Int {
            negative,
            magnitude,
        }) => seconds(negative, magnitude),
        Some(Num::Float { value, .. }) => Duration::try_from_secs_f64(value).ok(),
        None => {
            errors.on(expr, FORM);
            return None;
        }
    };
    let after = after.filter(|it| !it.is_zero() && *it <= MAX_TIMEOUT);
    if after.is_none() {
        errors.on(
            expr,
            "a timeout must be more than zero, and less than ten thousand years; leave `timeout` out for no limit",
        );
    }
    Some(Timeout::Literal {
        seconds: after?.as_secs(),
        nanos: after?.subsec_nanos(),
    })
}

/// Small enough that adding it to a clock's time can't overflow.
const MAX_TIMEOUT: Duration = Duration::from_secs(10_000 * 366 * 86_400);

fn seconds(negative: bool, magnitude: u128) -> Option<Duration> {
    let seconds = u64::try_from(magnitude).ok()?;
    (!negative).then(|| Duration::from_secs(seconds))
}

//! Integral floats as integers.

use serde_json::Number;

/// Converts an integral float to an integer.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)] // Checked right before.
pub(crate) fn whole(n: Number) -> Number {
    if n.is_f64()
        && let Some(f) = n.as_f64()
        && f.fract() == 0.0
    {
        // The bounds are powers of two, so they are exact as floats.
        if (0.0..18_446_744_073_709_551_616.0).contains(&f) {
            return Number::from(f as u64);
        }
        if (-9_223_372_036_854_775_808.0..0.0).contains(&f) {
            return Number::from(f as i64);
        }
    }
    n
}

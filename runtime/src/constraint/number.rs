//! Parses the text of a number, exactly if it is an integer.

use std::borrow::Cow;

use crate::schema::Num;

/// The value of a number in Rust's types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Exact {
    /// An integer in any notation: `100`, `1e2`, `100.0`.
    Whole { negative: bool, magnitude: u128 },
    /// Any other number.
    Float(f64),
}

impl Exact {
    /// Returns it as a number of a schema with this text.
    pub(crate) fn with_text(self, text: &str) -> Num<'_> {
        match self {
            Exact::Whole {
                negative,
                magnitude,
            } => Num::int(negative, magnitude, text),
            Exact::Float(float) => Num::float(float, text),
        }
    }
}

/// Parses the text of a JSON number. Returns `None` if it exceeds every float.
pub(crate) fn exact(text: &str) -> Option<Exact> {
    if let Some(magnitude) = small(text) {
        return Some(Exact::Whole {
            negative: false,
            magnitude: u128::from(magnitude),
        });
    }
    if let Some((negative, magnitude)) = parse_integer(text) {
        return Some(Exact::Whole {
            negative: negative && magnitude != 0,
            magnitude,
        });
    }
    float(text).map(Exact::Float)
}

/// Fast path for a few digits and nothing else, the form of most numbers. Larger ones use `whole`.
fn small(text: &str) -> Option<u64> {
    let few = (1..=18).contains(&text.len());
    few.then(|| {
        text.bytes().try_fold(0, |n: u64, digit| {
            let digit = digit.wrapping_sub(b'0');
            (digit < 10).then_some(n * 10 + u64::from(digit))
        })
    })?
}

/// Returns the nearest float; `None` if that is infinite.
pub(crate) fn float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|f: &f64| f.is_finite())
}

/// Returns whether a number is written like serde's integers: without fraction and exponent.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
}

/// Returns sign and magnitude of an integer of at most 128 bits.
fn parse_integer(text: &str) -> Option<(bool, u128)> {
    let n = decimal(text)?;
    let magnitude = (n.exponent >= 0).then(|| times_ten(n.digits, n.exponent))??;
    Some((n.negative, magnitude))
}

/// A decimal number: `digits * 10^exponent`.
pub(crate) struct Decimal {
    negative: bool,
    /// Without zeros at the end. 0 has the exponent 0.
    digits: u128,
    exponent: i64,
}

/// Parses the text of a JSON number; `None` if its digits have more than 128 bits.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let (all, exponent) = match text.split_once(['e', 'E']) {
        Some((all, exponent)) => (all, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (before, after) = all.split_once('.').unwrap_or((all, ""));
    let after = after.trim_end_matches('0');
    let mut exponent = exponent.checked_sub(i64::try_from(after.len()).ok()?)?;
    let mut digits: u128 = 0;
    let mut zeros = 0;
    // Zeros count only if another digit follows, so that `100e-2` is an integer.
    for digit in before.bytes().chain(after.bytes()) {
        if digit == b'0' {
            zeros += 1;
            continue;
        }
        if digits != 0 {
            digits = times_ten(digits, zeros + 1)?;
        }
        digits = digits.checked_add(u128::from(digit - b'0'))?;
        zeros = 0;
    }
    exponent = if digits == 0 {
        0
    } else {
        exponent.checked_add(zeros)?
    };
    Some(Decimal {
        negative,
        digits,
        exponent,
    })
}

impl Decimal {
    /// Returns whether the number is a multiple of another. Every number is one of 0, which no
    /// schema has.
    pub(crate) fn is_multiple_of(&self, by: &Decimal) -> bool {
        if self.digits == 0 || by.digits == 0 {
            return true;
        }
        // Its last digit is not 0, so it is not a multiple of a larger power of ten.
        let Some(tens) = self.exponent.checked_sub(by.exponent).filter(|n| *n >= 0) else {
            return false;
        };
        // Without the factors that the power of ten has.
        let mut rest = by.digits;
        for factor in [2, 5] {
            let mut left = tens;
            while left > 0 && rest.is_multiple_of(factor) {
                rest /= factor;
                left -= 1;
            }
        }
        self.digits.is_multiple_of(rest)
    }
}

fn times_ten(n: u128, times: i64) -> Option<u128> {
    let factor = 10_u128.checked_pow(u32::try_from(times).ok()?)?;
    n.checked_mul(factor)
}

/// Returns the number as one of a schema, for comparing. The text is dropped.
pub(crate) fn num(text: &str) -> Option<Num<'static>> {
    exact(text).map(|n| n.with_text(""))
}

/// Returns a whole number in the form of an integer (`1.0` and `1e0` as `1`), and another as its
/// float is written.
pub(crate) fn in_one_notation(text: &str) -> Cow<'_, str> {
    match exact(text) {
        Some(Exact::Whole {
            negative,
            magnitude,
        }) => {
            let sign = if negative { "-" } else { "" };
            Cow::Owned(format!("{sign}{magnitude}"))
        }
        Some(Exact::Float(float)) => Cow::Owned(format!("{float:?}")),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{Exact, exact, is_plain};

    fn parse_integer(text: &str) -> Option<i128> {
        match exact(text)? {
            Exact::Whole {
                negative,
                magnitude,
            } => {
                let n = i128::try_from(magnitude).ok()?;
                Some(if negative { -n } else { n })
            }
            Exact::Float(_) => None,
        }
    }

    #[test]
    fn whole_numbers_however_they_are_written() {
        for (text, expected) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0", 0),
            ("7", 7),
            ("-12", -12),
            ("1e2", 100),
            ("1E+2", 100),
            ("100e-2", 1),
            ("1.50e1", 15),
            ("12.000", 12),
            ("0.001e3", 1),
            ("9007199254740993.0", 9_007_199_254_740_993),
            ("0e999999999", 0),
            ("0.000", 0),
        ] {
            assert_eq!(parse_integer(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn integers_of_128_bits_are_exact_and_larger_ones_are_floats() {
        let text = "340282366920938463463374607431768211455";
        let expected = Exact::Whole {
            negative: false,
            magnitude: u128::MAX,
        };
        assert_eq!(exact(text), Some(expected));
        assert_eq!(exact("340282366920938463463374607431768211456"), {
            Some(Exact::Float(3.402_823_669_209_385e38))
        });
    }

    #[test]
    fn fractions_and_huge_exponents_are_not_whole_numbers() {
        assert_eq!(exact("0.1"), Some(Exact::Float(0.1)));
        assert_eq!(exact("15e-1"), Some(Exact::Float(1.5)));
        assert_eq!(exact("1e400"), None);
        assert_eq!(exact("1e99999999999999999999"), None);
        assert!(is_plain("-12") && !is_plain("1.0") && !is_plain("1E2"));
    }
}

//! A number of a schema: a bound or a default.

/// A number with its JSON text, so that no renderer has to print digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Num<'a> {
    text: &'a str,
    value: NumValue,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum NumValue {
    /// Sign and magnitude, so that all of `i128` and `u128` fit.
    Int {
        negative: bool,
        magnitude: u128,
    },
    Float(f64),
}

impl<'a> Num<'a> {
    /// Creates an integer; `text` is its decimal form.
    pub const fn int(negative: bool, magnitude: u128, text: &'a str) -> Self {
        Num {
            text,
            value: NumValue::Int {
                negative: negative && magnitude != 0,
                magnitude,
            },
        }
    }

    /// Creates a number with a fraction or an exponent; `text` is its JSON form.
    pub const fn float(value: f64, text: &'a str) -> Self {
        Num {
            text,
            value: NumValue::Float(value),
        }
    }

    /// The number as JSON text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns whether it is written as an integer.
    pub(crate) const fn is_integer(&self) -> bool {
        matches!(self.value, NumValue::Int { .. })
    }

    /// Returns whether it may be a multiple of another one. The answer is exact for integers.
    pub(crate) const fn may_be_multiple(&self, of: &Num<'_>) -> bool {
        match (&self.value, &of.value) {
            (NumValue::Int { magnitude, .. }, NumValue::Int { magnitude: of, .. }) if *of != 0 => {
                *magnitude % *of == 0
            }
            _ => true,
        }
    }

    /// Returns whether the range has a multiple of this number. True if one of them is not an
    /// integer.
    pub(crate) const fn has_multiple_between(&self, first: &Num<'_>, last: &Num<'_>) -> bool {
        let (Some((_, of)), Some((negative, low)), Some((below, high))) =
            (self.as_integer(), first.as_integer(), last.as_integer())
        else {
            return true;
        };
        // Zero is a multiple of every number.
        if of == 0 || low == 0 || high == 0 || negative != below {
            return true;
        }
        let (low, high) = if negative { (high, low) } else { (low, high) };
        high / of * of >= low
    }

    /// Returns whether it is zero.
    pub const fn is_zero(&self) -> bool {
        match self.value {
            NumValue::Int { magnitude, .. } => magnitude == 0,
            NumValue::Float(f) => f == 0.0,
        }
    }

    /// Returns whether it is one.
    pub(crate) const fn is_one(&self) -> bool {
        matches!(
            self.value,
            NumValue::Int {
                negative: false,
                magnitude: 1
            }
        )
    }

    /// Returns whether it is negative.
    pub const fn is_negative(&self) -> bool {
        match self.value {
            NumValue::Int { negative, .. } => negative,
            NumValue::Float(f) => f < 0.0,
        }
    }

    /// The number as a float, rounded if necessary.
    #[allow(clippy::cast_precision_loss)] // The name implies rounding.
    pub const fn as_f64(&self) -> f64 {
        match self.value {
            NumValue::Int {
                negative,
                magnitude,
            } => {
                if negative {
                    -(magnitude as f64)
                } else {
                    magnitude as f64
                }
            }
            NumValue::Float(f) => f,
        }
    }

    /// Returns the next integer, upwards or downwards, without text. `None` for other numbers, or
    /// if the next one would overflow.
    pub(crate) const fn next(&self, up: bool) -> Option<Num<'static>> {
        let NumValue::Int {
            negative,
            magnitude,
        } = self.value
        else {
            return None;
        };
        if magnitude == 0 {
            return Some(Num::int(!up, 1, ""));
        }
        if negative == up {
            return Some(Num::int(negative, magnitude - 1, ""));
        }
        match magnitude.checked_add(1) {
            Some(magnitude) => Some(Num::int(negative, magnitude, "")),
            None => None,
        }
    }

    /// Returns the sign (`true` if negative) and the magnitude; `None` if it is not an integer.
    pub(crate) const fn as_integer(&self) -> Option<(bool, u128)> {
        match self.value {
            NumValue::Int {
                negative,
                magnitude,
            } => Some((negative, magnitude)),
            NumValue::Float(_) => None,
        }
    }

    /// Returns whether this number is less than the other one; exact for two integers.
    pub const fn less_than(&self, other: &Num<'_>) -> bool {
        match (self.value, other.value) {
            (
                NumValue::Int {
                    negative: a,
                    magnitude: x,
                },
                NumValue::Int {
                    negative: b,
                    magnitude: y,
                },
            ) => match (a, b) {
                (true, false) => true,
                (false, true) => false,
                (false, false) => x < y,
                (true, true) => x > y,
            },
            _ => self.as_f64() < other.as_f64(),
        }
    }

    /// Returns whether both are the same number.
    pub const fn equals(&self, other: &Num<'_>) -> bool {
        !self.less_than(other) && !other.less_than(self)
    }
}

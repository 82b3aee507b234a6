//! A value of a text as a `serde_json::Value`.

use serde_json::{Number, Value};

use super::{Node, TokenKind};

impl Node<'_> {
    /// Returns the value as a tree. Recurses no deeper than the limits that the text was scanned
    /// with.
    pub(crate) fn value(self) -> Value {
        match self.kind() {
            TokenKind::Null => Value::Null,
            TokenKind::True => Value::Bool(true),
            TokenKind::False => Value::Bool(false),
            TokenKind::Number => number(self.raw()),
            TokenKind::Plain | TokenKind::Escaped => self.as_str().unwrap_or_default().into(),
            TokenKind::Array => self.items().map(Node::value).collect(),
            TokenKind::Object => Value::Object(
                self.members()
                    .map(|(name, value)| (name.to_owned(), value.value()))
                    .collect(),
            ),
        }
    }
}

/// Returns the number of a text. One that no number holds stays text, so that no type reads it.
pub(crate) fn number(text: &str) -> Value {
    let Ok(number) = text.parse::<Number>() else {
        return text.into();
    };
    // The parser of `serde_json` may miss the nearest float by one bit.
    match text.parse::<f64>() {
        Ok(float) if number.is_f64() && number.as_f64() != Some(float) => float.into(),
        _ => Value::Number(number),
    }
}

/// Converts an integral float to an integer.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)] // Checked right before.
pub(crate) fn integral_as_integer(n: Number) -> Number {
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

//! Random strings and numbers that a schema accepts, and arbitrary JSON.

use super::pattern::matching;
use super::tape::Tape;
use serde_json::{Number, Value, json};

const TEXTS: [&str; 9] = [
    "",
    "a",
    "text",
    "null",
    "1",
    "{\"a\":1}",
    "ünï \u{1f600}",
    "\"\\\n",
    "true",
];

pub fn string(schema: &Value, tape: &mut Tape) -> Value {
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        return json!(on_a_day_that_is(
            matching(pattern, tape).unwrap_or_default()
        ));
    }
    let texts: &[&str] = match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => &["2026-11-21T10:00:00Z", "1999-12-31T23:59:59.999+14:00"],
        Some("date") => &["2026-11-21", "2024-02-29"],
        Some("time") => &["10:00:00Z", "23:59:59.5+01:00"],
        Some("duration") => &["PT5M", "P1Y2M3DT4H"],
        Some("email") => &["a@example.com"],
        Some("hostname") => &["example.com", "a"],
        Some("uri") => &["https://example.com/x?y#z", "urn:a:b"],
        Some("ipv4") => &["0.0.0.0", "255.255.255.255", "10.1.2.3"],
        Some("ipv6") => &["::", "::1", "fe80::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8"],
        Some("uuid") => &["6f1b0b4e-31e3-4b9b-9d53-0a8d6f0f3a11"],
        _ => &TEXTS,
    };
    let mut text: Vec<char> = tape.pick(texts).chars().collect();
    let least = size(schema, "minLength", 0);
    text.resize(text.len().max(least), 'ä');
    text.truncate(size(schema, "maxLength", usize::MAX));
    json!(text.into_iter().collect::<String>())
}

/// Replaces the day by one that exists: a date pattern checks only the form, but the date parsers
/// check the day.
fn on_a_day_that_is(text: String) -> String {
    let mut fields = text.get(..10).unwrap_or_default().split('-');
    let is_date = [4, 2, 2].iter().all(|len| {
        (fields.next()).is_some_and(|field| field.len() == *len && field.parse::<u16>().is_ok())
    });
    match text.get(10..) {
        Some(rest) if is_date => format!("2024-02-29{rest}"),
        _ => text,
    }
}

/// Returns a bound as an integer, within the range of a `serde_json` number.
#[allow(clippy::cast_possible_truncation)] // The bounds of 128-bit integers.
fn bound(schema: &Value, inclusive: &str, exclusive: &str, step: i128) -> Option<i128> {
    let number = |key: &str| {
        let number = schema.get(key)?.as_number()?;
        number
            .as_i128()
            .or(number.as_f64().map(|float| float as i128))
    };
    number(inclusive).or_else(|| Some(number(exclusive)? + step))
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Small numbers.
pub fn integer(schema: &Value, tape: &mut Tape) -> Value {
    let (least, most) = (i128::from(i64::MIN), i128::from(u64::MAX));
    let low = bound(schema, "minimum", "exclusiveMinimum", 1)
        .unwrap_or(least)
        .max(least);
    let high = bound(schema, "maximum", "exclusiveMaximum", -1)
        .unwrap_or(most)
        .min(most);
    let small = i128::from(tape.number() % 100);
    let mut value = match tape.below(5) {
        0 => small,
        1 => low,
        2 => high,
        3 => low + small,
        _ => -small,
    };
    if let Some(step) = schema.get("multipleOf").and_then(Value::as_i64) {
        value -= value % i128::from(step);
    }
    if value < low || value > high {
        value = low.max(0).min(high);
    }
    if value == 0 && schema.get("anyOf").is_some() {
        value = 1;
    }
    if tape.one_in(6) && value.abs() < 1 << 50 {
        // The same number, as some models write it.
        return Number::from_f64(value as f64).map_or(Value::Null, Value::Number);
    }
    Number::from_i128(value).map_or(Value::Null, Value::Number)
}

#[allow(clippy::cast_possible_truncation)] // Small numbers.
pub fn number(schema: &Value, tape: &mut Tape) -> Value {
    let float = |key: &str| schema.get(key).and_then(Value::as_f64);
    let low = float("minimum")
        .or(float("exclusiveMinimum").map(|low| low + 0.125))
        .unwrap_or(-1e15);
    let high = float("maximum")
        .or(float("exclusiveMaximum").map(|high| high - 0.125))
        .unwrap_or(1e15);
    let value: f64 = *tape.pick(&[0.5, 0.0, -0.25, 1.0, 1e10, 3.0, low, high, -7.0]);
    let value = value.clamp(low, high);
    if value.fract() == 0.0 && value.abs() < 1e15 && tape.one_in(2) {
        return json!(value as i64);
    }
    json!(value)
}

/// Generates arbitrary JSON.
pub fn arbitrary(tape: &mut Tape, depth: u32) -> Value {
    match tape.below(if depth > 3 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(tape.one_in(2)),
        2 => json!(tape.number() % 300),
        3 => json!(-i64::from(tape.number() % 300)),
        4 => json!(*tape.pick(&[0.5, -1.5, 1e20, 2.0])),
        5 => json!(*tape.pick(&TEXTS)),
        6 => (0..tape.below(4))
            .map(|_| arbitrary(tape, depth + 1))
            .collect(),
        _ => (0..tape.below(4))
            .map(|_| {
                (
                    (*tape.pick(&["key", "value", "type", "a", ""])).to_string(),
                    arbitrary(tape, depth + 1),
                )
            })
            .collect(),
    }
}

pub fn size(schema: &Value, key: &str, default: usize) -> usize {
    schema
        .get(key)
        .and_then(Value::as_u64)
        .and_then(|n| usize::try_from(n).ok())
        .unwrap_or(default)
}

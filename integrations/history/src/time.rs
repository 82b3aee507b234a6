//! Converts message times in any common format to RFC 3339 in UTC.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::DateTime;
use serde_json::{Map, Number, Value};

use super::message::kind;

/// The members for times, in order of precedence.
const KEYS: &[&str] = &[
    "timestamp",
    "created_at",
    "createdAt",
    "create_time",
    "createTime",
    "created",
];

/// The members for metadata, which may contain a time.
const ASIDE: &[&str] = &["metadata", "response_metadata", "additional_kwargs"];

pub(super) fn time_of(body: &Map<String, Value>) -> Option<Result<String, String>> {
    let aside = ASIDE.iter().filter_map(|key| body.get(*key)?.as_object());
    let (key, value) = std::iter::once(body).chain(aside).find_map(|object| {
        KEYS.iter()
            .find_map(|key| Some((*key, object.get(*key).filter(|value| !value.is_null())?)))
    })?;
    let read = match value {
        Value::String(text) => of_text(text),
        Value::Number(number) => of_number(number),
        other => Err(format!("found {}", kind(other))),
    };
    Some(read.map_err(|reason| format!("no time can be read at `{key}`: {reason}")))
}

/// Parses RFC 3339, where a missing offset means UTC, or a number as text.
fn of_text(text: &str) -> Result<String, String> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(time.to_string());
    }
    if let Ok(civil) = text.parse::<DateTime>()
        && let Ok(time) = civil.to_zoned(jiff::tz::TimeZone::UTC)
    {
        return Ok(time.timestamp().to_string());
    }
    match serde_json::from_str::<Number>(text) {
        Ok(number) => of_number(&number),
        Err(_) => Err("it is not an RFC 3339 time".to_string()),
    }
}

/// Reads seconds since 1970. Larger integers are milliseconds, then microseconds, then nanoseconds;
/// larger fractions are milliseconds.
fn of_number(number: &Number) -> Result<String, String> {
    const SECONDS: i64 = 100_000_000_000;
    let time = if let Some(whole) = number.as_i64() {
        match whole.unsigned_abs() {
            n if n < SECONDS.unsigned_abs() => Timestamp::from_second(whole),
            n if n < SECONDS.unsigned_abs() * 1_000 => Timestamp::from_millisecond(whole),
            n if n < SECONDS.unsigned_abs() * 1_000_000 => Timestamp::from_microsecond(whole),
            _ => Timestamp::from_nanosecond(whole.into()),
        }
    } else {
        let seconds = number.as_f64().unwrap_or(f64::NAN);
        #[allow(clippy::cast_precision_loss)] // A power of ten.
        let scale = if seconds.abs() < SECONDS as f64 {
            1.0
        } else {
            1e-3
        };
        // Digits beyond microseconds are rounding noise of the float.
        let micros = (seconds * scale * 1e6).round();
        #[allow(clippy::cast_possible_truncation)] // A value out of range is an error below.
        Timestamp::from_microsecond(micros as i64)
    };
    match time {
        Ok(time) if number.as_f64().is_some_and(f64::is_finite) => Ok(time.to_string()),
        _ => Err(format!("{number} is out of range")),
    }
}

pub(super) fn of_system(time: SystemTime) -> Option<String> {
    Timestamp::try_from(time).ok().map(|time| time.to_string())
}

/// Returns the current time. Without a system clock it returns `None`, because `SystemTime::now`
/// panics there.
#[allow(clippy::unnecessary_wraps)] // See above.
pub(super) fn now() -> Option<SystemTime> {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    return Some(SystemTime::now());
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    None
}

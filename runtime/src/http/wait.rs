//! The time to wait before a retry.

use core::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

use http::HeaderMap;
use serde_json::Value;

use super::json::texts;
use crate::provider::Wait;

/// The longest wait. A longer one counts as this.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the wait that a response asks for: that of the first sign, and the longest of all
/// resets.
pub(super) fn wait(waits: &[Wait], headers: &HeaderMap, body: &Value) -> Option<Duration> {
    let header = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let mut longest = None;
    for wait in waits {
        let found = match *wait {
            Wait::Millis(name) => header(name).and_then(number).map(|it| it / 1000.0),
            Wait::Seconds(name) => header(name).and_then(|text| match number(text) {
                Some(seconds) => Some(seconds),
                None => until(date(text)?, headers),
            }),
            Wait::Epoch(name) => header(name)
                .and_then(number)
                .and_then(|time| until(time, headers)),
            Wait::Body(path) => texts(body, &[path]).first().and_then(|it| duration(it)),
            Wait::Reset(remaining, reset) => {
                let used_up = header(remaining) == Some("0");
                let reset = header(reset).filter(|_| used_up);
                let reset = reset.and_then(|text| match duration(text) {
                    Some(seconds) => Some(seconds),
                    None => until(time(text)?, headers),
                });
                longest = longest.max(reset.and_then(bounded));
                None
            }
        };
        if let Some(found) = found.and_then(bounded) {
            return Some(found);
        }
    }
    longest
}

fn bounded(seconds: f64) -> Option<Duration> {
    // A time in the past, or not a number.
    if seconds.is_nan() || seconds <= 0.0 {
        return None;
    }
    let wait = Duration::try_from_secs_f64(seconds).unwrap_or(MAX_WAIT);
    Some(wait.min(MAX_WAIT))
}

/// A decimal number. `f64` reads words such as `inf` as well.
fn number(text: &str) -> Option<f64> {
    let is_decimal = |c: char| c.is_ascii_digit() || c == '.';
    if text.is_empty() || !text.chars().all(is_decimal) {
        return None;
    }
    text.parse().ok()
}

/// The seconds from the response's date, or from now, to a time since 1970.
fn until(time: f64, headers: &HeaderMap) -> Option<f64> {
    let sent = headers.get(http::header::DATE);
    let sent = sent.and_then(|text| date(text.to_str().ok()?));
    let now = sent.or_else(now)?;
    Some(time - now)
}

fn now() -> Option<f64> {
    // There is no clock on this target, and asking for the time panics.
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return None;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(now.as_secs_f64())
}

/// A duration such as `6m0s`, `12ms` or `34.4s`; a bare number has seconds.
fn duration(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let value = number(&rest[..digits])?;
        rest = &rest[digits..];
        let unit = rest.find(|c: char| !c.is_ascii_alphabetic());
        let unit = &rest[..unit.unwrap_or(rest.len())];
        seconds += value
            * match unit {
                "d" => 86_400.0,
                "h" => 3600.0,
                "m" => 60.0,
                "s" | "" => 1.0,
                "ms" => 0.001,
                _ => return None,
            };
        rest = &rest[unit.len()..];
    }
    (!text.is_empty()).then_some(seconds)
}

/// The seconds since 1970 of a date in a header: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date(text: &str) -> Option<f64> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let mut words = text.split_ascii_whitespace().skip(1);
    let day = words.next()?.parse().ok()?;
    let name = words.next()?;
    let (month, _) = (1..).zip(MONTHS).find(|(_, month)| *month == name)?;
    let year = words.next()?.parse().ok()?;
    let clock = clock(words.next()?)?;
    if words.next() != Some("GMT") {
        return None;
    }
    Some(days(year, month, day)? * 86_400.0 + clock)
}

/// The seconds since 1970 of a time as RFC 3339 has it: `2026-01-27T12:00:00Z`, or with an offset.
fn time(text: &str) -> Option<f64> {
    let (day, rest) = text.split_once(['T', 't', ' '])?;
    let mut parts = day.splitn(3, '-').map(|part| part.parse().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let zone = rest.find(['Z', 'z', '+', '-'])?;
    let (clock_text, zone) = rest.split_at(zone);
    let offset = match zone.strip_prefix(['+', '-']) {
        None => 0.0,
        Some(offset) => {
            let (hours, minutes) = offset.split_once(':')?;
            let seconds = number(hours)? * 3600.0 + number(minutes)? * 60.0;
            if zone.starts_with('-') {
                -seconds
            } else {
                seconds
            }
        }
    };
    Some(days(year, month, day)? * 86_400.0 + clock(clock_text)? - offset)
}

/// The seconds of `08:49:37` or `08:49:37.5`.
fn clock(text: &str) -> Option<f64> {
    let mut parts = text.splitn(3, ':').map(number);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    (hours < 24.0 && minutes < 60.0 && seconds < 61.0)
        .then_some(hours * 3600.0 + minutes * 60.0 + seconds)
}

/// The days from 1970 to a day of the Gregorian calendar, with years that begin in March.
fn days(year: i64, month: i64, day: i64) -> Option<f64> {
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    u32::try_from(days).ok().map(f64::from)
}

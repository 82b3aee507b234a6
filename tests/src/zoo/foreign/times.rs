//! Dates and times of chrono, jiff and time.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// Times with an offset, which JSON Schema has a format for, and without.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Chrono {
    utc: chrono::DateTime<chrono::Utc>,
    fixed: chrono::DateTime<chrono::FixedOffset>,
    date: chrono::NaiveDate,
    time: chrono::NaiveTime,
    both: chrono::NaiveDateTime,
    delta: chrono::TimeDelta,
    day: chrono::Weekday,
}

/// Months by name, as the time of year and as what is left out of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Months {
    first: chrono::Month,
    last: Option<chrono::Month>,
    without: Vec<chrono::Month>,
}

/// Days of the week as keys, times in lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Openings {
    hours: Vec<(chrono::NaiveTime, chrono::NaiveTime)>,
    closed: Vec<chrono::Weekday>,
}

/// Civil times, and spans.
#[derive(Clone, Debug, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Jiff {
    date: jiff::civil::Date,
    time: jiff::civil::Time,
    both: jiff::civil::DateTime,
    duration: jiff::SignedDuration,
}

impl PartialEq for Jiff {
    fn eq(&self, other: &Self) -> bool {
        (self.date, self.time, self.both, self.duration)
            == (other.date, other.time, other.both, other.duration)
    }
}

/// A point in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Instant {
    at: jiff::Timestamp,
}

/// In the words of `serde-human-readable`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Time {
    offset_date_time: time::OffsetDateTime,
    primitive: time::PrimitiveDateTime,
    utc: time::UtcDateTime,
    date: time::Date,
    time: time::Time,
    offset: time::UtcOffset,
    duration: time::Duration,
    day: time::Weekday,
    month: time::Month,
}

fn chrono(utc: &str, time: &str, delta: chrono::TimeDelta, day: chrono::Weekday) -> Chrono {
    let fixed: chrono::DateTime<chrono::FixedOffset> = utc.parse().expect("a time");
    let time: chrono::NaiveTime = time.parse().expect("a time");
    Chrono {
        utc: fixed.into(),
        fixed,
        date: fixed.date_naive(),
        time,
        both: fixed.date_naive().and_time(time),
        delta,
        day,
    }
}

fn time(at: time::OffsetDateTime, duration: time::Duration) -> Time {
    Time {
        offset_date_time: at,
        primitive: time::PrimitiveDateTime::new(at.date(), at.time()),
        utc: at.into(),
        date: at.date(),
        time: at.time(),
        offset: at.offset(),
        duration,
        day: at.weekday(),
        month: at.month(),
    }
}

super::super::specimens! {
    Chrono = [
        chrono("2024-02-29T23:59:59.999999999+05:30", "00:00:00", chrono::TimeDelta::new(90_000, 1).expect("a delta"), chrono::Weekday::Mon),
        chrono("0001-01-01T00:00:00Z", "12:34:56.5", chrono::TimeDelta::seconds(-1), chrono::Weekday::Sun),
    ];
    Months = [
        Months { first: chrono::Month::January, last: None, without: vec![chrono::Month::May] },
        Months { first: chrono::Month::March, last: Some(chrono::Month::December), without: vec![] },
    ];
    Openings = [
        Openings {
            hours: vec![(chrono::NaiveTime::MIN, chrono::NaiveTime::from_hms_opt(18, 30, 0).expect("a time"))],
            closed: vec![chrono::Weekday::Sat, chrono::Weekday::Sun],
        },
    ];
    Jiff = [
        Jiff {
            date: jiff::civil::date(2024, 2, 29),
            time: jiff::civil::time(23, 59, 59, 1),
            both: jiff::civil::date(2000, 12, 31).at(7, 0, 0, 0),
            duration: jiff::SignedDuration::new(-3_661, -500_000_000),
        },
        Jiff {
            date: jiff::civil::date(1, 1, 1),
            time: jiff::civil::Time::MIN,
            both: jiff::civil::date(9999, 12, 31).at(23, 59, 59, 999_999_999),
            duration: jiff::SignedDuration::ZERO,
        },
    ];
    Instant = [Instant { at: jiff::Timestamp::UNIX_EPOCH }, Instant { at: jiff::Timestamp::new(1_700_000_000, 120).expect("a time") }];
    Time = [
        time(time::macros::datetime!(2024-02-29 23:59:59.123456789 +05:30:15), time::Duration::new(-5, -1)),
        time(time::OffsetDateTime::UNIX_EPOCH, time::Duration::ZERO),
    ];
}

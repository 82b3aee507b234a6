//! `jiff` 0.2.

use super::calendar::{LOCAL_DATE_TIME, TIME_OF_DAY, clock, date, fraction};
use crate::impls::text::{form, formatted, parses, read_by};
use crate::schema::ToolSchema;
use crate::schema::{Format, SchemaRef, Text};
use jiff02::civil::{Date, DateTime, Time};
use jiff02::{SignedDuration, Span, Timestamp, Zoned};

impl ToolSchema for Timestamp {
    const SCHEMA: SchemaRef =
        SchemaRef::new(&read_by(formatted(Format::DateTime), parses::<Timestamp>));
}

/// A pattern can't check that the time zone exists and that the offset is valid for it at that
/// time.
impl ToolSchema for Zoned {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
        form(
            "a time with the name of its time zone, such as 2025-03-01T09:30:00-05:00[America/New_York]",
            Text::plain(concat!(
                "^",
                date!(),
                "T",
                clock!(),
                fraction!(),
                "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?[[][A-Za-z0-9_+/-]{1,64}[]]$"
            )),
            64,
        ),
        parses::<Zoned>,
    ));
}

impl ToolSchema for Date {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(formatted(Format::Date), parses::<Date>));
}

impl ToolSchema for Time {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(TIME_OF_DAY, parses::<Time>));
}

impl ToolSchema for DateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(LOCAL_DATE_TIME, parses::<DateTime>));
}

/// Years to nanoseconds, within the bounds of each unit.
impl ToolSchema for Span {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(formatted(Format::Duration), parses::<Span>));
}

/// Seconds and parts of one.
macro_rules! seconds {
    () => {
        "[0-9]{1,9}([.][0-9]{1,9})?S"
    };
}

/// Hours and smaller units, because the length of a day varies.
impl ToolSchema for SignedDuration {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
        form(
            "hours, minutes and seconds, such as PT1H30M",
            Text::plain(concat!(
                "^-?PT([0-9]{1,9}H([0-9]{1,9}M)?(",
                seconds!(),
                ")?|[0-9]{1,9}M(",
                seconds!(),
                ")?|",
                seconds!(),
                ")$"
            )),
            9,
        ),
        parses::<SignedDuration>,
    ));
}

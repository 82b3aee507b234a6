//! `chrono` 0.4.

use super::calendar::{LOCAL_DATE_TIME, MONTHS, TIME_OF_DAY, names};
use crate::impls::text::{formatted, parses, read_by};
use crate::schema::ToolSchema;
use crate::schema::{Format, Integer, IntegerText, Kind, Link, Num, Schema, SchemaRef};
use chrono04::{
    DateTime, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Weekday,
};

impl<Tz: TimeZone> ToolSchema for DateTime<Tz> {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(
        formatted(Format::DateTime),
        parses::<DateTime<chrono04::FixedOffset>>,
    ));
}

impl ToolSchema for NaiveDate {
    const SCHEMA: SchemaRef =
        SchemaRef::new(&read_by(formatted(Format::Date), parses::<NaiveDate>));
}

impl ToolSchema for NaiveTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(TIME_OF_DAY, parses::<NaiveTime>));
}

impl ToolSchema for NaiveDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&read_by(LOCAL_DATE_TIME, parses::<NaiveDateTime>));
}

impl ToolSchema for Weekday {
    const SCHEMA: SchemaRef = SchemaRef::new(&names!("Mon" "Tue" "Wed" "Thu" "Fri" "Sat" "Sun"));
}

impl ToolSchema for Month {
    const SCHEMA: SchemaRef = SchemaRef::new(&MONTHS);
}

/// Seconds that allow every fraction: one less than the type's range at both ends.
const SECONDS: Link<'static> = Link::Static(SchemaRef::new(&Schema {
    docs: "seconds",
    ..Schema::of(Kind::Integer(Integer {
        min: Num::int(true, 9_223_372_036_854_774, "-9223372036854774"),
        max: Num::int(false, 9_223_372_036_854_774, "9223372036854774"),
        small: true,
        not_zero: false,
        text: IntegerText {
            all: ",\"minimum\":-9223372036854774,\"maximum\":9223372036854774",
            some: ",\"minimum\":-9223372036854774,\"maximum\":9223372036854774",
            words: "minimum -9223372036854774, maximum 9223372036854774",
        },
    }))
}));

/// `[seconds, nanoseconds]`.
impl ToolSchema for TimeDelta {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Tuple(&[
        SECONDS,
        crate::impls::time::NANOS,
    ])));
}

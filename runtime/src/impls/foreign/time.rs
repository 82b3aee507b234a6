//! `time` 0.3, in the words that its feature `serde-human-readable` writes.

use super::calendar::{MONTHS, clock, date, names};
use crate::impls::text::{formatted, matching};
use crate::schema::{Format, Schema, SchemaRef, Text};
use crate::tool::ToolSchema;
use time03::{
    Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset, Weekday,
};

/// An offset from UTC, to the second.
macro_rules! offset {
    () => {
        "[+-]([01][0-9]|2[0-5]):[0-5][0-9]:[0-5][0-9]"
    };
}

impl ToolSchema for Date {
    const SCHEMA: SchemaRef = SchemaRef::new(&formatted(Format::Date));
}

impl ToolSchema for Time {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema {
        docs: "such as 09:30:00.0",
        ..matching(Text::plain(concat!("^", clock!(), "[.][0-9]{1,9}$")), 9)
    });
}

/// A day and a time of day.
const fn date_time(docs: &'static str) -> Schema<'static> {
    Schema {
        docs,
        ..matching(
            Text::plain(concat!("^", date!(), " ", clock!(), "[.][0-9]{1,9}$")),
            9,
        )
    }
}

impl ToolSchema for PrimitiveDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&date_time("such as 2025-03-01 09:30:00.0"));
}

impl ToolSchema for UtcDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&date_time("in UTC, such as 2025-03-01 09:30:00.0"));
}

impl ToolSchema for OffsetDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema {
        docs: "with the offset from UTC, such as 2025-03-01 09:30:00.0 +01:00:00",
        ..matching(
            Text::plain(concat!(
                "^",
                date!(),
                " ",
                clock!(),
                "[.][0-9]{1,9} ",
                offset!(),
                "$"
            )),
            9,
        )
    });
}

impl ToolSchema for UtcOffset {
    const SCHEMA: SchemaRef =
        SchemaRef::new(&matching(Text::plain(concat!("^", offset!(), "$")), 0));
}

impl ToolSchema for Duration {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema {
        docs: "seconds with a decimal point, such as 90.0",
        ..matching(Text::plain("^-?[0-9]{1,18}[.][0-9]{1,9}$"), 18)
    });
}

impl ToolSchema for Weekday {
    const SCHEMA: SchemaRef = SchemaRef::new(
        &names!("Monday" "Tuesday" "Wednesday" "Thursday" "Friday" "Saturday" "Sunday"),
    );
}

impl ToolSchema for Month {
    const SCHEMA: SchemaRef = SchemaRef::new(&MONTHS);
}

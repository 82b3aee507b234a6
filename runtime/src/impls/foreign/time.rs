//! `time` 0.3, in the form that its feature `serde-human-readable` writes.

use super::calendar::{MONTHS, clock, date, names};
use crate::impls::text::{form, formatted};
use crate::schema::ToolSchema;
use crate::schema::{Format, Schema, SchemaRef, Text};
use time03::{
    Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset, Weekday,
};

/// An offset from UTC, to the second.
macro_rules! offset {
    () => {
        "[+-]([01][0-9]|2[0-5]):[0-5][0-9]:[0-5][0-9]"
    };
}

/// Adds whether the type reads a text. Only its `Deserialize` parses this form.
#[cfg(feature = "call")]
const fn read<T: serde::de::DeserializeOwned>(schema: Schema<'static>) -> Schema<'static> {
    fn reads<T: serde::de::DeserializeOwned>(text: &str) -> bool {
        T::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text))
            .is_ok()
    }
    crate::impls::text::read_by(schema, reads::<T>)
}

/// Without calls, nothing is read.
#[cfg(not(feature = "call"))]
#[allow(clippy::extra_unused_type_parameters)] // Called like the other one.
const fn read<T>(schema: Schema<'static>) -> Schema<'static> {
    schema
}

impl ToolSchema for Date {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<Date>(formatted(Format::Date)));
}

impl ToolSchema for Time {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<Time>(form(
        "a time of day, such as 09:30:00.0",
        Text::plain(concat!("^", clock!(), "[.][0-9]{1,9}$")),
        9,
    )));
}

/// A date and a time of day.
const fn date_time(docs: &'static str) -> Schema<'static> {
    form(
        docs,
        Text::plain(concat!("^", date!(), " ", clock!(), "[.][0-9]{1,9}$")),
        9,
    )
}

impl ToolSchema for PrimitiveDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<PrimitiveDateTime>(date_time(
        "a date and time without an offset, such as 2025-03-01 09:30:00.0",
    )));
}

impl ToolSchema for UtcDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<UtcDateTime>(date_time(
        "a date and time in UTC, such as 2025-03-01 09:30:00.0",
    )));
}

impl ToolSchema for OffsetDateTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<OffsetDateTime>(form(
        "a date and time with the offset from UTC, such as 2025-03-01 09:30:00.0 +01:00:00",
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
    )));
}

impl ToolSchema for UtcOffset {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<UtcOffset>(form(
        "an offset from UTC, such as +01:00:00",
        Text::plain(concat!("^", offset!(), "$")),
        0,
    )));
}

impl ToolSchema for Duration {
    const SCHEMA: SchemaRef = SchemaRef::new(&read::<Duration>(form(
        "seconds with a decimal point, such as 90.0",
        Text::plain("^-?[0-9]{1,18}[.][0-9]{1,9}$"),
        18,
    )));
}

impl ToolSchema for Weekday {
    const SCHEMA: SchemaRef = SchemaRef::new(
        &names!("Monday" "Tuesday" "Wednesday" "Thursday" "Friday" "Saturday" "Sunday"),
    );
}

impl ToolSchema for Month {
    const SCHEMA: SchemaRef = SchemaRef::new(&MONTHS);
}

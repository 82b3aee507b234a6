//! Patterns of dates and times that JSON Schema has no format for.

#[cfg(any(feature = "chrono04", feature = "jiff02"))]
use crate::impls::text::form;
use crate::schema::Schema;
#[cfg(any(feature = "chrono04", feature = "jiff02"))]
use crate::schema::Text;

/// The form of a date. The type's parser checks the days of the month, because a pattern for leap
/// years has 140 characters.
macro_rules! date {
    () => {
        "[0-9]{4}-[0-9]{2}-[0-9]{2}"
    };
}
#[cfg(any(feature = "jiff02", feature = "time03"))]
pub(super) use date;

/// The form of a time of day, without leap seconds.
macro_rules! clock {
    () => {
        "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    };
}
#[cfg(any(feature = "jiff02", feature = "time03"))]
pub(super) use clock;

/// Digits of a second, or none.
#[cfg(any(feature = "chrono04", feature = "jiff02"))]
macro_rules! fraction {
    () => {
        "([.][0-9]{1,9})?"
    };
}
#[cfg(feature = "jiff02")]
pub(super) use fraction;

/// A time of day.
#[cfg(any(feature = "chrono04", feature = "jiff02"))]
pub(super) const TIME_OF_DAY: Schema<'static> = form(
    "a time of day, such as 09:30:00",
    Text::plain(concat!("^", clock!(), fraction!(), "$")),
    9,
);

/// A date and a time of day.
#[cfg(any(feature = "chrono04", feature = "jiff02"))]
pub(super) const LOCAL_DATE_TIME: Schema<'static> = form(
    "a date and time without an offset, such as 2025-03-01T09:30:00",
    Text::plain(concat!("^", date!(), "T", clock!(), fraction!(), "$")),
    9,
);

/// One of several names.
#[cfg(any(feature = "chrono04", feature = "time03"))]
macro_rules! names {
    ($($value:literal)*) => {
        crate::schema::Schema::of(crate::schema::Kind::Enum(crate::schema::Enum {
            values: &[$(crate::schema::EnumValue {
                ident: $value,
                value: crate::schema::Literal::String(crate::schema::Text::plain($value)),
                docs: "",
                more: None,
                flags: 0,
            }),*],
        }))
    };
}
#[cfg(any(feature = "chrono04", feature = "time03"))]
pub(super) use names;

/// The months by their English names.
#[cfg(any(feature = "chrono04", feature = "time03"))]
pub(super) const MONTHS: Schema<'static> = names!(
    "January" "February" "March" "April" "May" "June" "July" "August" "September" "October" "November" "December"
);

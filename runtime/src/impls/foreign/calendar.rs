//! What the calendars share: patterns of dates and times, where no format of JSON Schema says it.

/// A day that there is, from the year 0 to 9999.
macro_rules! date {
    () => {
        concat!(
            "([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))",
            "|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"
        )
    };
}
pub(super) use date;

/// A time of day, without leap seconds.
macro_rules! clock {
    () => {
        "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    };
}
pub(super) use clock;

/// Digits of a second, or none.
#[cfg(any(feature = "chrono04", feature = "jiff02"))]
macro_rules! fraction {
    () => {
        "([.][0-9]{1,9})?"
    };
}
#[cfg(any(feature = "chrono04", feature = "jiff02"))]
pub(super) use fraction;

/// One of some names.
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
pub(super) const MONTHS: crate::schema::Schema<'static> = names!(
    "January" "February" "March" "April" "May" "June" "July" "August" "September" "October" "November" "December"
);

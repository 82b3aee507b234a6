//! `Duration` and `SystemTime`, as the two numbers that serde reads.

use super::{closed, field};
use crate::schema::ToolSchema;
use crate::schema::{Integer, IntegerText, Kind, Link, Num, Schema, SchemaRef};
use core::time::Duration;

/// Serde accepts any `u32` here and carries whole seconds over, which fails if the seconds
/// overflow. Values below a whole second can't fail, and serde writes only these.
pub(super) const NANOS: Link<'static> =
    Link::Static(SchemaRef::new(&Schema::of(Kind::Integer(Integer {
        min: Num::int(false, 0, "0"),
        max: Num::int(false, 999_999_999, "999999999"),
        small: true,
        not_zero: false,
        text: IntegerText {
            all: ",\"minimum\":0,\"maximum\":999999999",
            some: ",\"minimum\":0,\"maximum\":999999999",
            words: "minimum 0, maximum 999999999",
        },
    }))));

impl ToolSchema for Duration {
    const SCHEMA: SchemaRef = SchemaRef::new(&closed(&[
        field!("secs": Link::Static(u64::SCHEMA)),
        field!("nanos": NANOS),
    ]));
}

#[cfg(feature = "std")]
impl ToolSchema for std::time::SystemTime {
    const SCHEMA: SchemaRef = SchemaRef::new(&closed(&[
        field!("secs_since_epoch": SECS_SINCE_EPOCH),
        field!("nanos_since_epoch": NANOS),
    ]));
}

/// The maximum of a `SystemTime`: a signed 64-bit count of seconds; on Windows a count of tenths of
/// microseconds since 1601.
#[cfg(feature = "std")]
const LAST_SECOND: Num<'static> = if cfg!(windows) {
    Num::int(false, 910_692_730_084, "910692730084")
} else {
    Num::int(false, 9_223_372_036_854_775_807, "9223372036854775807")
};

#[cfg(feature = "std")]
const LAST_SECOND_BOUNDS: &str = if cfg!(windows) {
    ",\"minimum\":0,\"maximum\":910692730084"
} else {
    ",\"minimum\":0,\"maximum\":9223372036854775807"
};

#[cfg(feature = "std")]
const SECS_SINCE_EPOCH: Link<'static> =
    Link::Static(SchemaRef::new(&Schema::of(Kind::Integer(Integer {
        min: Num::int(false, 0, "0"),
        max: LAST_SECOND,
        small: false,
        not_zero: false,
        text: IntegerText {
            all: LAST_SECOND_BOUNDS,
            some: ",\"minimum\":0",
            words: "minimum 0",
        },
    }))));

//! `ToolSchema` for types of other crates, each behind a feature with the crate's name and version.
//! Each schema describes the JSON that the type's serde implementation reads.

#[cfg(any(feature = "chrono04", feature = "jiff02", feature = "time03"))]
mod calendar;
#[cfg(feature = "chrono04")]
mod chrono;
mod collection;
#[cfg(feature = "jiff02")]
mod jiff;
mod number;
#[cfg(feature = "secrecy010")]
mod secrecy;
#[cfg(feature = "serde_with3")]
mod serde_with;
mod text;
#[cfg(feature = "time03")]
mod time;

//! The macros in places that are hard on macros. That it compiles is most of the test.

#![allow(clippy::needless_pass_by_value)] // A tool owns what the model sent.

mod from_macros;
mod lints;
mod no_prelude;
mod places;
mod shadowed;

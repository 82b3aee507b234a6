//! The macros in contexts that are hard for macros. Most of each test is that it compiles.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

mod from_macros;
mod lints;
mod no_prelude;
mod places;
mod shadowed;

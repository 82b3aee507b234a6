//! The analysis of the regular expressions in attributes.

mod class;
mod group;
mod property;
mod scan;
mod script;

pub(crate) use scan::{PatternFacts, scan};

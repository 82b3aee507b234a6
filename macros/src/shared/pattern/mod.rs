//! The analysis of the regular expressions in attributes.

mod class;
mod group;
mod property;
mod scan;

pub(crate) use scan::{PatternFacts, scan};

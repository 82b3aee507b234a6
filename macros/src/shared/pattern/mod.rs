//! The analysis of the regular expressions in attributes.

mod class;
mod scan;

pub(crate) use scan::{PatternFacts, scan};

//! The analysis of regular expressions that `toolcast` and `toolcast-macros` share: the macros scan
//! the patterns of the source, the runtime those of imported schemas.
//!
//! The crate has no API for programs. It is released in lockstep with those two.

#![forbid(unsafe_code)]

mod class;
mod group;
mod property;
mod scan;
mod script;
#[cfg(test)]
mod tests;

pub use scan::{PatternFacts, scan};

/// The names in `\p{..}` that every engine is expected to have.
pub fn properties() -> impl Iterator<Item = String> {
    let scripts = script::SCRIPTS.iter();
    property::CATEGORIES
        .iter()
        .chain(property::BINARY)
        .map(|name| (*name).into())
        .chain(scripts.map(|name| format!("Script={name}")))
}

//! Empty texts in conversations that a provider rejects, and their replacements.
//!
//! Histories, conversions and results apply the rules; the linter reports what they would change.

// The linter asks what nothing else needs.
#![cfg_attr(not(feature = "lint"), allow(dead_code))]

mod clean;
mod rules;

pub(crate) use clean::{Cleanup, mend};
#[cfg(feature = "lint")]
pub(crate) use clean::{EmptyText, rejected};
pub(crate) use rules::{is_rejected, is_rejected_message};

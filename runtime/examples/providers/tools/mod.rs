//! The tools of an imaginary assistant, one file each.

// Nothing calls these tools: the example shows their schemas.
#![allow(dead_code)]
// Tools take the values that a model sends: owned, and as many as they need.
#![allow(clippy::needless_pass_by_value, clippy::too_many_arguments)]

pub(crate) mod calendar;
pub(crate) mod issues;
pub(crate) mod maintenance;
pub(crate) mod table;

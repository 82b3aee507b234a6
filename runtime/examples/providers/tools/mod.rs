//! The tools of an imaginary assistant, a file each.

// Nothing calls these tools: the example shows their schemas.
#![allow(dead_code)]
// A tool takes what a model sends: owned values, and as many as it needs.
#![allow(clippy::needless_pass_by_value, clippy::too_many_arguments)]

pub(crate) mod calendar;
pub(crate) mod issues;
pub(crate) mod maintenance;
pub(crate) mod table;

//! Functions for the integrations of this repository, which are released in lockstep with this
//! crate. Not covered by semantic versioning.

pub use crate::call::error::ShownName;
pub use crate::task::{catch_panic, run_blocking, sleep};
pub use crate::text::hide;

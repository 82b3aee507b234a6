//! Runs caller-supplied code: panics become errors, blocking work gets a thread, and futures are
//! joined in order. Independent of tools.

mod catch_panic;
mod executor;
mod join;
mod maybe_send;
mod oneshot;

pub(crate) use catch_panic::{CatchDrop, CatchUnwind, catch_panic, drop_catching};
pub use executor::{Executor, Sleep};
pub(crate) use executor::{Threads, sleep};
pub(crate) use join::Join;
pub use maybe_send::MaybeSend;
pub(crate) use oneshot::oneshot;

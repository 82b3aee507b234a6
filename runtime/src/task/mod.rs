//! Runs caller-supplied code: panics become errors, blocking work gets a thread, and futures are
//! joined in order. Independent of tools.

mod blocking;
mod catch_panic;
mod clock;
mod executor;
mod join;
mod lock;
mod maybe_send;
mod oneshot;

pub use blocking::run_blocking;
pub use catch_panic::catch_panic;
pub(crate) use catch_panic::{CatchDrop, CatchUnwind, drop_catching};
pub(crate) use clock::now;
pub use executor::Executor;
pub(crate) use executor::timer;
pub(crate) use join::Join;
pub use lock::lock;
pub(crate) use maybe_send::BoxFuture;
pub use maybe_send::MaybeSend;

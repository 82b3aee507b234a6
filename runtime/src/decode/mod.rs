//! From the arguments that a model sent to a function's parameters.

mod errors;
mod take;

pub use errors::{ArgumentErrors, Fault, Forgiven};
pub use take::{Arguments, Take};

//! What goes over the wire, provider by provider: `shapes` writes responses and streams as the providers do.

mod convert;
mod empty;
mod fuzzed;
mod hostile;
mod interactions;
mod odd;
mod parse;
mod requests;
mod results;
mod sdk;
pub(crate) mod shapes;
mod streams;
mod unanswered;

//! The last step before a request leaves: what `guard` says of requests, and what it makes of them.
//!
//! - `requests`: each rule about envelopes, names, choices and numbers, one by one;
//! - `recorded`: what live APIs took and refused (`TOOLCAST_CORPUS`, or beside the workspace; skipped where it is absent);
//! - `ours`: all that the renderer writes has no finding;
//! - `mutated`: and has one as soon as it is spoilt;
//! - `hostile`: requests made to do harm.

mod hostile;
mod mutated;
mod ours;
mod recorded;
mod requests;
mod support;

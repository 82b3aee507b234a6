//! The last step before a request leaves: what `guard` says of requests, and what it makes of them.
//!
//! - `requests`: each rule about envelopes, names, choices and numbers, one by one;
//! - `further`: those for some models, and for what stands beside the parameters;
//! - `answers`: the judges against what live APIs took and refused;
//! - `recorded`: what live APIs took and refused;
//! - `recorded_rules`: single answers that the recordings do not have;
//! - `corpus`: all schemas of the corpus, rendered and as they are;
//! - `ours`: all that the renderer writes has no finding;
//! - `mutated`: and has one as soon as it is spoilt;
//! - `normalized`: requests that are mended, and what comes back;
//! - `silent`: what is taken and never shown;
//! - `fuzzed`: requests changed at random;
//! - `hostile`: requests made to do harm.

mod answers;
mod beside_judges;
mod corpus;
mod further;
mod fuzzed;
mod hostile;
mod mutated;
mod normalized;
mod ours;
mod recorded;
mod recorded_rules;
mod requests;
mod silent;
mod support;

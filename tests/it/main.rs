//! The integration tests of toolcast, one binary.
//!
//! - `laws`: what the schema accepts decodes, what serde writes is accepted, and what a dialect rewrites comes back (`support` makes the values);
//! - `lenient`: what serde reads beyond the schema, listed;
//! - `judges`, `judged`, `recorded`: each provider's rules as checkers over JSON that know nothing of toolcast, run over all of our texts and over what
//!   live APIs took and refused;
//! - `meta`: the canonical texts against the meta-schema;
//! - `golden`: the texts of real tools, byte by byte (`UPDATE=1` writes them anew);
//! - `decode`: from what a model sent to values; `fuzz`: the corpus of the fuzz targets, replayed;
//! - `calling`: calls through generated code;
//! - `facts`: what holds for every text and tool;
//! - `sets`: sets of tools, their calls and requests;
//! - `wire`: choices, calls, streams, results and whole conversations in each provider's shape;
//! - `hygiene`: the macros in places that are hard on macros, and `fixtures`: crates of their own.

mod calling;
mod decode;
mod facts;
mod fixtures;
mod fuzz;
mod golden;
mod hostile;
mod hygiene;
mod judged;
mod judges;
mod laws;
mod lenient;
mod meta;
mod recorded;
mod sets;
mod standard;
mod support;
mod wire;

//! Schemas that the macros write, and the values that fit them.
//!
//! - `laws`: values that the schema accepts decode, values that serde writes are accepted, and each
//!   dialect's rewrites can be undone;
//! - `judged`: every text against its provider's rules; `meta`: every JSON Schema text against the
//!   meta-schema;
//! - `golden`: the texts of real tools, byte for byte; `snapshots`: those of every type of the zoo
//!   (`UPDATE=1` rewrites both);
//! - `zoo`: the zoo's contents, and calls of its tools; `standard`: types of the standard library;
//! - `reports`: each entry of a report against the texts;
//! - `tree`: the public schema tree;
//! - `facts`: properties of every text and tool; `hostile`: values built to do harm;
//! - `fixtures`: separate crates that use toolcast.

mod facts;
mod fixtures;
mod golden;
mod hostile;
mod judged;
mod laws;
mod meta;
mod reports;
mod snapshots;
mod standard;
mod tree;
mod zoo;

//! Schemas that the macros write, and the values that fit them.
//!
//! - `laws`: what the schema accepts decodes, what serde writes is accepted, and what a dialect rewrites comes back;
//! - `judged`: every text before its provider's rules; `meta`: the canonical texts against the meta-schema;
//! - `golden`: the texts of real tools, byte by byte; `snapshots`: the same of every type of the zoo (`UPDATE=1` writes both anew);
//! - `zoo`: what the zoo has, and whether its tools work; `standard`: types of the standard library;
//! - `reports`: each entry of a report against the texts;
//! - `facts`: what holds for every text and tool; `hostile`: values made to do harm;
//! - `fixtures`: crates of their own.

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
mod zoo;

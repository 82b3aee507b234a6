//! Schemas that the macros write, and the values that fit them.
//!
//! - `laws`: what the schema accepts decodes, what serde writes is accepted, and what a dialect rewrites comes back;
//! - `judged`: every text before its provider's rules; `meta`: the canonical texts against the meta-schema;
//! - `golden`: the texts of real tools, byte by byte; `snapshots`: the same of every type of the zoo (`UPDATE=1` writes both anew);
//! - `zoo`: what the zoo has, and whether its tools work; `standard`: types of the standard library;
//! - `reports`: each entry of a report against the texts;
//! - `enum_constraints`: constraints inside the variants of enums;
//! - `edge_cases`: types that the zoo has nothing like;
//! - `facts`: what holds for every text and tool; `hostile`: values made to do harm;
//! - `hygiene`: the macros in places that are hard on macros; `fixtures`: crates of their own.

mod edge_cases;
mod enum_constraints;
mod facts;
mod fixtures;
mod golden;
mod hostile;
mod hygiene;
mod judged;
mod laws;
mod meta;
mod reports;
mod snapshots;
mod standard;
mod zoo;

//! Types and tools in unusual places and combinations.
//!
//! - `edge_cases`: types unlike any in the zoo;
//! - `enum_constraints`: constraints inside enum variants;
//! - `hygiene`: the macros in contexts that are hard for macros.

#![allow(clippy::too_many_lines)] // Tests are lists of cases.

mod edge_cases;
mod enum_constraints;
mod hygiene;

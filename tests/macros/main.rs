//! Types and tools in unusual places and combinations.
//!
//! - `edge_cases`: types unlike any in the zoo;
//! - `enum_constraints`: constraints inside enum variants;
//! - `hygiene`: the macros in contexts that are hard for macros.

mod edge_cases;
mod enum_constraints;
mod hygiene;

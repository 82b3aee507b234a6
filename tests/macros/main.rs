//! Types and tools in unusual places and combinations.
//!
//! - `edge_cases`: types that the zoo has nothing like;
//! - `enum_constraints`: constraints inside the variants of enums;
//! - `hygiene`: the macros in places that are hard on macros.

mod edge_cases;
mod enum_constraints;
mod hygiene;

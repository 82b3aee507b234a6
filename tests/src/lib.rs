//! Support shared by toolcast's tests: a zoo of types, realistic tools, and the bodies of the fuzz
//! targets.

pub mod fuzz;
pub mod tools;
pub mod zoo;

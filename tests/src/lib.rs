//! What the tests of toolcast share: a zoo of types and some tools that a real program would have.

pub mod fuzz;
pub mod tools;
pub mod zoo;

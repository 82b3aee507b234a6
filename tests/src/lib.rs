//! What the tests of toolcast share: a zoo of types, some tools that a real program would have, and what fuzz targets do.

pub mod fuzz;
pub mod tools;
pub mod zoo;

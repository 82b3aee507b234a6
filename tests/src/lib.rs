//! Support shared by toolcast's tests: a zoo of types, realistic tools, and the bodies of the fuzz
//! targets.

// `cargo test --lib` makes a program of it, which has no tests: it is empty.
#[cfg(not(test))]
pub mod fuzz;
#[cfg(not(test))]
pub mod tools;
#[cfg(not(test))]
pub mod zoo;

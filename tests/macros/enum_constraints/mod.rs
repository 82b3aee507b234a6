//! Constraints inside enum variants: checked for every tagging and at any depth, with the value's
//! path.
//!
//! - `types`: enums with constraints in their variants, each with its own check in plain Rust as
//!   the judge;
//! - `law`: the decoder accepts exactly the values that serde reads and the check accepts, for
//!   every dialect, on random values;
//! - `faults`: the exact error texts for the model;
//! - `tools`: the same through tools and sets;
//! - `own_parsers`: formats that a type's own parser requires;
//! - `lenient`: valid values stay unchanged, whatever leniency accepts;
//! - `lists`: variants as lists, next to lists;
//! - `large`: dozens of variants, thousands of items;
//! - `wider_deserializers`: deserializers that accept more than the schema;
//! - `objects`: arguments that are not an object.

mod faults;
mod large;
mod law;
mod lenient;
mod lists;
mod objects;
mod own_parsers;
mod tools;
mod types;
mod wider_deserializers;

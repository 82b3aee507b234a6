//! Constraints inside the variants of enums: checked in every tagging, wherever the enum stands, with the path of the value.
//!
//! - `types`: enums whose variants have constraints, each with a check of its own in plain Rust: the judge;
//! - `law`: the decoder takes what serde reads and the check keeps, nothing else, for every dialect, on random values;
//! - `told`: what the model is told, word by word;
//! - `called`: the same through tools and sets;
//! - `parsed`: formats that a type's own parser asks for;
//! - `lenient`: what is right as it stands stays what it is, whatever else is forgiven;
//! - `lists`: a list for a variant, beside lists;
//! - `many`: hundreds of variants, thousands of items;
//! - `wider`: readers that take more than their schema says;
//! - `objects`: arguments that are not an object.

mod called;
mod law;
mod lenient;
mod lists;
mod many;
mod objects;
mod parsed;
mod told;
mod types;
mod wider;

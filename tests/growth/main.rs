//! Counted, not timed, work: allocations and instructions for one, two and four times as much
//! input. Quadratic growth fails a test.
//!
//! - `tools`: hundreds of third-party tools: imported, put into a set, sent to providers;
//! - `series`: foreign schemas of growing size, imported and checked against;
//! - `streams`: streams of growing length, and the memory that they keep;
//! - `variants`: enums of ten, a hundred and two hundred variants, decoded;
//! - `compiling`: rustc at a crate of one tool and of twenty, beside the counts in `expected`;
//! - `instructions`: a task in a process of its own, counted by valgrind;
//! - `growth`: decides if figures grow in proportion to their input.

mod compiling;
mod growth;
mod instructions;
mod series;
mod streams;
mod tools;
mod variants;

//! Work, counted and not timed: how often memory is asked for, and how many instructions it takes, for one, two and four times as much of something. What
//! grows with the square of it fails.
//!
//! - `tools`: hundreds of tools that others wrote: read, put into a set, shown to providers;
//! - `series`: foreign schemas of growing size, read and checked against;
//! - `variants`: enums of ten, a hundred and five hundred variants, read;
//! - `instructions`: a task in a process of its own, counted by valgrind;
//! - `growth`: whether figures grow as what they are of.

mod growth;
mod instructions;
mod series;
mod tools;
mod variants;

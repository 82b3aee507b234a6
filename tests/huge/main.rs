//! Types of a thousand fields, a thousand variants and sixty levels: what each provider gets, and the laws over them with serde as the judge.
//!
//! - `types`: the types; `tools`: tools that take some of them, whose texts are made at compile time, and with the feature `huge` all of them;
//! - `told`: the texts, at both ends and in between;
//! - `laws`: what serde writes and reads, what each dialect's text accepts, and the way there and back;
//! - `called`: calls of the tools.
//!
//! A binary of its own, since it takes long to compile: most of that is serde's part.

// Sixty levels are walked by const functions that call one another, and rustc counts their frames against this limit, which is 128 without a word.
#![recursion_limit = "512"]
// A thousand fields or variants for seventeen providers are more steps than rustc takes for sane; it asks whether that is meant. The cost is linear.
#![allow(long_running_const_eval)]
#![allow(clippy::large_stack_arrays)] // Values of a thousand fields.

mod called;
mod laws;
mod told;
mod tools;
mod types;
mod words;

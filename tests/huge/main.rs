//! Types of a thousand fields, a thousand variants and sixty levels: each provider's texts, and the
//! laws over them with serde as the judge.
//!
//! - `types`: the types; `tools`: tools that take some of them, with texts rendered at compile
//!   time, or all of them with the feature `huge`;
//! - `texts`: the texts, at both ends and in between;
//! - `laws`: what serde writes and reads, what each dialect's text accepts, and the round trip;
//! - `calls`: calls of the tools.
//!
//! A binary of its own, since it takes long to compile. Most of that time is spent on serde's code.

// Const functions recurse through sixty levels, and rustc counts their frames against this limit.
// The default is 128.
#![recursion_limit = "512"]
// A thousand fields or variants for seventeen providers take so many steps that rustc warns of a
// long evaluation. The cost is linear.
#![allow(long_running_const_eval)]
#![allow(clippy::large_stack_arrays)] // Values with a thousand fields.

mod calls;
mod laws;
mod texts;
mod tools;
mod types;
mod words;

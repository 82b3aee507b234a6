//! What no other test noticed, when mistakes were put into the renderer, `lift` and `lower` (`tests/mutants`).
//!
//! - `values`: values of types that the zoo has nothing like, there and back in each dialect, with serde and `jsonschema` as judges;
//! - `again`: all texts of a tool, each with what it copies from the others;
//! - `apart`: alternatives, told apart as serde tells them apart;
//! - `wrong`: what is said of constraints, defaults and examples that are wrong, in trees that a program made (the compiler refuses those of a derive);
//! - `names`: which names of tools are told of, by each provider's rule;
//! - `harmful`: what a provider refuses is found wherever it stands;
//! - `strictly`: what is read as strict mode asks for it;
//! - `structured`: what a program makes for structured output is what the compiler made;
//! - `lifted`: what `lift` makes of single values, and what it leaves as it is;
//! - `nothing`: `null`, and objects without properties;
//! - `recursive`: types inside themselves;
//! - `either`: what either text of a provider shows;
//! - `compiled`: texts of tools, and the same made again;
//! - `built`: which providers a build asks for;
//! - `limits`: what is one too many;
//! - `patterns`: which patterns stand where;
//! - `bounds`: what no attribute of ours says;
//! - `twice`: names that come twice.

mod again;
mod apart;
mod bounds;
mod built;
mod compiled;
mod either;
mod harmful;
mod lifted;
mod limits;
mod names;
mod nothing;
mod patterns;
mod recursive;
mod strictly;
mod structured;
mod twice;
mod values;
mod wrong;

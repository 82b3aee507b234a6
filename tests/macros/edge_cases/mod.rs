//! Cases for mutants of the renderer, `from_model` and `to_model` that no other test caught
//! (`tests/mutants`).
//!
//! - `values`: values of types unlike any in the zoo, converted there and back in each dialect,
//!   with serde and `jsonschema` as judges;
//! - `again`: all texts of a tool, each with the fragments that it copies from the others;
//! - `apart`: alternatives, chosen as serde chooses them;
//! - `wrong`: reports of invalid constraints, defaults and examples, in trees built by hand (the
//!   compiler rejects those of a derive);
//! - `names`: tool names that are reported, by each provider's rule;
//! - `harmful`: constructs that a provider rejects, found at any depth;
//! - `strictly`: arguments decoded as strict mode requires;
//! - `structured`: texts for structured output, made at run time and by the compiler;
//! - `lifted`: `from_model` on single values, converted or left unchanged;
//! - `nothing`: `null`, and objects without properties;
//! - `recursive`: recursive types;
//! - `either`: values in the form of either text of a provider;
//! - `compiled`: the compiler's texts of tools, and the same rendered again;
//! - `built`: the providers that a build asks for;
//! - `limits`: the first size beyond each limit;
//! - `patterns`: patterns as keywords or in the description;
//! - `bounds`: bounds and defaults that our attributes can't express;
//! - `twice`: duplicate names in one object;
//! - `contracts`: the schema of what serde writes, and the property that wraps a root.

mod again;
mod apart;
mod bounds;
mod built;
mod compiled;
mod contracts;
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

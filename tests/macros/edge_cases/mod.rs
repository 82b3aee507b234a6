//! Cases for mutants of the renderer, `from_model` and `to_model` that no other test caught
//! (`tests/mutants`).
//!
//! - `values`: values of types unlike any in the zoo, converted there and back in each dialect,
//!   with serde and `jsonschema` as judges;
//! - `fragments`: all texts of a tool, each with the fragments that it copies from the others;
//! - `alternatives`: alternatives, chosen as serde chooses them;
//! - `invalid_attributes`: reports of invalid constraints, defaults and examples, in trees built by
//!   hand (the compiler rejects those of a derive);
//! - `names`: tool names that are reported, by each provider's rule;
//! - `rejected_constructs`: constructs that a provider rejects, found at any depth;
//! - `sketches`: words for a value that is a string of JSON;
//! - `strict_limits`: the limits of strict mode, each with its reason;
//! - `strict_mode`: arguments decoded as strict mode requires;
//! - `structured`: texts for structured output, made at run time and by the compiler;
//! - `from_model`: `from_model` on single values, converted or left unchanged;
//! - `merged_rules`: constraints of a field and of a newtype inside it;
//! - `names_of_maps`: the names that an object with a flattened map accepts;
//! - `null_and_empty`: `null`, and objects without properties;
//! - `recursive`: recursive types;
//! - `both_forms`: values in the form of either text of a provider;
//! - `compiled`: the compiler's texts of tools, and the same rendered again;
//! - `build_providers`: the providers that a build asks for;
//! - `limits`: the first size beyond each limit;
//! - `patterns`: patterns as keywords or in the description;
//! - `bounds`: bounds and defaults that our attributes can't express;
//! - `definitions`: types in `$defs`, and the references to them;
//! - `constraint_words`: constraints as keywords, or in the description and in the report;
//! - `described`: keys and values of maps, defaults and examples as keywords or in the description;
//! - `duplicate_names`: duplicate names in one object;
//! - `empty_constraints`: constraints that no value of the type satisfies;
//! - `endless`: types without a finite value;
//! - `flattened_limits`: the limits on flattened types;
//! - `flattened_maps`: types flattened beside a map or into a closed type, with serde as the judge;
//! - `reasons`: lines of reports, word for word;
//! - `unusual_types`: types and parameters that are rare;
//! - `contracts`: the schema of what serde writes, and the property that wraps a root;
//! - `doc_comments`: doc comments that only rustc can evaluate.

mod alternatives;
mod both_forms;
mod bounds;
mod build_providers;
mod compiled;
mod constraint_words;
mod contracts;
mod definitions;
mod described;
mod doc_comments;
mod duplicate_names;
mod empty_constraints;
mod endless;
mod flattened_limits;
mod flattened_maps;
mod fragments;
mod from_model;
mod invalid_attributes;
mod limits;
mod merged_rules;
mod messages;
mod names;
mod names_of_maps;
mod null_and_empty;
mod patterns;
mod reasons;
mod recursive;
mod rejected_constructs;
mod sketches;
mod strict_limits;
mod strict_mode;
mod structured;
mod unusual_types;
mod values;

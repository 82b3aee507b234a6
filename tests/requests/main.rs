//! The last step before a request is sent: findings of `lint`, and its repairs.
//!
//! - `requests`: each rule about envelopes, names, choices and numbers, one by one;
//! - `further`: rules for some models, and for members next to the parameters;
//! - `answers`: the judges against requests that live APIs accepted and rejected;
//! - `recorded`: the linter against requests that live APIs accepted and rejected;
//! - `recorded_rules`: single answers that the recordings do not have;
//! - `corpus`: all schemas of the corpus, rendered and unchanged;
//! - `own_texts`: the renderer's texts have no finding;
//! - `choices`: repaired tool choices permit what they did before;
//! - `provider_rules`: rules that similar providers don't share;
//! - `mutated`: the renderer's texts, damaged, have a finding;
//! - `normalized`: requests that are repaired, and their results;
//! - `silent`: keywords that are accepted but never shown;
//! - `fuzzed`: requests with random changes;
//! - `together`: limits on all tools of a request, with what it has already;
//! - `good`, `changed`: good requests, each place changed; lists of findings and repairs;
//! - `changed_schemas`: the same lists for every keyword and every wrong value of a schema;
//! - `foreign`: good requests with another provider's tool choice;
//! - `renamed`: tools that get another name;
//! - `repaired`: single repairs, and what the report restores;
//! - `schema_rules`: single rules on schemas;
//! - `bounds`: numbers at the documented bound, and one beyond;
//! - `keywords`: every keyword and every wrong value, beside the judges and the meta-schema;
//! - `hostile`: requests built to do harm.

#![allow(clippy::too_many_lines)] // Tests are lists of cases.

mod answers;
mod beside_judges;
mod bounds;
mod changed;
mod changed_schemas;
mod choices;
mod corpus;
mod foreign;
mod further;
mod fuzzed;
mod good;
mod hostile;
mod keywords;
mod mutated;
mod normalized;
mod own_texts;
mod provider_rules;
mod recorded;
mod recorded_rules;
mod renamed;
mod repaired;
mod requests;
mod schema_rules;
mod silent;
mod support;
mod together;

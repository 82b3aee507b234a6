//! Estimates the work of a validation before it runs. The validator visits each schema with each
//! value that it applies to, and nested alternatives multiply these pairs. Its errors own a copy of
//! the value for every alternative.
//!
//! The walk visits the same pairs without evaluating anything, and ends when a budget is spent.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::places::Places;
use crate::import::pattern::scan;

/// Maximum number of schema-value pairs visited by one validation. Long texts count in units of 64
/// bytes.
const MAX_PAIRS: usize = 5_000_000;

/// Maximum bytes of the errors of one validation.
const MAX_BYTES: usize = 32 << 20;

/// The cost of a pattern with lookaround or back-references, which may backtrack.
const BACKTRACKING: usize = 400;

/// The size of an error without its value.
const ERROR: usize = 512;

/// The quantity that a walk sums up.
#[derive(Clone, Copy, PartialEq)]
enum Quantity {
    /// The pairs visited to decide whether a value is valid.
    Pairs,
    /// The bytes of the errors of an invalid value.
    Errors,
}

struct CostWalk<'s> {
    root: &'s Value,
    places: &'s Places,
    sum: Quantity,
    left: usize,
    /// The references that are being followed, by the addresses of schema and value.
    open: HashSet<(usize, usize)>,
    /// The length of the path to the value.
    path: usize,
}

/// Returns true if validating the value is within the budget.
pub(super) fn may_check(root: &Value, places: &Places, value: &Value) -> bool {
    within(root, places, value, Quantity::Pairs, MAX_PAIRS)
}

/// Returns true if collecting the errors of the value is within the budget.
pub(super) fn may_explain(root: &Value, places: &Places, value: &Value) -> bool {
    within(root, places, value, Quantity::Errors, MAX_BYTES)
}

fn within(root: &Value, places: &Places, value: &Value, sum: Quantity, left: usize) -> bool {
    let mut walk = CostWalk {
        root,
        places,
        sum,
        left,
        open: HashSet::new(),
        path: 0,
    };
    walk.visit(root, value, false).is_some()
}

impl CostWalk<'_> {
    fn spend(&mut self, cost: usize) -> Option<()> {
        self.left = self.left.checked_sub(cost)?;
        Some(())
    }

    /// Visits a schema with a value. `copied` is true below alternatives, where errors own copies
    /// of the value.
    fn visit(&mut self, schema: &Value, value: &Value, copied: bool) -> Option<()> {
        let Value::Object(keywords) = schema else {
            return self.spend(if self.sum == Quantity::Pairs {
                1
            } else {
                ERROR
            });
        };
        match self.sum {
            Quantity::Pairs => {
                self.spend(pairs(keywords, value))?;
                // The validator checks these keywords before it descends.
                if ends_early(keywords, value) {
                    return Some(());
                }
            }
            Quantity::Errors => {
                let each = ERROR + self.path + if copied { self.size(value)? } else { 0 };
                self.spend(errors(keywords, value).saturating_mul(each))?;
            }
        }
        for (keyword, inner) in keywords {
            self.keyword(keywords, keyword, inner, value, copied)?;
        }
        Some(())
    }

    fn keyword(
        &mut self,
        keywords: &Map<String, Value>,
        keyword: &str,
        inner: &Value,
        value: &Value,
        copied: bool,
    ) -> Option<()> {
        match (keyword, inner, value) {
            ("$ref" | "$dynamicRef", Value::String(target), _) => {
                for target in self.places.targets(self.root, target) {
                    // Like the validator, leave a cycle after one round.
                    let pair = (
                        core::ptr::from_ref(target).addr(),
                        core::ptr::from_ref(value).addr(),
                    );
                    if self.open.insert(pair) {
                        self.visit(target, value, copied)?;
                        self.open.remove(&pair);
                    }
                }
            }
            ("allOf", Value::Array(all), _) => {
                for one in all {
                    self.visit(one, value, copied)?;
                }
            }
            ("anyOf" | "oneOf", Value::Array(all), _) => {
                for one in all {
                    self.visit(one, value, true)?;
                }
            }
            ("not" | "if" | "then" | "else", one, _) => self.visit(one, value, copied)?,
            ("dependentSchemas", Value::Object(all), Value::Object(members)) => {
                for (name, one) in all {
                    self.spend(1)?;
                    if members.contains_key(name) {
                        self.visit(one, value, copied)?;
                    }
                }
            }
            ("properties", Value::Object(all), Value::Object(members)) => {
                for (name, one) in all {
                    if let Some(value) = members.get(name) {
                        self.below(name.len(), one, value, copied)?;
                    }
                }
            }
            ("patternProperties", Value::Object(all), Value::Object(members)) => {
                for (_, one) in all {
                    for (name, value) in members {
                        self.spend(1 + name.len() / 64)?;
                        self.below(name.len(), one, value, copied)?;
                    }
                }
            }
            ("additionalProperties" | "unevaluatedProperties", one, Value::Object(members)) => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (name, value) in members {
                    if known.is_none_or(|known| !known.contains_key(name)) {
                        self.below(name.len(), one, value, copied)?;
                    }
                }
            }
            ("propertyNames", one, Value::Object(members)) => {
                for name in members.keys() {
                    self.visit(one, &Value::String(name.clone()), true)?;
                }
            }
            ("prefixItems", Value::Array(all), Value::Array(items)) => {
                for (one, item) in all.iter().zip(items) {
                    self.below(8, one, item, copied)?;
                }
            }
            ("items" | "contains" | "unevaluatedItems", one, Value::Array(items)) => {
                for item in items {
                    self.below(8, one, item, copied)?;
                }
            }
            _ => {}
        }
        Some(())
    }

    fn below(&mut self, name: usize, schema: &Value, value: &Value, copied: bool) -> Option<()> {
        self.path += name + 1;
        let walked = self.visit(schema, value, copied);
        self.path -= name + 1;
        walked
    }

    /// The bytes of a copy. The cost of the computation is spent too.
    fn size(&mut self, value: &Value) -> Option<usize> {
        let mut size = 64;
        match value {
            Value::String(text) => size += text.len(),
            Value::Array(items) => {
                for item in items {
                    size += self.size(item)?;
                }
            }
            Value::Object(members) => {
                for (name, value) in members {
                    size += name.len() + self.size(value)?;
                }
            }
            _ => {}
        }
        self.spend(8)?;
        Some(size)
    }
}

/// The cost of checking a value against the keywords of one schema, without descending.
fn pairs(keywords: &Map<String, Value>, value: &Value) -> usize {
    let mut cost = 1;
    for (keyword, inner) in keywords {
        cost += match (keyword.as_str(), inner, value) {
            ("enum" | "required", Value::Array(all), _) => all.len() / 4,
            ("properties" | "dependentRequired", Value::Object(all), Value::Object(_)) => {
                all.len() / 4
            }
            ("uniqueItems", _, Value::Array(items)) => items.len(),
            ("pattern", Value::String(pattern), Value::String(text)) => {
                let facts = scan(pattern).unwrap_or_default();
                let tries = facts.lookaround || facts.back_reference;
                text.len() / 16 + if tries { BACKTRACKING } else { 0 }
            }
            ("format" | "minLength" | "maxLength" | "const", _, Value::String(text)) => {
                text.len() / 64
            }
            _ => 0,
        };
    }
    cost
}

/// Returns true if the type or a missing property ends the validation before it descends.
fn ends_early(keywords: &Map<String, Value>, value: &Value) -> bool {
    let other_type = match keywords.get("type") {
        Some(Value::String(one)) => !is_of(value, one),
        Some(Value::Array(all)) => !all
            .iter()
            .filter_map(Value::as_str)
            .any(|one| is_of(value, one)),
        _ => false,
    };
    other_type || missing(keywords, value) > 0
}

fn is_of(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(_) => name == "number" || name == "integer",
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

/// The number of required names that are missing.
fn missing(keywords: &Map<String, Value>, value: &Value) -> usize {
    match (keywords.get("required"), value) {
        (Some(Value::Array(names)), Value::Object(members)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.filter(|name| !members.contains_key(*name)).count()
        }
        _ => 0,
    }
}

/// Maximum number of errors of one schema's keywords with one value.
fn errors(keywords: &Map<String, Value>, value: &Value) -> usize {
    let own = keywords.keys().filter(|keyword| {
        !matches!(
            keyword.as_str(),
            "$ref"
                | "$defs"
                | "$id"
                | "$anchor"
                | "allOf"
                | "properties"
                | "prefixItems"
                | "items"
                | "patternProperties"
                | "dependentSchemas"
                | "if"
                | "then"
                | "else"
                | "required"
                | "title"
                | "description"
                | "default"
                | "examples"
                | "definitions"
        )
    });
    let dependent = match keywords.get("dependentRequired") {
        Some(Value::Object(all)) => all
            .values()
            .map(|one| one.as_array().map_or(0, Vec::len))
            .sum(),
        _ => 0,
    };
    own.count() + missing(keywords, value) + dependent
}

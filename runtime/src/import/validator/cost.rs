//! Estimates the work of a validation before it runs. The validator visits each schema with each
//! value that it applies to, and nested alternatives multiply these pairs. Its errors own a copy of
//! the value for every alternative.
//!
//! The walk visits the same pairs without evaluating anything, and ends when a budget is spent.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::comparison_cost::{comparisons, nodes, text_len, width};
use super::error_cost::{ends_early, errors};
use super::pattern_cost::PatternCost;
use super::places::Places;
use super::tagged::Tagged;

/// Maximum number of schema-value pairs visited by one validation. Long texts count in units of 64
/// bytes.
const MAX_PAIRS: usize = 5_000_000;

/// Maximum bytes of the errors of one validation.
const MAX_BYTES: usize = 32 << 20;

/// The size of an error without its value.
const ERROR: usize = 512;

/// The bytes that a pair counts while errors are collected, so that their number is bounded too.
const VISIT: usize = 8;

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
    open: HashSet<[usize; 2]>,
    /// The length of the path to the value.
    path: usize,
    patterns: HashMap<&'s str, PatternCost>,
    targets: HashMap<&'s str, Rc<[&'s Value]>>,
    /// By the address of the list of alternatives.
    tagged: HashMap<usize, Option<Rc<Tagged<'s>>>>,
}

/// Returns true if validating the value is within the budget.
pub(super) fn may_check(root: &Value, places: &Places, value: &Value) -> bool {
    within(root, places, value, Quantity::Pairs, MAX_PAIRS)
}

/// Returns true if collecting the value's errors is within the budget.
pub(super) fn may_explain(root: &Value, places: &Places, value: &Value) -> bool {
    within(root, places, value, Quantity::Errors, MAX_BYTES)
}

fn within(root: &Value, places: &Places, value: &Value, sum: Quantity, left: usize) -> bool {
    CostWalk::new(root, places, sum, left)
        .visit(root, value, false)
        .is_some()
}

impl<'s> CostWalk<'s> {
    fn new(root: &'s Value, places: &'s Places, sum: Quantity, left: usize) -> Self {
        CostWalk {
            root,
            places,
            sum,
            left,
            open: HashSet::new(),
            path: 0,
            patterns: HashMap::new(),
            targets: HashMap::new(),
            tagged: HashMap::new(),
        }
    }

    /// The schemas that a reference may resolve to, looked up once.
    fn targets(&mut self, reference: &'s str) -> Rc<[&'s Value]> {
        let known = self.targets.entry(reference);
        let found = || self.places.targets(self.root, reference).into();
        Rc::clone(known.or_insert_with(found))
    }

    fn spend(&mut self, cost: usize) -> Option<()> {
        self.left = self.left.checked_sub(cost)?;
        Some(())
    }

    /// Visits a schema with a value. `copied` is true below alternatives, where errors own copies
    /// of the value.
    fn visit(&mut self, schema: &'s Value, value: &Value, copied: bool) -> Option<()> {
        let Value::Object(keywords) = schema else {
            return self.spend(if self.sum == Quantity::Pairs {
                1
            } else {
                ERROR
            });
        };
        match self.sum {
            Quantity::Pairs => {
                let cost = self.pairs(keywords, value);
                self.spend(cost)?;
                // The validator checks these keywords before it descends.
                if ends_early(keywords, value) {
                    return Some(());
                }
            }
            Quantity::Errors => {
                // Errors are collected from every keyword, even if another one has failed.
                let work = VISIT.saturating_mul(self.pairs(keywords, value));
                let each = ERROR + self.path + if copied { self.size(value)? } else { 0 };
                let owned = errors(keywords, value).saturating_mul(each);
                self.spend(work.saturating_add(owned))?;
                self.texts(keywords, value)?;
            }
        }
        for (keyword, inner) in keywords {
            self.keyword(keywords, keyword, inner, value, copied)?;
        }
        let unevaluated = match value {
            Value::Object(_) => "unevaluatedProperties",
            Value::Array(_) => "unevaluatedItems",
            _ => return Some(()),
        };
        if self.sum == Quantity::Pairs && keywords.contains_key(unevaluated) {
            self.evaluated(schema, value)?;
        }
        Some(())
    }

    /// Visits what the validator visits again to find the members or items that a schema evaluates.
    /// For this it validates each alternative once more, and asks those for what they evaluate.
    fn evaluated(&mut self, schema: &'s Value, value: &Value) -> Option<()> {
        let Value::Object(keywords) = schema else {
            return self.spend(1);
        };
        self.spend(1 + width(value) / 4)?;
        for (keyword, inner) in keywords {
            match (keyword.as_str(), inner, value) {
                ("$ref" | "$dynamicRef", Value::String(target), _) => {
                    for target in self.targets(target).iter() {
                        self.once(target, value, |walk| walk.evaluated(target, value))?;
                    }
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(all), _) => {
                    for one in all {
                        self.visit(one, value, false)?;
                        self.evaluated(one, value)?;
                    }
                }
                ("if", one, _) => {
                    self.visit(one, value, false)?;
                    self.evaluated(one, value)?;
                }
                ("then" | "else", one, _) => self.evaluated(one, value)?,
                ("dependentSchemas", Value::Object(all), Value::Object(members)) => {
                    for (name, one) in all {
                        self.spend(1)?;
                        if members.contains_key(name) {
                            self.evaluated(one, value)?;
                        }
                    }
                }
                ("patternProperties", Value::Object(all), Value::Object(members)) => {
                    self.names(all, members)?;
                }
                ("contains" | "unevaluatedItems" | "unevaluatedProperties", ..) => {
                    self.keyword(keywords, keyword, inner, value, false)?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Follows a reference. Like the validator, it leaves a cycle after one round.
    fn once(
        &mut self,
        target: &Value,
        value: &Value,
        follow: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let pair = [target, value].map(|one| core::ptr::from_ref(one).addr());
        if self.open.insert(pair) {
            follow(self)?;
            self.open.remove(&pair);
        }
        Some(())
    }

    fn keyword(
        &mut self,
        keywords: &'s Map<String, Value>,
        keyword: &str,
        inner: &'s Value,
        value: &Value,
        copied: bool,
    ) -> Option<()> {
        match (keyword, inner, value) {
            ("$ref" | "$dynamicRef", Value::String(target), _) => {
                for target in self.targets(target).iter() {
                    self.once(target, value, |walk| walk.visit(target, value, copied))?;
                }
            }
            ("allOf", Value::Array(all), _) => {
                for one in all {
                    self.visit(one, value, copied)?;
                }
            }
            ("anyOf" | "oneOf", Value::Array(all), _) => {
                for one in self.alternatives(all, value) {
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
                self.names(all, members)?;
                for one in all.values() {
                    for (name, value) in members {
                        self.below(name.len(), one, value, copied)?;
                    }
                }
            }
            ("additionalProperties" | "unevaluatedProperties", one, Value::Object(members)) => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (name, value) in members {
                    self.spend(name.len() / 64)?;
                    if known.is_none_or(|known| !known.contains_key(name)) {
                        self.below(name.len(), one, value, copied)?;
                    }
                }
            }
            ("propertyNames", one, Value::Object(members)) => {
                for name in members.keys() {
                    self.spend(name.len() / 64)?;
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

    fn below(&mut self, name: usize, schema: &'s Value, value: &Value, copied: bool) -> Option<()> {
        self.path += name + 1;
        let walked = self.visit(schema, value, copied);
        self.path -= name + 1;
        walked
    }

    /// The cost of checking a value against the keywords of one schema, without descending.
    fn pairs(&mut self, keywords: &'s Map<String, Value>, value: &Value) -> usize {
        let mut cost = 1_usize;
        for (keyword, inner) in keywords {
            cost = cost.saturating_add(match (keyword.as_str(), inner, value) {
                ("required", Value::Array(all), _) => all.len() / 4,
                ("enum", Value::Array(all), _) => {
                    all.len() / 4 + comparisons(all, value) + text_len(value) / 64
                }
                // The names of groups are compared with one another.
                ("format", Value::String(format), Value::String(text)) if format == "regex" => {
                    (text.len() / 8).saturating_pow(2)
                }
                ("const", one, _) => comparisons(core::slice::from_ref(one), value),
                ("properties" | "dependentRequired", Value::Object(all), Value::Object(_)) => {
                    all.len() / 4
                }
                // Up to 15 items are compared with one another, more are hashed.
                ("uniqueItems", _, Value::Array(items)) => items.len().min(15) * nodes(value),
                ("pattern", Value::String(pattern), Value::String(text)) => {
                    self.pattern(pattern).for_text(text)
                }
                ("multipleOf", _, Value::Number(_)) => 32,
                ("format" | "minLength" | "maxLength", _, Value::String(text)) => text.len() / 64,
                _ => 0,
            });
        }
        cost
    }

    /// The alternatives that the validator visits.
    fn alternatives(&mut self, all: &'s [Value], value: &Value) -> Vec<&'s Value> {
        // Errors are collected from each alternative if none fits.
        if let (Quantity::Pairs, Value::Object(members)) = (self.sum, value)
            && let Some(tagged) = self.tagged(all)
        {
            return tagged.chosen(members).into_iter().collect();
        }
        all.iter().collect()
    }

    fn tagged(&mut self, all: &'s [Value]) -> Option<Rc<Tagged<'s>>> {
        let place = all.as_ptr().addr();
        if let Some(known) = self.tagged.get(&place) {
            return known.clone();
        }
        let mut target = |reference| match *self.targets(reference) {
            [one] => Some(one),
            _ => None,
        };
        let found = Tagged::of(all, &mut target).map(Rc::new);
        self.tagged.insert(place, found.clone());
        found
    }

    fn pattern(&mut self, pattern: &'s str) -> PatternCost {
        let known = self.patterns.entry(pattern);
        *known.or_insert_with(|| PatternCost::of(pattern))
    }

    /// Spends the cost of matching the names of an object with patterns.
    fn names(
        &mut self,
        patterns: &'s Map<String, Value>,
        members: &Map<String, Value>,
    ) -> Option<()> {
        for pattern in patterns.keys() {
            let cost = self.pattern(pattern);
            for name in members.keys() {
                self.spend(1 + cost.for_text(name))?;
            }
        }
        Some(())
    }

    /// Spends the bytes of schemas, names and values that errors of these keywords own.
    fn texts(&mut self, keywords: &'s Map<String, Value>, value: &Value) -> Option<()> {
        for (keyword, inner) in keywords {
            let owned = match (keyword.as_str(), inner, value) {
                ("not", schema, _) => self.size(schema)?,
                ("required", Value::Array(names), Value::Object(_)) => {
                    names.iter().map(text_len).sum()
                }
                ("additionalProperties" | "unevaluatedProperties", _, Value::Object(_))
                | ("unevaluatedItems", _, Value::Array(_)) => self.size(value)?,
                _ => 0,
            };
            self.spend(owned)?;
        }
        Some(())
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

#[cfg(test)]
mod tests;

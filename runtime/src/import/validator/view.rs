//! Values while they are checked: the steps that it takes, comparison, and the members and items
//! that keywords evaluate, for `unevaluatedProperties` and `unevaluatedItems`.

use core::fmt::Write;
use std::collections::HashSet;

use serde_json::{Map, Number, Value};

use super::program::AllowedValues;
use crate::constraint::{in_one_notation, num};
use crate::decode::JsonTree;
use crate::order::sort_by_key;
use crate::schema::Num;

/// Maximum number of steps of a check: pairs of a schema and a value, with long texts and matching
/// as several.
const MAX_STEPS: usize = 5_000_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stop {
    /// Too many steps, or values too deep.
    Steps,
    /// Matching a text with a pattern takes too many.
    Matching,
    /// There are enough faults.
    Faults,
}

/// True if a value fits; an error if the check ended early.
pub(super) type CheckResult = Result<bool, Stop>;

pub(super) struct Steps(usize);

impl Steps {
    pub(super) const fn new() -> Self {
        Steps(MAX_STEPS)
    }

    pub(super) fn spend(&mut self, number: usize) -> Result<(), Stop> {
        self.0 = self.0.checked_sub(number).ok_or(Stop::Steps)?;
        Ok(())
    }
}

/// A value, or the name of a member as a string.
#[derive(Clone, Copy)]
pub(super) enum View<'v> {
    Null,
    Bool(bool),
    Number(&'v Number),
    String(&'v str),
    Array(&'v [Value]),
    Object(&'v Map<String, Value>),
}

impl<'v> From<&'v Value> for View<'v> {
    fn from(value: &'v Value) -> Self {
        match value {
            Value::Null => View::Null,
            Value::Bool(value) => View::Bool(*value),
            Value::Number(number) => View::Number(number),
            Value::String(text) => View::String(text),
            Value::Array(items) => View::Array(items),
            Value::Object(members) => View::Object(members),
        }
    }
}

pub(super) fn text_steps(text: &str) -> usize {
    1 + text.len() / 64
}

/// The text of a number. It is long only if `serde_json` keeps all digits.
pub(super) fn text_of(steps: &mut Steps, number: &Number) -> Result<String, Stop> {
    let text = number.to_string();
    steps.spend(text.len() / 16)?;
    Ok(text)
}

/// The number of a value. `None` if it exceeds every float.
pub(super) fn number_of(steps: &mut Steps, number: &Number) -> Result<Option<Num<'static>>, Stop> {
    if let Some(n) = number.as_u64() {
        return Ok(Some(Num::int(false, n.into(), "")));
    }
    Ok(num(&text_of(steps, number)?))
}

/// The members or items of one value that the keywords so far have evaluated.
#[derive(Default)]
pub(super) struct EvaluatedParts<'v> {
    pub(super) names: HashSet<&'v str>,
    /// The number of items at the start that are evaluated.
    pub(super) first: usize,
    /// Others that `contains` matched.
    pub(super) items: HashSet<usize>,
    /// True if all members or items are evaluated.
    pub(super) is_all: bool,
}

/// The parts that the schemas around a schema evaluate, if one of them asks for them.
pub(super) type OuterParts<'a, 'v> = Option<&'a mut EvaluatedParts<'v>>;

impl<'v> EvaluatedParts<'v> {
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.is_all || self.names.contains(name)
    }

    pub(super) fn has_item(&self, place: usize) -> bool {
        self.is_all || place < self.first || self.items.contains(&place)
    }

    /// Adds what another schema evaluates. Returns the number of steps that it takes.
    pub(super) fn merge(&mut self, other: EvaluatedParts<'v>) -> usize {
        let names: usize = other.names.iter().map(|name| text_steps(name)).sum();
        let steps = names + other.items.len();
        self.names.extend(other.names);
        self.items.extend(other.items);
        self.first = self.first.max(other.first);
        self.is_all |= other.is_all;
        steps
    }
}

impl AllowedValues {
    pub(super) fn has(&self, steps: &mut Steps, value: View<'_>) -> Result<bool, Stop> {
        let mut text = String::new();
        notation(steps, value, self.longest, &mut text)?;
        Ok(self.all.contains(&text))
    }

    /// Returns whether a value is the only one that a tag may have.
    pub(super) fn is_tag(&self, steps: &mut Steps, value: View<'_>) -> Result<bool, Stop> {
        let Some(tag) = &self.tag else {
            return Ok(false);
        };
        let mut text = String::new();
        notation(steps, value, tag.len(), &mut text)?;
        Ok(text == *tag)
    }
}

pub(super) fn are_unique(steps: &mut Steps, items: &[Value]) -> Result<bool, Stop> {
    let mut known = HashSet::with_capacity(items.len());
    for item in items {
        steps.spend(1)?;
        let mut text = String::new();
        notation(steps, item.into(), usize::MAX, &mut text)?;
        if !known.insert(text) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Maximum depth of a value that is compared.
const MAX_DEPTH: usize = 400;

/// A part of a value that is not written yet.
enum NotationPart<'v> {
    /// A value, and the number of values around it.
    Value(View<'v>, usize),
    Name(&'v str),
    End(char),
}

/// Writes a text that equal values have in common: numbers in any notation, members in any order.
/// It ends early if the text is longer than `max` bytes. It doesn't recurse: values may be deep.
fn notation(steps: &mut Steps, value: View<'_>, max: usize, out: &mut String) -> Result<(), Stop> {
    let mut open = Vec::from([NotationPart::Value(value, 0)]);
    while let Some(part) = open.pop() {
        if out.len() > max {
            break;
        }
        let (value, depth) = match part {
            NotationPart::Value(value, depth) => (value, depth),
            NotationPart::Name(name) => {
                push_text(name, out);
                continue;
            }
            NotationPart::End(end) => {
                out.push(end);
                continue;
            }
        };
        // The visit of the whole value is a step already.
        if depth > 0 {
            steps.spend(1)?;
        }
        if depth > MAX_DEPTH && max == usize::MAX {
            return Err(Stop::Steps);
        }
        match value {
            // Deeper than every value of a schema: the text has no end then.
            View::Array(_) if depth > MAX_DEPTH => out.push('['),
            View::Object(_) if depth > MAX_DEPTH => out.push('{'),
            View::Null => out.push('n'),
            View::Bool(value) => out.push(if value { 't' } else { 'f' }),
            View::Number(number) => push_number(&text_of(steps, number)?, out),
            View::String(text) => {
                steps.spend(text.len() / 64)?;
                push_text(text, out);
            }
            // Too many for the text, which has no end then, and is that of no value.
            View::Array(items) if items.len() > max => out.push('['),
            View::Object(members) if members.len() > max => out.push('{'),
            View::Array(items) => {
                steps.spend(items.len() / 16)?;
                out.push('[');
                open.push(NotationPart::End(']'));
                let items = items.iter().rev();
                open.extend(items.map(|item| NotationPart::Value(item.into(), depth + 1)));
            }
            View::Object(members) => {
                let names: usize = members.keys().map(|name| text_steps(name)).sum();
                steps.spend(names)?;
                let mut members: Vec<_> = members.iter().collect();
                sort_by_key(&mut members, |(name, _)| name.as_str());
                out.push('{');
                open.push(NotationPart::End('}'));
                for (name, value) in members.into_iter().rev() {
                    open.push(NotationPart::Value(value.into(), depth + 1));
                    open.push(NotationPart::Name(name));
                }
            }
        }
    }
    Ok(())
}

/// Returns the same text for a value of a schema.
pub(super) fn notation_of(value: &JsonTree) -> String {
    let mut out = String::new();
    push_tree(value, &mut out);
    out
}

fn push_tree(value: &JsonTree, out: &mut String) {
    match value {
        JsonTree::Null => out.push('n'),
        JsonTree::Bool(value) => out.push(if *value { 't' } else { 'f' }),
        JsonTree::Number(text) => push_number(text, out),
        JsonTree::String(text) => push_text(text, out),
        JsonTree::Array(items) => {
            out.push('[');
            for item in items {
                push_tree(item, out);
            }
            out.push(']');
        }
        JsonTree::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            sort_by_key(&mut members, |(name, _)| name.as_str());
            out.push('{');
            for (name, value) in members {
                push_text(name, out);
                push_tree(value, out);
            }
            out.push('}');
        }
    }
}

fn push_number(text: &str, out: &mut String) {
    // The float of a number that is not whole may be whole: `1.00000000000000000001`.
    let rounded = in_one_notation(text);
    out.extend(["#", &in_one_notation(&rounded), ";"]);
}

/// The length separates a text from what follows it.
fn push_text(text: &str, out: &mut String) {
    // Writing to a `String` can't fail.
    let _ = write!(out, "\"{}:{text}", text.len());
}

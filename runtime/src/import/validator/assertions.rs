//! Reads the keywords that constrain a value itself to checks.

use std::collections::HashSet;

use super::compile::{Compiler, Source, expectation};
use super::faults::short;
use super::patterns::{Pattern, is_regex};
use super::program::{Bound, Check, EnumValues, Number, Side, Types, Unit};
use crate::constraint::{IsOfFormat, known_format, num};
use crate::decode::{EXCERPT, JsonTree, one_of};
use crate::import::types::type_name;

const BOUNDS: [(&str, &str, Bound, Bound); 2] = [
    (
        "minimum",
        "exclusiveMinimum",
        Bound::Minimum,
        Bound::ExclusiveMinimum,
    ),
    (
        "maximum",
        "exclusiveMaximum",
        Bound::Maximum,
        Bound::ExclusiveMaximum,
    ),
];

const SIZES: [(&str, Unit, Side); 6] = [
    ("minLength", Unit::Characters, Side::Least),
    ("maxLength", Unit::Characters, Side::Most),
    ("minItems", Unit::Items, Side::Least),
    ("maxItems", Unit::Items, Side::Most),
    ("minProperties", Unit::Properties, Side::Least),
    ("maxProperties", Unit::Properties, Side::Most),
];

impl<'j> Compiler<'j, '_> {
    pub(super) fn types(&mut self, source: Source<'j>) {
        let words = match source.get("type") {
            None => return,
            Some(JsonTree::Array(words)) => words.as_slice(),
            Some(word) => core::slice::from_ref(word),
        };
        let mut types = Types::default();
        for word in words {
            match type_name(word.as_str().unwrap_or_default()) {
                Some(("any", _)) => return,
                Some((name, _)) => types.add(name),
                None => {
                    let expected = "a type of JSON Schema";
                    return self.wrong_assertion(source, "type", expected, word);
                }
            }
        }
        if self.nodes[source.id].is_nullable {
            types.add("null");
        }
        self.check(source, Check::Type(types));
    }

    pub(super) fn values(&mut self, source: Source<'j>) {
        let too_large = "its values are too large";
        if let Some(value) = source.get("const") {
            if self.may_copy(value) {
                let text = words(value);
                let value = value.clone();
                self.check(source, Check::Const { value, text });
            } else {
                self.report.assertion(source.id, "const", too_large);
            }
        }
        match source.get("enum") {
            None => {}
            Some(list @ JsonTree::Array(values)) if self.may_copy(list) => {
                let (strings, others): (Vec<_>, Vec<_>) =
                    values.iter().partition(|value| value.as_str().is_some());
                let strings = strings.iter().filter_map(|value| value.as_str());
                let values = EnumValues {
                    strings: strings.map(str::to_owned).collect::<HashSet<_>>(),
                    others: others.into_iter().cloned().collect(),
                    words: one_of(values.iter().map(words).collect()),
                };
                self.check(source, Check::Enum(values));
            }
            Some(JsonTree::Array(_)) => self.report.assertion(source.id, "enum", too_large),
            Some(other) => self.wrong_assertion(source, "enum", "a list of values", other),
        }
    }

    /// Returns true if a value may be copied. It counts towards the limit of the document.
    fn may_copy(&mut self, value: &JsonTree) -> bool {
        let left = values_left(value, self.left);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    pub(super) fn numbers(&mut self, source: Source<'j>) {
        for (inclusive, exclusive, bound, exclusive_bound) in BOUNDS {
            // Up to draft 4, a boolean makes the other keyword's bound exclusive.
            let is_exclusive = source.get(exclusive) == Some(&JsonTree::Bool(true));
            for (keyword, bound) in [
                (
                    inclusive,
                    if is_exclusive { exclusive_bound } else { bound },
                ),
                (exclusive, exclusive_bound),
            ] {
                match source.get(keyword) {
                    None => {}
                    Some(JsonTree::Bool(_)) if keyword == exclusive => {}
                    Some(value) => match number(value) {
                        Some(number) => self.check(source, Check::Bound(bound, number)),
                        None => self.wrong_assertion(source, keyword, "a number", value),
                    },
                }
            }
        }
        if let Some(value) = source.get("multipleOf") {
            match number(value).filter(|n| !n.value.is_negative() && !n.value.is_zero()) {
                Some(number) => self.check(source, Check::MultipleOf(number)),
                None => self.wrong_assertion(source, "multipleOf", "a number above 0", value),
            }
        }
        for (keyword, unit, side) in SIZES {
            if let Some(value) = source.get(keyword) {
                match size(value) {
                    Some(size) => self.check(source, Check::Size(unit, side, size)),
                    None => {
                        self.wrong_assertion(source, keyword, "an integer of at least 0", value);
                    }
                }
            }
        }
    }

    pub(super) fn texts(&mut self, source: Source<'j>) {
        match source.get("pattern") {
            None => {}
            Some(JsonTree::String(pattern)) => match Pattern::new(pattern, self.patterns) {
                Ok(pattern) => self.check(source, Check::Pattern(pattern)),
                Err(reason) => self.report.assertion(source.id, "pattern", &reason),
            },
            Some(other) => self.wrong_assertion(source, "pattern", "a pattern", other),
        }
        match source.get("format") {
            None => {}
            Some(JsonTree::String(name)) => match check_of_format(name) {
                Some(is) => self.check(source, Check::Format(name.clone(), is)),
                None if name == "idn-hostname" => {
                    let reason = "the format needs tables of Unicode, which it has not";
                    self.report.assertion(source.id, "format", reason);
                }
                // An annotation.
                None => {}
            },
            Some(other) => self.wrong_assertion(source, "format", "the name of a format", other),
        }
    }

    /// Reads `required`, and that of properties in the oldest drafts.
    pub(super) fn required(&mut self, source: Source<'j>) {
        let mut names: Vec<String> = Vec::new();
        match source.get("required") {
            None | Some(JsonTree::Bool(_) | JsonTree::Null) => {}
            Some(value) => match strings(value) {
                Some(all) => names = all,
                None => self.wrong_assertion(source, "required", "a list of names", value),
            },
        }
        if let Some(JsonTree::Object(properties)) = source.get("properties") {
            let is_asked = |one: &JsonTree| one.get("required") == Some(&JsonTree::Bool(true));
            let asked = properties.iter().filter(|(_, one)| is_asked(one));
            names.extend(asked.map(|(name, _)| name.clone()));
        }
        if !names.is_empty() {
            let mut known = HashSet::new();
            names.retain(|name| known.insert(name.clone()));
            self.check(source, Check::Required(names.into()));
        }
    }

    /// Reports a value that a keyword can't have, which constrains the value itself.
    pub(super) fn wrong_assertion(
        &mut self,
        source: Source<'j>,
        keyword: &'static str,
        expected: &str,
        got: &JsonTree,
    ) {
        let reason = expectation(expected, got);
        self.report.assertion(source.id, keyword, &reason);
    }
}

fn check_of_format(name: &str) -> Option<IsOfFormat> {
    match name {
        "regex" => Some(is_regex),
        _ => known_format(name),
    }
}

/// The text of a value, cut if it is long.
fn words(value: &JsonTree) -> String {
    short(&value.excerpt(4 * EXCERPT))
}

/// Subtracts the number of values in a value, with 64 bytes of text as one.
fn values_left(value: &JsonTree, left: usize) -> Option<usize> {
    let text = |text: &String| 1 + text.len() / 64;
    match value {
        JsonTree::Null | JsonTree::Bool(_) => left.checked_sub(1),
        JsonTree::Number(number) => left.checked_sub(text(number)),
        JsonTree::String(string) => left.checked_sub(text(string)),
        JsonTree::Array(items) => items
            .iter()
            .try_fold(left.checked_sub(1)?, |left, item| values_left(item, left)),
        JsonTree::Object(members) => {
            let mut each = members.iter();
            each.try_fold(left.checked_sub(1)?, |left, (name, value)| {
                values_left(value, left.checked_sub(text(name))?)
            })
        }
    }
}

fn number(value: &JsonTree) -> Option<Number> {
    match value {
        JsonTree::Number(text) => Some(Number {
            value: num(text)?,
            text: text.clone(),
        }),
        _ => None,
    }
}

/// A number of characters, items or properties.
pub(super) fn size(value: &JsonTree) -> Option<Number> {
    number(value).filter(|n| n.value.is_integer() && !n.value.is_negative())
}

pub(super) fn strings(value: &JsonTree) -> Option<Vec<String>> {
    match value {
        JsonTree::Array(items) => items
            .iter()
            .map(|item| item.as_str().map(str::to_owned))
            .collect(),
        _ => None,
    }
}

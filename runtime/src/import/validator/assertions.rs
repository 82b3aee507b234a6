//! Reads the keywords that constrain a value itself to checks.

use std::collections::HashSet;

use super::compile::{Compiler, SchemaSource, expectation, words};
use super::patterns::{PatternCheck, is_regex};
use super::program::{AllowedValues, Check, KeywordNumber, Limit, Measure, Side, Types};
use super::view::notation_of;
use crate::constraint::{IsOfFormat, known_format, num};
use crate::decode::{JsonTree, one_of};
use crate::import::types::type_name;

const BOUNDS: [(&str, &str, Side); 2] = [
    ("minimum", "exclusiveMinimum", Side::Least),
    ("maximum", "exclusiveMaximum", Side::Most),
];

const SIZES: [(&str, Measure, Side); 6] = [
    ("minLength", Measure::Characters, Side::Least),
    ("maxLength", Measure::Characters, Side::Most),
    ("minItems", Measure::Items, Side::Least),
    ("maxItems", Measure::Items, Side::Most),
    ("minProperties", Measure::Properties, Side::Least),
    ("maxProperties", Measure::Properties, Side::Most),
];

impl<'j> Compiler<'j, '_> {
    pub(super) fn assertions(&mut self, source: SchemaSource<'j>) {
        self.types(source);
        self.values(source);
        self.numbers(source);
        self.texts(source);
        self.required(source);
        if self.value(source, "uniqueItems", "a boolean", JsonTree::as_bool) == Some(true) {
            self.check(source, Check::UniqueItems);
        }
    }

    fn types(&mut self, source: SchemaSource<'j>) {
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
                    let reason = expectation("a type of JSON Schema", word);
                    return self.report.assertion(source.id, "type", &reason);
                }
            }
        }
        if self.nodes[source.id].is_nullable {
            types.add("null");
        }
        self.check(source, Check::Type(types));
    }

    fn values(&mut self, source: SchemaSource<'j>) {
        for keyword in ["const", "enum"] {
            let is_const = keyword == "const";
            let values = if is_const {
                source.get(keyword).map(core::slice::from_ref)
            } else {
                self.value(source, keyword, "a list of values", JsonTree::as_array)
            };
            let Some(values) = values else { continue };
            // A list counts as a value too.
            let left = self.left.checked_sub(usize::from(!is_const));
            let Some(left) = left.and_then(|left| values.iter().try_fold(left, values_left)) else {
                let reason = "its values are too large";
                self.report.assertion(source.id, keyword, reason);
                continue;
            };
            self.left = left;
            let tags = values
                .iter()
                .filter(|one| is_const || one.as_str().is_some());
            let tags: HashSet<_> = tags.map(notation_of).collect();
            let all: HashSet<_> = values.iter().map(notation_of).collect();
            let values = AllowedValues {
                longest: all.iter().map(String::len).max().unwrap_or(0),
                all,
                tag: tags.iter().next().filter(|_| tags.len() == 1).cloned(),
                words: one_of(values.iter().map(words).collect()),
            };
            self.check(source, Check::Values(values));
        }
    }

    fn numbers(&mut self, source: SchemaSource<'j>) {
        for (inclusive, exclusive, side) in BOUNDS {
            // Up to draft 4, a boolean makes the other keyword's bound exclusive.
            let flag = source.get(exclusive).and_then(JsonTree::as_bool);
            self.limit(source, inclusive, Measure::Number, side, flag == Some(true));
            if flag.is_none() {
                self.limit(source, exclusive, Measure::Number, side, true);
            }
        }
        let step = |value| number(value).filter(|n| !n.value.is_negative() && !n.value.is_zero());
        if let Some(step) = self.value(source, "multipleOf", "a number above 0", step) {
            self.check(source, Check::MultipleOf(step));
        }
        for (keyword, measure, side) in SIZES {
            self.limit(source, keyword, measure, side, false);
        }
    }

    fn limit(
        &mut self,
        source: SchemaSource<'j>,
        keyword: &'static str,
        measure: Measure,
        side: Side,
        is_exclusive: bool,
    ) {
        let number = match measure {
            Measure::Number => self.value(source, keyword, "a number", number),
            _ => self.value(source, keyword, "an integer of at least 0", size),
        };
        if let Some(number) = number {
            let limit = Limit {
                measure,
                side,
                is_exclusive,
                number,
            };
            self.check(source, Check::Limit(limit));
        }
    }

    fn texts(&mut self, source: SchemaSource<'j>) {
        if let Some(text) = self.value(source, "pattern", "a pattern", JsonTree::as_str) {
            match PatternCheck::new(text, self.patterns) {
                Ok(pattern) => self.check(source, Check::Pattern(pattern)),
                Err(reason) => self.report.assertion(source.id, "pattern", &reason),
            }
        }
        let name = self.value(source, "format", "the name of a format", JsonTree::as_str);
        let is_of_format = name.and_then(|name| match name {
            "regex" => Some(is_regex as IsOfFormat),
            _ => known_format(name),
        });
        if let Some((name, is)) = name.zip(is_of_format) {
            self.check(source, Check::Format(name.to_owned(), is));
        } else if name == Some("idn-hostname") {
            let reason = "the format needs tables of Unicode, which it has not";
            self.report.assertion(source.id, "format", reason);
        }
    }

    /// Reads `required`, and that of properties in the oldest drafts.
    fn required(&mut self, source: SchemaSource<'j>) {
        let is_list = source
            .get("required")
            .is_some_and(|value| value.as_bool().is_none());
        let names = is_list.then(|| self.value(source, "required", "a list of names", strings));
        let mut names = names.flatten().unwrap_or_default();
        if let Some(JsonTree::Object(properties)) = source.get("properties") {
            let is_asked = |one: &JsonTree| one.get("required") == Some(&JsonTree::Bool(true));
            let asked = properties.iter().filter(|(_, one)| is_asked(one));
            names.extend(asked.map(|(name, _)| name.clone()));
        }
        if !names.is_empty() {
            let mut known = HashSet::new();
            names.retain(|name| known.insert(name.clone()));
            self.check(source, Check::Required(names));
        }
    }
}

/// Subtracts the number of values in a value, with 64 bytes of text as one.
fn values_left(left: usize, value: &JsonTree) -> Option<usize> {
    let text = |text: &String| text.len() / 64;
    match value {
        JsonTree::Null | JsonTree::Bool(_) => left.checked_sub(1),
        JsonTree::Number(long) | JsonTree::String(long) => left.checked_sub(1 + text(long)),
        JsonTree::Array(items) => items.iter().try_fold(left.checked_sub(1)?, values_left),
        JsonTree::Object(members) => {
            let mut each = members.iter();
            each.try_fold(left.checked_sub(1)?, |left, (name, value)| {
                values_left(left.checked_sub(1 + text(name))?, value)
            })
        }
    }
}

fn number(value: &JsonTree) -> Option<KeywordNumber> {
    match value {
        JsonTree::Number(text) => Some(KeywordNumber {
            value: num(text)?,
            text: text.clone(),
        }),
        _ => None,
    }
}

/// A number of characters, items or properties.
pub(super) fn size(value: &JsonTree) -> Option<KeywordNumber> {
    number(value).filter(|n| n.value.is_integer() && !n.value.is_negative())
}

pub(super) fn strings(value: &JsonTree) -> Option<Vec<String>> {
    let items = value.as_array()?.iter();
    items.map(|item| item.as_str().map(str::to_owned)).collect()
}

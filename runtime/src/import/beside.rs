//! Keywords beside `enum` and `const`, which reject some of the values.

use std::collections::HashSet;

use super::keywords::Keywords;
use super::number::num;
use super::read::SchemaReader;
use super::types::{has_type, is_about};
use crate::constraint::{counted_length_kept, number_kept};
use crate::decode::JsonTree;
use crate::schema::{Num, Rules};

/// Returns whether a value satisfies a keyword.
#[derive(Clone, Copy, PartialEq)]
enum KeywordVerdict {
    Fits,
    Fails,
    /// Only a validator can decide.
    Unknown,
}

/// A keyword, read once for all values.
enum BesideKeyword<'k> {
    Pattern(&'k str),
    /// The names that are required; `None` if one of them is not a string.
    Required(Option<HashSet<&'k str>>),
    Bound(Box<Rules<'k>>),
    /// Only a validator can decide.
    Unknown,
}

impl<'k> BesideKeyword<'k> {
    fn of(name: &str, value: &'k JsonTree) -> Self {
        let bound = match (name, value) {
            ("pattern", JsonTree::String(pattern)) => return BesideKeyword::Pattern(pattern),
            ("required", JsonTree::Array(names)) => {
                return BesideKeyword::Required(names.iter().map(JsonTree::as_str).collect());
            }
            (_, JsonTree::Number(bound)) => num(bound).and_then(|bound| rules(name, bound)),
            _ => None,
        };
        bound.map_or(BesideKeyword::Unknown, |rules| {
            BesideKeyword::Bound(Box::new(rules))
        })
    }
}

/// Removes the values that the keywords beside them reject, and takes those keywords. Returns true
/// if there were such values.
pub(super) fn filter(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    values: &mut Vec<JsonTree>,
) -> bool {
    let names: Vec<String> = (sheet.members.iter())
        .filter(|(name, _)| has_type(name))
        .map(|(name, _)| name.clone())
        .collect();
    let before = values.len();
    for name in names {
        let Some(keyword) = sheet.take(&name) else {
            continue;
        };
        let read = BesideKeyword::of(&name, &keyword);
        let verdicts: Vec<KeywordVerdict> = (values.iter())
            .map(|value| verdict(reader, &name, &read, value))
            .collect();
        if verdicts.contains(&KeywordVerdict::Unknown) {
            reader.describe_value(sheet, &name, &keyword);
        }
        if verdicts.contains(&KeywordVerdict::Fails) {
            let mut verdicts = verdicts.into_iter();
            values.retain(|_| verdicts.next() != Some(KeywordVerdict::Fails));
        } else if !values.is_empty() && !verdicts.contains(&KeywordVerdict::Unknown) {
            reader.idle(sheet, name, "the values beside it are more precise");
        }
    }
    values.len() < before
}

fn verdict(
    reader: &mut SchemaReader<'_>,
    name: &str,
    keyword: &BesideKeyword<'_>,
    value: &JsonTree,
) -> KeywordVerdict {
    let kind = match value {
        JsonTree::String(_) => "string",
        JsonTree::Number(_) => "number",
        JsonTree::Array(_) => "array",
        JsonTree::Object(_) => "object",
        JsonTree::Null | JsonTree::Bool(_) => return KeywordVerdict::Fits,
    };
    if !is_about(name, kind) || name == "format" {
        return KeywordVerdict::Fits;
    }
    let fits = match (keyword, value) {
        (BesideKeyword::Pattern(pattern), JsonTree::String(text)) => {
            match reader.patterns.is_match(pattern, text) {
                Some(is) => is,
                None => return KeywordVerdict::Unknown,
            }
        }
        (BesideKeyword::Required(names), JsonTree::Object(members)) => {
            // Fewer members can't have all names.
            let may_have = |names: &&HashSet<&str>| names.len() <= members.len();
            names.as_ref().filter(may_have).is_some_and(|names| {
                let own: HashSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
                names.is_subset(&own)
            })
        }
        (BesideKeyword::Bound(rules), _) => match value {
            JsonTree::Number(number) => number_kept(rules, number),
            JsonTree::String(text) => counted_length_kept(rules, || text.chars().count()),
            JsonTree::Array(items) => counted_length_kept(rules, || items.len()),
            JsonTree::Object(members) => counted_length_kept(rules, || members.len()),
            JsonTree::Null | JsonTree::Bool(_) => true,
        },
        _ => return KeywordVerdict::Unknown,
    };
    if fits {
        KeywordVerdict::Fits
    } else {
        KeywordVerdict::Fails
    }
}

/// The rule of a keyword whose value is a number.
fn rules<'n>(name: &str, bound: Num<'n>) -> Option<Rules<'n>> {
    let mut rules = Rules::NONE;
    let place = match name {
        "minimum" => &mut rules.minimum,
        "maximum" => &mut rules.maximum,
        "exclusiveMinimum" => &mut rules.exclusive_minimum,
        "exclusiveMaximum" => &mut rules.exclusive_maximum,
        "multipleOf" => &mut rules.multiple_of,
        "minLength" | "minItems" | "minProperties" => &mut rules.min_length,
        "maxLength" | "maxItems" | "maxProperties" => &mut rules.max_length,
        _ => return None,
    };
    *place = Some(bound);
    Some(rules)
}

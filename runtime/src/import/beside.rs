//! Keywords beside `enum` and `const`, which reject some of the values.

use super::keywords::Keywords;
use super::literal::plain;
use super::number::num;
use super::read::SchemaReader;
use super::types::{ABOUT, is_about};
use crate::constraint::{length_kept, number_kept};
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

/// Removes the values that the keywords beside them reject, and takes those keywords. Returns true
/// if there were such values.
pub(super) fn filter(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    values: &mut Vec<JsonTree>,
) -> bool {
    let names: Vec<String> = (sheet.members.iter())
        .filter(|(name, _)| ABOUT.iter().any(|(_, all)| all.contains(&name.as_str())))
        .map(|(name, _)| name.clone())
        .collect();
    let before = values.len();
    for name in names {
        let Some(keyword) = sheet.take(&name) else {
            continue;
        };
        let verdicts: Vec<KeywordVerdict> = (values.iter())
            .map(|value| verdict(reader, &name, &keyword, value))
            .collect();
        if verdicts.contains(&KeywordVerdict::Unknown) {
            reader.describe(sheet, &name, format!("{name}: {}", plain(&keyword)));
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
    keyword: &JsonTree,
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
    let fits = match (name, keyword, value) {
        ("pattern", JsonTree::String(pattern), JsonTree::String(text)) => {
            match reader.patterns.is_match(pattern, text) {
                Some(is) => is,
                None => return KeywordVerdict::Unknown,
            }
        }
        ("required", JsonTree::Array(names), JsonTree::Object(members)) => {
            let has = |name: &JsonTree| {
                members
                    .iter()
                    .any(|(one, _)| Some(one.as_str()) == name.as_str())
            };
            names.iter().all(has)
        }
        (_, JsonTree::Number(bound), _) => {
            let Some(rules) = num(bound).and_then(|bound| rules(name, bound)) else {
                return KeywordVerdict::Unknown;
            };
            match value {
                JsonTree::Number(number) => number_kept(&rules, number),
                JsonTree::String(text) => length_kept(&rules, text.chars().count()),
                JsonTree::Array(items) => length_kept(&rules, items.len()),
                JsonTree::Object(members) => length_kept(&rules, members.len()),
                JsonTree::Null | JsonTree::Bool(_) => true,
            }
        }
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

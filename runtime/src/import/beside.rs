//! Keywords beside `enum` and `const`, which reject some of the values.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::literal::plain;
use super::number::num;
use super::pattern::scan;
use super::read::Reader;
use super::sheet::Sheet;
use super::types::{ABOUT, is_about};
use crate::constraint::{length_kept, matches, number_kept};
use crate::decode::Json;
use crate::schema::{Num, Rules};

/// Whether a value satisfies a keyword.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Fits,
    Fails,
    /// Only a validator can tell.
    Unknown,
}

/// Removes the values that the keywords beside them reject, and takes those keywords. Returns true
/// if there were such values.
pub(super) fn filter(reader: &mut Reader<'_>, sheet: &mut Sheet, values: &mut Vec<Json>) -> bool {
    let names: Vec<String> = (sheet.members.iter())
        .filter(|(name, _)| ABOUT.iter().any(|(_, all)| all.contains(&name.as_str())))
        .map(|(name, _)| name.clone())
        .collect();
    let before = values.len();
    for name in names {
        let Some(keyword) = sheet.take(&name) else {
            continue;
        };
        let verdicts: Vec<Verdict> = (values.iter())
            .map(|value| verdict(reader, &name, &keyword, value))
            .collect();
        if verdicts.contains(&Verdict::Unknown) {
            reader.say(sheet, &name, format!("{name}: {}", plain(&keyword)));
        }
        if verdicts.contains(&Verdict::Fails) {
            let mut verdicts = verdicts.into_iter();
            values.retain(|_| verdicts.next() != Some(Verdict::Fails));
        } else if !values.is_empty() && !verdicts.contains(&Verdict::Unknown) {
            reader.idle(sheet, name, "the values beside it are more precise");
        }
    }
    values.len() < before
}

fn verdict(reader: &mut Reader<'_>, name: &str, keyword: &Json, value: &Json) -> Verdict {
    let kind = match value {
        Json::String(_) => "string",
        Json::Number(_) => "number",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
        Json::Null | Json::Bool(_) => return Verdict::Fits,
    };
    if !is_about(name, kind) || name == "format" {
        return Verdict::Fits;
    }
    let fits = match (name, keyword, value) {
        ("pattern", Json::String(pattern), Json::String(text)) => {
            let simple = scan(pattern).is_ok_and(|it| !it.lookaround && !it.back_reference);
            if !simple || !reader.patterns.takes(pattern) {
                return Verdict::Unknown;
            }
            matches(pattern, text)
        }
        ("required", Json::Array(names), Json::Object(members)) => {
            let has = |name: &Json| {
                members
                    .iter()
                    .any(|(one, _)| Some(one.as_str()) == name.as_str())
            };
            names.iter().all(has)
        }
        (_, Json::Number(bound), _) => {
            let Some(rules) = num(bound).and_then(|bound| rules(name, bound)) else {
                return Verdict::Unknown;
            };
            match value {
                Json::Number(number) => number_kept(&rules, number),
                Json::String(text) => length_kept(&rules, text.chars().count()),
                Json::Array(items) => length_kept(&rules, items.len()),
                Json::Object(members) => length_kept(&rules, members.len()),
                Json::Null | Json::Bool(_) => true,
            }
        }
        _ => return Verdict::Unknown,
    };
    if fits { Verdict::Fits } else { Verdict::Fails }
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

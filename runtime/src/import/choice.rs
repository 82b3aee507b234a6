//! `enum` and `const`, with the keywords beside them that reject some of the values.

use std::collections::HashSet;

use super::error::ImportError;
use super::keywords::Keywords;
use super::merge::kind;
use super::merged::both::identity;
use super::node::{NodeEnumValue, NodeId, NodeKind, NodeLiteral, NodeRules};
use super::number::{num, plain as plain_number};
use super::read::SchemaReader;
use super::types::{has_type, is_about};
use crate::constraint::{counted_length_kept, number_kept};
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::{EscapedString, FloatType, Num, Rules};

/// Reads `enum` or `const`. The flag is true if `null` is one of the values. `nullable` is true if
/// the types allow it.
pub(super) fn choice(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    types: Option<&[&'static str]>,
    nullable: bool,
) -> Result<(NodeId, bool), ImportError> {
    let keyword = if sheet.has("const") { "const" } else { "enum" };
    let mut values = match (sheet.take("const"), sheet.take("enum")) {
        (Some(one), None) => [one].into(),
        (Some(one), Some(JsonTree::Array(list))) => {
            let identical = identity(&one);
            if !list.iter().any(|value| identity(value) == identical) {
                return Ok((reader.kind(NodeKind::Never), false));
            }
            [one].into()
        }
        (None, Some(JsonTree::Array(list))) => list,
        _ => return Err(sheet.at.schema("enum").error("it must be a list of values")),
    };
    let null = nullable && values.contains(&JsonTree::Null);
    values.retain(|value| *value != JsonTree::Null);
    if let Some(types) = types {
        let is_text = |value: &JsonTree| matches!(value, JsonTree::String(_));
        if !values.is_empty() && values.iter().all(is_text) && !types.contains(&"string") {
            let reason = "none of the values has the type: the type of the values is used";
            reader.loss(&sheet.at, "type", Outcome::Widened, reason);
        } else {
            let before = values.len();
            values.retain(|value| types.iter().any(|name| is_of(value, name)));
            if values.len() < before && !values.is_empty() {
                let reason = "values of other types are never valid";
                reader.loss(&sheet.at, keyword, Outcome::Rewritten, reason);
            }
        }
    }
    if fitting(reader, sheet, &mut values) && !values.is_empty() {
        let reason = "values that the keywords beside it reject are never valid";
        reader.loss(&sheet.at, keyword, Outcome::Rewritten, reason);
    }
    if values.is_empty() {
        let kind = if null {
            NodeKind::Null
        } else {
            NodeKind::Never
        };
        return Ok((reader.kind(kind), false));
    }
    Ok((of_values(reader, sheet, keyword, &values), null))
}

fn is_of(value: &JsonTree, name: &str) -> bool {
    match value {
        JsonTree::Bool(_) => name == "boolean",
        JsonTree::Number(text) => {
            name == "number"
                || name == "integer"
                    && plain_number(text).is_some_and(|n| !n.contains(['.', 'e', 'E']))
        }
        JsonTree::String(_) => name == "string",
        JsonTree::Array(_) => name == "array",
        JsonTree::Object(_) => name == "object",
        JsonTree::Null => false,
    }
}

/// The node of a list of values.
fn of_values(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    keyword: &str,
    values: &[JsonTree],
) -> NodeId {
    let mut seen: HashSet<String> = HashSet::new();
    // A number includes the integers.
    let has_fractions = (values.iter())
        .any(|value| matches!(value, JsonTree::Number(_)) && !is_of(value, "integer"));
    let (mut texts, mut whole_numbers, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let number = match value {
            JsonTree::Number(text) if !has_fractions => plain_number(text),
            _ => None,
        };
        let (list, literal) = match (value, number) {
            (JsonTree::String(text), _) => {
                let literal = NodeLiteral::String(EscapedString::new(text));
                (&mut texts, seen.insert(value.text()).then_some(literal))
            }
            (_, Some(n)) => {
                let is_new = seen.insert(n.clone());
                (&mut whole_numbers, is_new.then_some(NodeLiteral::Number(n)))
            }
            _ => {
                others.push(value);
                continue;
            }
        };
        let docs = String::new();
        list.extend(literal.map(|value| NodeEnumValue { value, docs }));
    }
    let mut variants = Vec::new();
    for list in [texts, whole_numbers] {
        if let [one] = list.as_slice()
            && one.value.as_text() == Some("")
        {
            // Some providers reject an empty string in an enum.
            let rules = NodeRules {
                max_length: Some("0".to_owned()),
                ..NodeRules::default()
            };
            variants.push(reader.ruled(NodeKind::String, rules));
        } else if !list.is_empty() {
            variants.push(reader.kind(NodeKind::Enum(list)));
        }
    }
    if rest(reader, &others, sheet.at.depth > 0, &mut variants) {
        let all: Vec<String> = values.iter().map(JsonTree::text).collect();
        let what = if all.len() == 1 { "always" } else { "one of" };
        reader.describe(sheet, keyword, format!("{what}: {}", all.join(" | ")));
    }
    reader.any_of(variants)
}

/// Handles values that are not strings or integers: their types become variants. Returns true if
/// the variants accept other values too.
fn rest(
    reader: &mut SchemaReader<'_>,
    others: &[&JsonTree],
    nested: bool,
    variants: &mut Vec<NodeId>,
) -> bool {
    let mut kinds: Vec<&str> = Vec::new();
    for value in others {
        let name = kind(value);
        if !kinds.contains(&name) {
            kinds.push(name);
            let kind = match value {
                JsonTree::Bool(_) => NodeKind::Boolean,
                JsonTree::Number(_) => NodeKind::Number(FloatType::F64),
                JsonTree::Array(_) => NodeKind::Array {
                    items: reader.kind(NodeKind::Any),
                    exactly: None,
                    unique: false,
                },
                _ if nested => NodeKind::Map {
                    key: reader.kind(NodeKind::String),
                    value: reader.kind(NodeKind::Any),
                },
                _ => NodeKind::Object {
                    fields: Vec::new(),
                    closed: false,
                },
            };
            variants.push(reader.kind(kind));
        }
    }
    let has_bool = |is: bool| others.contains(&&JsonTree::Bool(is));
    !(others.is_empty() || kinds == ["a boolean"] && has_bool(true) && has_bool(false))
}

/// Reads alternatives that are single strings, each with its description. `None` if they are not.
pub(super) fn constants<'j>(
    items: impl Iterator<Item = &'j JsonTree>,
) -> Option<Vec<NodeEnumValue>> {
    let mut list = Vec::new();
    let mut seen = HashSet::new();
    for item in items {
        if !item.as_object()?.iter().all(|(name, value)| {
            matches!(name.as_str(), "const" | "description" | "title")
                || name == "enum" && matches!(value, JsonTree::Array(list) if list.len() == 1)
                || name == "type" && value.as_str() == Some("string")
        }) {
            return None;
        }
        let value = match (item.get("const"), item.get("enum")) {
            (Some(one), None) => one,
            (None, Some(JsonTree::Array(list))) => list.first()?,
            _ => return None,
        };
        let text = value.as_str()?;
        if !seen.insert(text) {
            return None;
        }
        let docs = ["description", "title"]
            .iter()
            .find_map(|name| item.get(name)?.as_str())
            .filter(|docs| *docs != text)
            .unwrap_or_default();
        list.push(NodeEnumValue {
            value: NodeLiteral::String(EscapedString::new(text)),
            docs: docs.to_owned(),
        });
    }
    Some(list)
}

/// Moves the descriptions of values from the enum's description to the values. The renderer writes
/// them as lines of `- value: text` at its end.
pub(super) fn take_docs(list: &mut [NodeEnumValue], docs: &mut String) {
    if list.len() < 2 {
        return;
    }
    let (mut end, mut left) = (docs.len(), list.len());
    loop {
        let line = match docs[..end].rfind("\n- ") {
            Some(at) => at + 1,
            None if docs[..end].starts_with("- ") => 0,
            None => break,
        };
        let mut values = list[..left].iter().enumerate().rev();
        let found = values.find_map(|(place, one)| {
            let value = match &one.value {
                NodeLiteral::String(text) => text.text().json(),
                NodeLiteral::Number(n) => n,
                _ => return None,
            };
            let text = docs[line + 2..end]
                .strip_prefix(value)?
                .strip_prefix(": ")?;
            (!text.is_empty()).then(|| (place, text.to_owned()))
        });
        let Some((place, text)) = found else { break };
        list[place].docs = text;
        left = place;
        end = line.saturating_sub(1);
    }
    docs.truncate(end);
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
fn fitting(
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
        let verdicts: Vec<Option<bool>> = (values.iter())
            .map(|value| verdict(reader, &name, &read, value))
            .collect();
        if verdicts.contains(&None) {
            reader.describe_value(sheet, &name, &keyword);
        }
        if verdicts.contains(&Some(false)) {
            let mut verdicts = verdicts.into_iter();
            values.retain(|_| verdicts.next() != Some(Some(false)));
        } else if !values.is_empty() && !verdicts.contains(&None) {
            reader.idle(sheet, name, "the values beside it are more precise");
        }
    }
    values.len() < before
}

/// Returns true if a value satisfies a keyword, and `None` if only a validator can decide.
fn verdict(
    reader: &mut SchemaReader<'_>,
    name: &str,
    keyword: &BesideKeyword<'_>,
    value: &JsonTree,
) -> Option<bool> {
    let kind = match value {
        JsonTree::String(_) => "string",
        JsonTree::Number(_) => "number",
        JsonTree::Array(_) => "array",
        JsonTree::Object(_) => "object",
        JsonTree::Null | JsonTree::Bool(_) => return Some(true),
    };
    if !is_about(name, kind) || name == "format" {
        return Some(true);
    }
    Some(match (keyword, value) {
        (BesideKeyword::Pattern(pattern), JsonTree::String(text)) => {
            reader.patterns.is_match(pattern, text)?
        }
        (BesideKeyword::Required(names), JsonTree::Object(members)) => {
            // Fewer members can't have all names.
            let may_have = |names: &&HashSet<&str>| names.len() <= members.len();
            names.as_ref().filter(may_have).is_some_and(|names| {
                let own: HashSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
                names.is_subset(&own)
            })
        }
        (BesideKeyword::Bound(rules), JsonTree::Number(number)) => number_kept(rules, number),
        (BesideKeyword::Bound(rules), _) => counted_length_kept(rules, || match value {
            JsonTree::String(text) => text.chars().count(),
            JsonTree::Array(items) => items.len(),
            JsonTree::Object(members) => members.len(),
            _ => 0,
        }),
        _ => return None,
    })
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

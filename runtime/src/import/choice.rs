//! `enum` and `const`.

use std::collections::HashSet;

use super::beside;
use super::error::ImportError;
use super::keywords::Keywords;
use super::merge::kind;
use super::merged::both::identity;
use super::node::{NodeId, NodeKind, NodeLiteral, NodeRules, Value};
use super::number::plain as plain_number;
use super::read::SchemaReader;
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::{EscapedString, FloatType, Tagging};

/// Reads `enum` or `const`. The flag is true if `null` is one of the values. `nullable` is true if
/// the types allow it.
pub(super) fn choice(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    types: Option<&[&'static str]>,
    nullable: bool,
) -> Result<(NodeId, bool), ImportError> {
    let at = sheet.at.clone();
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
        _ => return Err(at.schema("enum").error("it must be a list of values")),
    };
    let null = nullable && values.contains(&JsonTree::Null);
    values.retain(|value| *value != JsonTree::Null);
    if let Some(types) = types {
        let before = values.len();
        let text_for_number = values
            .iter()
            .all(|value| matches!(value, JsonTree::String(_)))
            && !types.contains(&"string");
        if !text_for_number {
            values.retain(|value| types.iter().any(|name| is_of(value, name)));
        }
        if text_for_number && !values.is_empty() {
            reader.loss(
                &at,
                "type",
                Outcome::Widened,
                "none of the values has the type: the type of the values is used",
            );
        } else if values.len() < before && !values.is_empty() {
            let reason = "values of other types are never valid";
            reader.loss(&at, keyword, Outcome::Rewritten, reason);
        }
    }
    if beside::filter(reader, sheet, &mut values) && !values.is_empty() {
        let reason = "values that the keywords beside it reject are never valid";
        reader.loss(&at, keyword, Outcome::Rewritten, reason);
    }
    if values.is_empty() {
        return Ok(if null {
            (reader.kind(NodeKind::Null), false)
        } else {
            (reader.kind(NodeKind::Never), false)
        });
    }
    let id = of_values(reader, sheet, keyword, values);
    Ok((id, null))
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
    values: Vec<JsonTree>,
) -> NodeId {
    let all: Vec<String> = values.iter().map(JsonTree::text).collect();
    let mut seen: HashSet<String> = HashSet::new();
    // A number includes the integers.
    let has_fractions = (values.iter())
        .any(|value| matches!(value, JsonTree::Number(_)) && !is_of(value, "integer"));
    let (mut texts, mut whole_numbers, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let docs = String::new();
        match &value {
            JsonTree::String(text) => {
                if seen.insert(value.text()) {
                    texts.push(Value {
                        value: NodeLiteral::String(EscapedString::new(text)),
                        docs,
                    });
                }
            }
            JsonTree::Number(text) if !has_fractions => match plain_number(text) {
                Some(n) => {
                    if seen.insert(n.clone()) {
                        whole_numbers.push(Value {
                            value: NodeLiteral::Number(n),
                            docs,
                        });
                    }
                }
                None => others.push(value),
            },
            _ => others.push(value),
        }
    }
    let mut variants = Vec::new();
    for list in [texts, whole_numbers] {
        if let [
            Value {
                value: NodeLiteral::String(text),
                ..
            },
        ] = list.as_slice()
            && text.raw().is_empty()
        {
            // Some providers reject an empty string in an enum.
            let id = reader.kind(NodeKind::String);
            let max_length = Some("0".to_owned());
            variants.push(reader.ruled(
                id,
                NodeRules {
                    max_length,
                    ..NodeRules::default()
                },
            ));
        } else if !list.is_empty() {
            variants.push(reader.kind(NodeKind::Enum(list)));
        }
    }
    if rest(reader, &others, sheet.at.depth > 0, &mut variants) {
        let what = if all.len() == 1 { "always" } else { "one of" };
        reader.describe(sheet, keyword, format!("{what} {}", all.join(" | ")));
    }
    match variants.as_slice() {
        [one] => *one,
        _ => reader.kind(NodeKind::Union {
            variants,
            tagging: Tagging::Untagged,
        }),
    }
}

/// Handles values that are not strings or integers: their types become variants. Returns true if
/// the variants accept other values too.
fn rest(
    reader: &mut SchemaReader<'_>,
    others: &[JsonTree],
    nested: bool,
    variants: &mut Vec<NodeId>,
) -> bool {
    if others.is_empty() {
        return false;
    }
    let both = [true, false]
        .iter()
        .all(|b| others.contains(&JsonTree::Bool(*b)));
    let only_bools = others
        .iter()
        .all(|value| matches!(value, JsonTree::Bool(_)));
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
    !(both && only_bools)
}

/// Reads alternatives that are single strings, each with its description. `None` if they are not.
pub(super) fn constants(items: &[JsonTree]) -> Option<Vec<Value>> {
    let mut list: Vec<Value> = Vec::with_capacity(items.len());
    let mut seen = HashSet::new();
    for item in items {
        let JsonTree::Object(members) = item else {
            return None;
        };
        if !members.iter().all(|(name, value)| {
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
        list.push(Value {
            value: NodeLiteral::String(EscapedString::new(text)),
            docs: docs.to_owned(),
        });
    }
    Some(list)
}

/// Moves the descriptions of values from the enum's description to the values. The renderer writes
/// them as lines of `- value: text` at its end.
pub(super) fn take_docs(list: &mut [Value], docs: &mut String) {
    if list.len() < 2 {
        return;
    }
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    while let Some(found) = docs[from..].find("- ") {
        let at = from + found;
        if at == 0 || docs.as_bytes()[at - 1] == b'\n' {
            lines.push((at.saturating_sub(1), at + 2));
        }
        from = at + 2;
    }
    let mut end = docs.len();
    let mut left = list.len();
    let mut taken: Vec<(usize, String)> = Vec::new();
    let mut begin = end;
    for (start, text) in lines.into_iter().rev() {
        let line = &docs[text..end];
        let found = list[..left].iter().rposition(|one| {
            let value = match &one.value {
                NodeLiteral::String(text) => text.text().json().to_owned(),
                NodeLiteral::Number(n) => n.clone(),
                _ => return false,
            };
            line.strip_prefix(value.as_str())
                .is_some_and(|rest| rest.starts_with(": ") && rest.len() > 2)
        });
        let Some(found) = found else { break };
        let length = match &list[found].value {
            NodeLiteral::String(text) => text.text().json().len(),
            NodeLiteral::Number(n) => n.len(),
            _ => 0,
        };
        taken.push((found, line[length + 2..].to_owned()));
        left = found;
        end = start;
        begin = start;
    }
    if taken.is_empty() {
        return;
    }
    for (place, text) in taken {
        list[place].docs = text;
    }
    docs.truncate(begin);
}

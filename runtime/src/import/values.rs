//! Types, enums, strings and numbers.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::collections::HashSet;

use super::error::ImportError;
use super::merge::same_number;
use super::node::{Id, Kind, Literal, Pattern, Rules, Text, Value};
use super::number::{self, plain as plain_number, tighter, whole};
use super::pattern::scan;
use super::read::{Reader, Sheet, is_annotation};
use crate::decode::Json;
use crate::render::Outcome;
use crate::schema::Tagging;
use crate::set::name::Owned;

/// Longer patterns are not looked into: they stay in words.
const MOST_PATTERN: usize = 2000;

/// The JSON Schema type that a word means.
fn type_name(word: &str) -> Option<(&'static str, bool)> {
    let lower = word.to_ascii_lowercase();
    Some(match lower.as_str() {
        "string" => ("string", true),
        "integer" => ("integer", true),
        "number" => ("number", true),
        "boolean" => ("boolean", true),
        "array" => ("array", true),
        "object" => ("object", true),
        "null" => ("null", true),
        "str" | "char" => ("string", false),
        "int" | "long" => ("integer", false),
        "float" | "double" => ("number", false),
        "bool" => ("boolean", false),
        "dict" | "map" | "hashmap" => ("object", false),
        "list" | "tuple" | "arraylist" => ("array", false),
        "any" => ("any", false),
        _ => return None,
    })
}

/// What `type` says; `None` where it says nothing.
pub(super) fn types(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
) -> Result<Option<Vec<&'static str>>, ImportError> {
    let at = sheet.at.step("type");
    let words: Vec<Json> = match sheet.take("type") {
        None => return Ok(None),
        Some(Json::Array(items)) => items,
        Some(one) => [one].into(),
    };
    let mut types: Vec<&'static str> = Vec::new();
    for word in &words {
        let text = word.as_str().unwrap_or_default();
        let Some((name, own)) = type_name(text) else {
            return Err(at.error(format!("{} is no type of JSON Schema", word.text())));
        };
        if !own {
            reader.loss(
                &at,
                "type",
                Outcome::Hidden,
                "no type of JSON Schema: the one that is meant is taken",
            );
        }
        if name == "any" {
            return Ok(None);
        }
        if !types.contains(&name) {
            types.push(name);
        }
    }
    if types.is_empty() {
        return Err(at.error("it names no type, so nothing would fit"));
    }
    if types.contains(&"number") {
        types.retain(|one| *one != "integer");
    }
    Ok(Some(types))
}

const ABOUT: [(&str, &[&str]); 4] = [
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "dependencies",
            "unevaluatedProperties",
        ],
    ),
    (
        "array",
        &[
            "items",
            "prefixItems",
            "additionalItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
            "minContains",
            "maxContains",
            "unevaluatedItems",
        ],
    ),
    (
        "string",
        &[
            "pattern",
            "minLength",
            "maxLength",
            "format",
            "contentEncoding",
            "contentMediaType",
            "contentSchema",
        ],
    ),
    (
        "number",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
];

/// Whether a keyword is about values of the type.
pub(super) fn is_about(keyword: &str, name: &str) -> bool {
    let name = if name == "integer" { "number" } else { name };
    keyword == "format" && name == "number"
        || ABOUT
            .iter()
            .any(|(one, keywords)| *one == name && keywords.contains(&keyword))
}

/// The type that the keywords are about, where none is given.
pub(super) fn implied(sheet: &Sheet) -> Option<&'static str> {
    ABOUT
        .iter()
        .find(|(_, keywords)| {
            keywords
                .iter()
                .any(|keyword| *keyword != "format" && sheet.has(keyword))
        })
        .map(|(name, _)| *name)
}

/// A number of a keyword, as text; other things are a loss.
pub(super) fn take_number(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    keyword: &str,
) -> Option<String> {
    if let Json::Number(text) = sheet.take(keyword)? {
        return plain_number(&text);
    }
    let at = sheet.at.clone();
    reader.loss(&at, keyword, Outcome::Hidden, "it is no number");
    None
}

/// Number of a keyword that counts.
pub(super) fn take_count(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    keyword: &str,
) -> Option<String> {
    take_number(reader, sheet, keyword).and_then(|text| whole(&text, keyword.starts_with("min")))
}

pub(super) fn string(reader: &mut Reader<'_>, sheet: &mut Sheet) -> Id {
    let mut text = Rules::default();
    match sheet.take("format") {
        Some(Json::String(name)) if !name.is_empty() => text.format = Some(Owned::new(&name)),
        Some(_) => {
            let at = sheet.at.clone();
            reader.loss(&at, "format", Outcome::Hidden, "it is no format");
        }
        None => {}
    }
    match sheet.take("pattern") {
        Some(Json::String(pattern)) if pattern.is_empty() => {}
        Some(Json::String(pattern)) if pattern.len() <= MOST_PATTERN => match scan(&pattern) {
            Ok(facts) => {
                if facts.lookaround || facts.back_reference {
                    let at = sheet.at.clone();
                    reader.loss(
                        &at,
                        "pattern",
                        Outcome::Widened,
                        "it is shown and not checked: it looks around or back",
                    );
                }
                text.pattern = Some(Pattern {
                    text: Owned::new(&pattern),
                    facts: facts.bits(),
                    largest_repeat: facts.largest_repeat,
                });
            }
            Err(wrong) => {
                let at = sheet.at.clone();
                reader.loss(&at, "pattern", Outcome::Text, &wrong);
                sheet.words.push(format!("pattern: {pattern}"));
            }
        },
        Some(other) => {
            let words = other
                .as_str()
                .map_or_else(|| other.text(), ToOwned::to_owned);
            reader.say(sheet, "pattern", format!("pattern: {words}"));
        }
        None => {}
    }
    for name in ["contentEncoding", "contentMediaType"] {
        if let Some(Json::String(value)) = sheet.take(name) {
            let what = if name == "contentEncoding" {
                "encoded as"
            } else {
                "media type:"
            };
            reader.say(sheet, name, format!("{what} {value}"));
        }
    }
    let rules = Rules {
        min_length: take_count(reader, sheet, "minLength").filter(|n| n != "0"),
        max_length: take_count(reader, sheet, "maxLength"),
        ..text
    };
    let id = reader.kind(Kind::String(Text::default()));
    reader.ruled(id, rules)
}

pub(super) fn number(reader: &mut Reader<'_>, sheet: &mut Sheet, integer: bool) -> Id {
    let mut min = take_number(reader, sheet, "minimum");
    let mut max = take_number(reader, sheet, "maximum");
    // A boolean makes the bound beside it exclusive (draft 4, OpenAPI 3.0).
    let mut exclusive =
        |reader: &mut Reader<'_>, bound: &mut Option<String>, keyword: &str| match sheet
            .members
            .iter()
            .find(|(name, _)| name == keyword)
        {
            Some((_, Json::Bool(on))) => {
                let on = *on;
                sheet.take(keyword);
                if on { bound.take() } else { None }
            }
            Some(_) => take_number(reader, sheet, keyword),
            None => None,
        };
    let mut above = exclusive(reader, &mut min, "exclusiveMinimum");
    let mut below = exclusive(reader, &mut max, "exclusiveMaximum");
    let mut step = take_number(reader, sheet, "multipleOf")
        .filter(|n| number::num(n).is_some_and(|n| !n.is_zero() && !n.is_negative()));
    if let Some(Json::String(format)) = sheet
        .members
        .iter()
        .find(|(name, _)| name == "format")
        .map(|(_, value)| value.clone())
    {
        sheet.take("format");
        let at = sheet.at.clone();
        match (format.as_str(), integer) {
            (format, true) if bounds_of(format).is_some() => {
                let (least, greatest) = bounds_of(format).unwrap_or_default();
                min = tighter(min, least.map(ToOwned::to_owned), false);
                max = tighter(max, greatest.map(ToOwned::to_owned), true);
            }
            ("float" | "double" | "decimal" | "number" | "integer", _) => {
                reader.loss(
                    &at,
                    "format",
                    Outcome::Hidden,
                    "it says nothing that a model could use",
                );
            }
            _ => reader.say(sheet, "format", format!("format: {format}")),
        }
    }
    if !integer {
        let id = reader.kind(Kind::Number);
        return reader.ruled(
            id,
            Rules {
                minimum: min,
                maximum: max,
                exclusive_minimum: above,
                exclusive_maximum: below,
                multiple_of: step,
                ..Rules::default()
            },
        );
    }
    min = min.and_then(|n| whole(&n, true));
    max = max.and_then(|n| whole(&n, false));
    above = above.and_then(|n| whole(&n, false));
    below = below.and_then(|n| whole(&n, true));
    if let Some(text) = &step
        && number::num(text).is_some_and(|n| !n.is_integer())
    {
        // A fraction of one divides every whole number.
        let times = 1.0 / number::num(text).map_or(1.0, |n| n.as_f64());
        if (times - times.round()).abs() > 1e-9 {
            let words = format!("a multiple of {text}");
            reader.say(sheet, "multipleOf", words);
        }
        step = None;
    }
    let (mut of, minimum, maximum) = number::integer(min, max);
    if sheet.members.iter().any(|(name, value)| {
        name == "not"
            && *value == Json::Object([("const".to_owned(), Json::Number("0".to_owned()))].into())
    }) {
        sheet.take("not");
        of.not_zero = true;
    }
    let id = reader.kind(Kind::Integer(of));
    reader.ruled(
        id,
        Rules {
            minimum,
            maximum,
            exclusive_minimum: above,
            exclusive_maximum: below,
            multiple_of: step.filter(|n| n != "1"),
            ..Rules::default()
        },
    )
}

/// `enum` and `const`; whether `null` is one of the values.
pub(super) fn choice(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    types: Option<&[&'static str]>,
) -> Result<(Id, bool), ImportError> {
    let at = sheet.at.clone();
    let mut values = match (sheet.take("const"), sheet.take("enum")) {
        (Some(one), None) => [one].into(),
        (Some(one), Some(Json::Array(list))) => {
            if !list.contains(&one) {
                return Ok((reader.kind(Kind::Never), false));
            }
            [one].into()
        }
        (None, Some(Json::Array(list))) => list,
        _ => return Err(at.step("enum").error("it must be a list of values")),
    };
    let null = values.contains(&Json::Null);
    values.retain(|value| *value != Json::Null);
    let is_of = |value: &Json, name: &str| match value {
        Json::Bool(_) => name == "boolean",
        Json::Number(text) => {
            name == "number"
                || name == "integer"
                    && plain_number(text).is_some_and(|n| !n.contains(['.', 'e', 'E']))
        }
        Json::String(_) => name == "string",
        Json::Array(_) => name == "array",
        Json::Object(_) => name == "object",
        Json::Null => false,
    };
    if let Some(types) = types {
        let before = values.len();
        let text_for_number = values.iter().all(|value| matches!(value, Json::String(_)))
            && !types.contains(&"string");
        if !text_for_number {
            values.retain(|value| types.iter().any(|name| is_of(value, name)));
        }
        if text_for_number && !values.is_empty() {
            reader.loss(
                &at,
                "enum",
                Outcome::Hidden,
                "none of the values is of the type: it is read as what the values are",
            );
        } else if values.len() < before {
            reader.loss(
                &at,
                "enum",
                Outcome::Hidden,
                "values of other types can never be",
            );
        }
    }
    if values.is_empty() {
        return Ok(if null {
            (reader.kind(Kind::Null), false)
        } else {
            (reader.kind(Kind::Never), false)
        });
    }
    // Keywords beside an enum have been kept by its author.
    let kept: Vec<String> = sheet
        .members
        .iter()
        .filter(|(name, _)| {
            !is_annotation(name) && ABOUT.iter().any(|(_, all)| all.contains(&name.as_str()))
        })
        .map(|(name, _)| name.clone())
        .collect();
    for name in kept {
        sheet.take(&name);
        reader.loss(&at, &name, Outcome::Hidden, "the values beside it say more");
    }
    let mut seen: HashSet<String> = HashSet::new();
    let (mut texts, mut whole_numbers, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let docs = String::new();
        match &value {
            Json::String(text) => {
                if seen.insert(value.text()) {
                    texts.push(Value {
                        value: Literal::String(Owned::new(text)),
                        docs,
                    });
                }
            }
            Json::Number(text) => match plain_number(text).filter(|n| !n.contains(['.', 'e', 'E']))
            {
                Some(n) => {
                    if seen.insert(n.clone()) {
                        whole_numbers.push(Value {
                            value: Literal::Number(n),
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
                value: Literal::String(text),
                ..
            },
        ] = list.as_slice()
            && text.raw().is_empty()
        {
            // Some take no empty string in an enum.
            let id = reader.kind(Kind::String(Text::default()));
            let max_length = Some("0".to_owned());
            variants.push(reader.ruled(
                id,
                Rules {
                    max_length,
                    ..Rules::default()
                },
            ));
        } else if !list.is_empty() {
            variants.push(reader.kind(Kind::Enum(list)));
        }
    }
    rest(reader, sheet, &others, &mut variants);
    let id = match variants.as_slice() {
        [one] => *one,
        _ => reader.kind(Kind::Union {
            variants,
            tagging: Tagging::Untagged,
        }),
    };
    Ok((id, null))
}

/// Values that are no strings and no whole numbers: their types, and the values in words.
fn rest(reader: &mut Reader<'_>, sheet: &mut Sheet, others: &[Json], variants: &mut Vec<Id>) {
    if others.is_empty() {
        return;
    }
    let both = [true, false]
        .iter()
        .all(|b| others.contains(&Json::Bool(*b)));
    let only_bools = others.iter().all(|value| matches!(value, Json::Bool(_)));
    let mut kinds: Vec<&str> = Vec::new();
    for value in others {
        let name = super::merge::kind(value);
        if !kinds.contains(&name) {
            kinds.push(name);
            let kind = match value {
                Json::Bool(_) => Kind::Boolean,
                Json::Number(_) => Kind::Number,
                _ => Kind::Any,
            };
            variants.push(reader.kind(kind));
        }
    }
    if !(both && only_bools) {
        let words: Vec<String> = others.iter().map(Json::text).collect();
        let what = if words.len() == 1 { "always" } else { "one of" };
        reader.say(sheet, "enum", format!("{what} {}", words.join(" | ")));
    }
}

/// Alternatives that are nothing but values, with a description each.
pub(super) fn constants(items: &[Json]) -> Option<Vec<Value>> {
    let mut list: Vec<Value> = Vec::with_capacity(items.len());
    let mut seen = HashSet::new();
    for item in items {
        let Json::Object(members) = item else {
            return None;
        };
        if !members.iter().all(|(name, value)| {
            matches!(name.as_str(), "const" | "description" | "title")
                || name == "enum" && matches!(value, Json::Array(list) if list.len() == 1)
                || name == "type" && value.as_str() == Some("string")
        }) {
            return None;
        }
        let value = match (item.get("const"), item.get("enum")) {
            (Some(one), None) => one,
            (None, Some(Json::Array(list))) => list.first()?,
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
            value: Literal::String(Owned::new(text)),
            docs: docs.to_owned(),
        });
    }
    Some(list)
}

/// Takes the descriptions of values out of that of an enum, where they stand as the renderer writes them: lines of `- value: text` at its end.
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
                Literal::String(text) => text.text().json().to_owned(),
                Literal::Number(n) => n.clone(),
                _ => return false,
            };
            line.strip_prefix(value.as_str())
                .is_some_and(|rest| rest.starts_with(": ") && rest.len() > 2)
        });
        let Some(found) = found else { break };
        let length = match &list[found].value {
            Literal::String(text) => text.text().json().len(),
            Literal::Number(n) => n.len(),
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

/// A value for people, strings without quotes.
pub(super) fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.text(),
    }
}

/// A value that the tree can show.
pub(super) fn literal(value: &Json) -> Option<Literal> {
    Some(match value {
        Json::Null => Literal::Null,
        Json::Bool(b) => Literal::Bool(*b),
        Json::Number(text) => Literal::Number(plain_number(text)?),
        Json::String(text) => Literal::String(Owned::new(text)),
        Json::Array(items) => Literal::Array(items.iter().map(literal).collect::<Option<_>>()?),
        Json::Object(_) => return None,
    })
}

/// Whether a value is one of the node, as far as the renderer asks.
pub(super) fn fits(reader: &Reader<'_>, id: Id, value: &Literal) -> bool {
    match (&reader.nodes[id].kind, value) {
        (Kind::Option(_) | Kind::Null, Literal::Null)
        | (Kind::Any | Kind::Union { .. }, _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Number, Literal::Number(_))
        | (Kind::String(_), Literal::String(_)) => true,
        (Kind::Option(inner) | Kind::Ruled(inner, _), _) => fits(reader, *inner, value),
        (Kind::Integer(of), Literal::Number(n)) => number::num(n)
            .is_some_and(|n| n.is_integer() && !n.less_than(&of.min) && !of.max.less_than(&n)),
        (Kind::Enum(list), _) => list.iter().any(|one| match (&one.value, value) {
            (Literal::String(a), Literal::String(b)) => a.raw() == b.raw(),
            (Literal::Number(a), Literal::Number(b)) => same_number(a, b),
            _ => false,
        }),
        (Kind::Array { items, exactly, .. }, Literal::Array(list)) => {
            exactly
                .as_ref()
                .is_none_or(|n| *n == list.len().to_string())
                && list.iter().all(|one| fits(reader, *items, one))
        }
        (Kind::Tuple(types), Literal::Array(list)) => {
            types.len() == list.len()
                && types
                    .iter()
                    .zip(list)
                    .all(|(id, one)| fits(reader, *id, one))
        }
        _ => false,
    }
}

/// The bounds of an integer format: those of `OpenAPI`, and those that `schemars` writes for Rust's types. The widest say no more than their sign.
fn bounds_of(format: &str) -> Option<(Option<&'static str>, Option<&'static str>)> {
    let (least, greatest) = match format {
        "int8" => ("-128", "127"),
        "int16" => ("-32768", "32767"),
        "int32" => ("-2147483648", "2147483647"),
        "int64" => ("-9223372036854775808", "9223372036854775807"),
        "uint8" => ("0", "255"),
        "uint16" => ("0", "65535"),
        "uint32" => ("0", "4294967295"),
        "uint64" => ("0", "18446744073709551615"),
        "uint" | "uint128" => return Some((Some("0"), None)),
        "int" | "int128" => return Some((None, None)),
        _ => return None,
    };
    Some((Some(least), Some(greatest)))
}
